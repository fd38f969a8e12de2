import { sql } from 'kysely'
import { ownerCondition, selectFigure, type UnfinishedCounters } from '#/server/kernel/declarations/unfinished.ts'

export const unfinishedCounters = {
  money: (ctx, owner) =>
    selectFigure(ctx, sql`from account where ${ownerCondition(owner)} and unit_id is not null`, sql`coalesce(sum(balance_fen), 0)::bigint`),
} satisfies Partial<UnfinishedCounters>
