import { type Fen, negate } from '#/domain/base/money.ts'
import { commissionPaymentPostings, commissionPostings } from '#/domain/money/posting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type Journal, type JournalOwner, postJournals } from '#/server/money/ledger/journals.ts'

export interface CommissionMoney extends Omit<JournalOwner, 'unitId'> {
  readonly id: number
  readonly no: string
  readonly amount: Fen
}

function journalOfBill({ centreId, mode, id, no }: Omit<CommissionMoney, 'amount'>) {
  return { kind: 'commission', owner: { centreId, mode, unitId: null }, refType: 'commission_bill', refId: id, refNo: no } as const
}

/** Books the amounts due on bills, once per bill. */
export async function postCommissionDebt(ctx: Context, bills: readonly CommissionMoney[]): Promise<void> {
  await postJournals(
    ctx,
    bills.map((bill): Journal => ({ ...journalOfBill(bill), idemKey: `commission:${bill.id}:owed`, postings: commissionPostings(bill.amount) })),
  )
}

/** Books an adjustment of a bill, once per adjustment. */
export async function postCommissionAdjustment(ctx: Context, bill: CommissionMoney, adjustment: { id: number; reason: string }): Promise<void> {
  await postJournals(ctx, [
    { ...journalOfBill(bill), idemKey: `commission:${bill.id}:adjusted:${adjustment.id}`, postings: commissionPostings(bill.amount), memo: adjustment.reason },
  ])
}

/** Books a payment of a bill. `turn` counts the returned payments of the bill before; each payment is booked once. */
export async function postCommissionPayment(ctx: Context, bill: CommissionMoney, turn: number, memo: string): Promise<void> {
  const idemKey = turn === 0 ? `commission:${bill.id}:paid` : `commission:${bill.id}:paid:${turn}`
  await postJournals(ctx, [{ ...journalOfBill(bill), idemKey, postings: commissionPaymentPostings(bill.amount), memo }])
}

/** Books a payment that the bank sent back, once per return. The bill is owed again. */
export async function postCommissionReturn(ctx: Context, bill: CommissionMoney, returnId: number, memo: string): Promise<void> {
  const idemKey = `commission:${bill.id}:returned:${returnId}`
  await postJournals(ctx, [{ ...journalOfBill(bill), idemKey, postings: commissionPaymentPostings(negate(bill.amount)), memo }])
}
