import { pages } from '#/api/pages.ts'
import { fen, formatYuan } from '#/domain/base/money.ts'
import { monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { nextNumbers } from '#/server/kernel/rows/numbers.ts'
import * as store from '#/server/money/commissions/store-bills.ts'
import { postCommissionDebt } from '#/server/money/ledger/public.ts'
import { sendIndividually } from '#/server/services/messages/public.ts'

async function notifyOfIssuedBills(ctx: Context, month: string, bills: readonly store.NewBill[]): Promise<void> {
  const accounts = await store.accountsOf(ctx, bills)
  const rows = bills.flatMap((bill) =>
    (accounts.get(`${bill.party_type} ${bill.party_id}`) ?? []).map((whom) => ({
      whom,
      values: { no: bill.no, month, amount: formatYuan(fen(bill.amount_fen)) },
      path: `${pages.hzhbBjbusiness.path}?open=${bill.id}`,
      refType: 'commission_bill',
      refId: bill.id,
    })),
  )
  await sendIndividually(ctx, 'commissionIssued', rows)
}

/**
 * Issues the missing bills of one centre and mode for a past month, one per party. Idempotent. Returns the number of
 * new bills.
 */
export async function issueBills(ctx: Context, books: store.BillBooks, month: string, byId: number | null): Promise<number> {
  const period = { from: monthStart(month), before: monthStart(shiftMonth(month, 1)) }
  const dueParties = await store.lockUnbilledParties(ctx, books, period)
  if (dueParties.length === 0) return 0
  const numbers = await nextNumbers(ctx, 'YJ', books.centreId, dueParties.length)
  const bills = await store.addBills(
    ctx,
    books,
    period.from,
    dueParties.map((row, at) => ({ ...row, no: numbers[at] ?? '' })),
  )
  await store.addSteps(
    ctx,
    bills.map((bill) => ({ bill_id: bill.id, centre_id: books.centreId, kind: 'issued', amount_fen: bill.amount_fen })),
    byId,
  )
  await postCommissionDebt(
    ctx,
    bills.map((bill) => ({ ...books, id: bill.id, no: bill.no, amount: fen(bill.amount_fen) })),
  )
  for (const bill of bills)
    ctx.note({ refType: 'commission_bill', refId: bill.id, centreId: books.centreId, detail: { no: bill.no, month, amount: bill.amount_fen } })
  await notifyOfIssuedBills(ctx, month, bills)
  return bills.length
}
