import { type Fen, negate } from '#/domain/base/money.ts'
import { clearingPaymentPostings, lateFeePostings, overpaidTaxPostings, taxPaymentPostings } from '#/domain/money/posting.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type JournalOwner, postJournals } from '#/server/money/ledger/journals.ts'

export interface TaxMoney extends Omit<JournalOwner, 'unitId'> {
  readonly id: number
  /** The number of the tax period. */
  readonly no: string
  readonly kind: 'vat' | 'surcharge' | 'iit'
  /** Negative: refunded by the tax office. */
  readonly amount: Fen
  readonly memo: string
  /** Settled with overpaid tax, not by the bank. */
  readonly isCredit?: boolean
  /** The time of a historical payment. */
  readonly at?: Date
}

/** Books a tax payment, once per payment. */
export async function postTaxPayment(ctx: Context, { id, no, centreId, mode, kind, amount, memo, isCredit, at }: TaxMoney): Promise<void> {
  const owner = { centreId, mode, unitId: null }
  const head = { kind: 'tax', owner, refType: 'tax_payment', refId: id, refNo: no, idemKey: `tax:${id}`, memo } as const
  await postJournals(ctx, [{ ...head, postings: taxPaymentPostings(kind, amount, isCredit ? 'overpaid_tax' : 'bank'), ...(at && { at }) }])
}

/** The late-payment surcharge of an entry. */
export interface LateFeeMoney extends Omit<JournalOwner, 'unitId'> {
  readonly id: number
  /** The number of the tax period for which the entry pays. */
  readonly no: string
  readonly amount: Fen
  readonly memo: string
}

/** Books the late-payment surcharge of an entry, or reverses it, each once. */
export async function postLateFee(ctx: Context, { id, no, centreId, mode, amount, memo }: LateFeeMoney, isReversal = false): Promise<void> {
  if (amount === 0) return
  const owner = { centreId, mode, unitId: null }
  const idemKey = `tax-late:${id}${isReversal ? ':back' : ''}`
  const head = { kind: 'tax', owner, refType: 'tax_entry', refId: id, refNo: no, idemKey, memo } as const
  await postJournals(ctx, [{ ...head, postings: lateFeePostings(isReversal ? negate(amount) : amount) }])
}

/** A refund or write-off of overpaid tax: a step of a credit case that moves money. */
export interface OverpaidMoney extends Omit<JournalOwner, 'unitId'> {
  readonly id: number
  /** The number of the credit's tax period. */
  readonly no: string
  readonly amount: Fen
  readonly to: 'bank' | 'adjustment'
  readonly memo: string
}

/** Books the refund or write-off of overpaid tax, once per step. */
export async function postOverpaidTax(ctx: Context, { id, no, centreId, mode, amount, to, memo }: OverpaidMoney): Promise<void> {
  const owner = { centreId, mode, unitId: null }
  const head = { kind: 'tax', owner, refType: 'tax_credit_move', refId: id, refNo: no, idemKey: `tax-credit:${id}`, memo } as const
  await postJournals(ctx, [{ ...head, postings: overpaidTaxPostings(amount, to) }])
}

/** A bank transfer of a clearing. */
export interface ClearingMoney extends Omit<JournalOwner, 'unitId'> {
  /** The id of the transfer. */
  readonly id: number
  /** The cleared month. */
  readonly no: string
  /** Negative: the person paid it back. */
  readonly amount: Fen
  readonly memo: string
}

/** Books a refund to a person, or money that a person paid back, once per transfer. */
export async function postClearingPayment(ctx: Context, { id, no, centreId, mode, amount, memo }: ClearingMoney): Promise<void> {
  const owner = { centreId, mode, unitId: null }
  const head = { kind: 'clearing', owner, refType: 'tax_clearing_payment', refId: id, refNo: no, idemKey: `clearing-paid:${id}`, memo } as const
  await postJournals(ctx, [{ ...head, postings: clearingPaymentPostings(amount) }])
}
