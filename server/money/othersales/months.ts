import { type Fen, ZERO } from '#/domain/base/money.ts'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { firstDeclarableMonth, salesNoticeReasonOf } from '#/domain/money/other-sales.ts'
import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/money/othersales/store.ts'
import { allPolicies, paidMonths } from '#/server/money/tax/public.ts'

/** An operator's month: the amount paid here, the declaration, and whether a declaration is requested. */
interface SalesMonth {
  readonly month: string
  readonly paid: Fen
  readonly isRequested: boolean
  readonly sale: store.SaleRow | null
}

/** Returns the declarable months of an operator in the caller's scope, newest first. */
export async function salesMonths(ctx: Context, operatorId: number): Promise<SalesMonth[]> {
  const currentMonth = monthOf(ctx.now)
  const from = firstDeclarableMonth(currentMonth)
  const saleByMonth = new Map((await store.latestSales(ctx, operatorId, from)).map((row) => [row.month, row]))
  const sellsElsewhere = await store.declaresOtherSales(ctx, operatorId)
  const { first, paid } = await paidMonths(ctx, operatorId, from)
  const policies = (await allPolicies(ctx)).filter(({ effective_from, effective_to }) => effective_to === null || effective_to >= effective_from)
  const months: SalesMonth[] = []
  for (let month = currentMonth; month >= from; month = shiftMonth(month, -1)) {
    const lastDay = shiftDay(monthStart(shiftMonth(month, 1)), -1)
    const policy = policies.find(({ effective_from, effective_to }) => effective_from <= lastDay && (effective_to === null || effective_to >= lastDay))
    const gross = paid.get(month) ?? ZERO
    const sale = saleByMonth.get(month) ?? null
    const isDeclared = sale !== null && (sale.state !== 'rejected' || sale.has_confirmed)
    months.push({
      month,
      paid: gross,
      isRequested: policy !== undefined && salesNoticeReasonOf({ gross, isFirst: month === first, sellsElsewhere, isDeclared }, policy.params.vat) !== null,
      sale,
    })
  }
  return months
}

/** Returns the first day on which a policy counts declared sales; null if none does. */
export async function firstCountedDay(ctx: Context): Promise<string | null> {
  const days = (await allPolicies(ctx))
    .filter(({ effective_to, params }) => params.vat.countsOtherPlatforms && (effective_to === null || effective_to >= dayOf(ctx.now)))
    .map(({ effective_from }) => effective_from)
  return days.sort()[0] ?? null
}
