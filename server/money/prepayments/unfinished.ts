import { sql } from 'kysely'
import { ownerCondition, selectFigure, type UnfinishedCounters } from '#/server/kernel/declarations/unfinished.ts'

export const unfinishedCounters = {
  topups: (ctx, owner) => selectFigure(ctx, sql`from topup where ${ownerCondition(owner)} and state in ('submitted', 'matched')`),
} satisfies Partial<UnfinishedCounters>
