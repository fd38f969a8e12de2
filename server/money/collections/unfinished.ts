import { sql } from 'kysely'
import { ownerCondition, selectFigure, type UnfinishedCounters } from '#/server/kernel/declarations/unfinished.ts'

export const unfinishedCounters = {
  claims: (ctx, owner) => selectFigure(ctx, sql`from collection where ${ownerCondition(owner)} and state in ('pending', 'confirmed', 'paying')`),
} satisfies Partial<UnfinishedCounters>
