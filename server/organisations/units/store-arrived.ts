import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'

/**
 * Sums this month's unreturned payment receipts within the caller's scope, the same rows as under `arrivedPath`.
 * `whose` selects units or the centre by columns of `voucher`.
 */
export function arrivedNet(ctx: Context, whose: RawBuilder<SqlBool>): RawBuilder<number> {
  const month = monthOf(ctx.now)
  const start = (each: string) => sql`${`${monthStart(each)}T00:00:00+08:00`}::timestamptz`
  return sql<number>`coalesce((select sum(voucher.amount_fen) from voucher where ${whose} and voucher.kind = 'payment' and not voucher.is_returned
    and voucher.traded_at >= ${start(month)} and voucher.traded_at < ${start(shiftMonth(month, 1))} and ${inScope(ctx.scope, 'voucher', { mode: true })}), 0)::bigint`
}
