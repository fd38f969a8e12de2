import { sql } from 'kysely'
import { figureOf, ownerCondition, type Unfinished } from '#/server/kernel/unfinished.ts'

export const unfinished = {
  money: (ctx, owner) =>
    figureOf(ctx, sql`from account where ${ownerCondition(owner)} and kind in ('unit_available', 'unit_frozen')`, sql`coalesce(sum(balance_fen), 0)::bigint`),
} satisfies Partial<Unfinished>
