import { monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { issueBills } from '#/server/money/commissions/issuing.ts'
import { commissions } from '#/server/money/commissions/operations.ts'
import { dueBooks } from '#/server/money/commissions/store-bills.ts'

export { billsToConfirm } from '#/server/money/commissions/pending.ts'
export { salesCommission } from '#/server/money/commissions/store.ts'

/** Issues the bills of a month for all centres, like the job. */
export async function issueCommission(ctx: Context, month: string): Promise<void> {
  for (const place of await dueBooks(ctx, monthStart(shiftMonth(month, 1)))) await issueBills(ctx, place, month, null)
}

export interface PaidCommission {
  readonly billId: number
  readonly invoiceNo: string
  readonly invoice: Upload
  readonly slip: Upload
  readonly serial: string
  /** Null when invoiced but not paid yet. */
  readonly paidOn: string | null
}

/** Takes a partner's bill through confirmation, payment and check, with one user per step. */
export async function payCommission({ party, payer, checker }: Readonly<Record<'party' | 'payer' | 'checker', Context>>, paid: PaidCommission): Promise<void> {
  const { billId, paidOn } = paid
  const confirmedBill = await commissions.confirm(party, { billId, version: 1 })
  const invoicedBill = await commissions.invoice(party, { billId, version: confirmedBill.version, no: paid.invoiceNo, file: paid.invoice })
  if (paidOn === null) return
  const preparedBill = await commissions.prepare(payer, { billId, version: invoicedBill.version, paidOn, bankSerial: paid.serial, slip: paid.slip })
  await commissions.pay(checker, { billId, version: preparedBill.version, approve: true, reason: '' })
}
