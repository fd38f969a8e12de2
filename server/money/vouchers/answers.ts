import { sql } from 'kysely'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import { paidNet } from '#/server/organisations/units/public.ts'

const start = (month: string) => sql`${`${monthStart(month)}T00:00:00+08:00`}::timestamptz`

export const answers: readonly Answer[] = [
  answer(paidNet, (ctx, whose) => {
    const month = monthOf(ctx.now)
    return sql<number>`coalesce((select sum(voucher.amount_fen) from voucher where ${whose} and voucher.kind = 'payment' and not voucher.is_returned
      and voucher.traded_at >= ${start(month)} and voucher.traded_at < ${start(shiftMonth(month, 1))} and ${inScope(ctx.scope, 'voucher', { mode: true })}), 0)::bigint`
  }),
]
