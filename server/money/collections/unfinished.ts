import { sql } from 'kysely'
import { figureOf, ownerCondition, type UnfinishedCounters } from '#/server/kernel/unfinished.ts'

export const unfinishedCounters = {
  claims: (ctx, owner) => figureOf(ctx, sql`from collection where ${ownerCondition(owner)} and state in ('pending', 'confirmed', 'paying')`),
} satisfies Partial<UnfinishedCounters>
