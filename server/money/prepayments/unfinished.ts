import { sql } from 'kysely'
import { figureOf, ownerCondition, type UnfinishedCounters } from '#/server/kernel/unfinished.ts'

export const unfinishedCounters = {
  topups: (ctx, owner) => figureOf(ctx, sql`from topup where ${ownerCondition(owner)} and state in ('submitted', 'matched')`),
} satisfies Partial<UnfinishedCounters>
