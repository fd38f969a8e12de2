import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { UnitFunds } from '#/server/money/prepayments/store-refunds.ts'

/** Returns the balance below which a unit is warned (its own limit or that of its terms) and the centre's name. */
export async function balanceLimitOf(ctx: Context, { unitId, centreId, mode }: UnitFunds): Promise<{ limit_fen: number; centre_name: string }> {
  return (
    (await ctx.row<Row<'balance_limit', 'limit_fen'> & { centre_name: string }>`
    select coalesce(own.limit_fen, terms.low_balance_fen, 0) as limit_fen, centre.name as centre_name
    from centre left join app.unit_terms(${ctx.now}::timestamptz) terms on terms.centre_id = centre.id and terms.unit_id = ${unitId} and terms.mode = ${mode}
      left join balance_limit own on own.centre_id = centre.id and own.unit_id = ${unitId} and own.mode = ${mode}
    where centre.id = ${centreId}`) ?? { limit_fen: 0, centre_name: '' }
  )
}

export async function setBalanceLimit(ctx: Context, { unitId, centreId, mode }: UnitFunds, limit: number): Promise<void> {
  await ctx.run`insert into balance_limit (unit_id, centre_id, mode, limit_fen, set_by, set_at) values (${unitId}, ${centreId}, ${mode}, ${limit}, ${ctx.actor.userId}, ${ctx.now})
    on conflict (unit_id, centre_id, mode) do update set limit_fen = excluded.limit_fen, set_by = excluded.set_by, set_at = excluded.set_at`
}
