import { sql } from 'kysely'
import { figureOf, ownerCondition, type UnfinishedCounters } from '#/server/kernel/unfinished.ts'

export const unfinishedCounters = {
  money: (ctx, owner) => figureOf(ctx, sql`from account where ${ownerCondition(owner)} and unit_id is not null`, sql`coalesce(sum(balance_fen), 0)::bigint`),
} satisfies Partial<UnfinishedCounters>
