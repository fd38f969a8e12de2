import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { startOfDay } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { paidByMonth, paidNet } from '#/server/organisations/units/public.ts'

const startOfMonth = (month: string) => startOfDay(monthStart(month))

/** Selects unreturned payment receipts from the first to the last month, within the caller's scope. */
const paidVoucherCondition = (ctx: Context, whose: RawBuilder<SqlBool>, { first, last }: { readonly first: string; readonly last: string }) =>
  sql`${whose} and voucher.kind = 'payment' and not voucher.is_returned and voucher.traded_at >= ${startOfMonth(first)}
    and voucher.traded_at < ${startOfMonth(shiftMonth(last, 1))} and ${inScope(ctx.scope, 'voucher', { mode: true })}`

export const answers: readonly Answer[] = [
  answer(paidNet, (ctx, whose) => {
    const month = monthOf(ctx.now)
    return sql<number>`coalesce((select sum(voucher.amount_fen) from voucher where ${paidVoucherCondition(ctx, whose, { first: month, last: month })}), 0)::bigint`
  }),
  answer(
    paidByMonth,
    (
      ctx,
      whose,
      period,
    ) => sql`(select to_char(voucher.traded_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(voucher.amount_fen)::bigint as amount_fen
      from voucher where ${paidVoucherCondition(ctx, whose, period)} group by 1)`,
  ),
]
