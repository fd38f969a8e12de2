import { add, type Fen, negate, subtract, sumOf } from '#/domain/base/money.ts'

/** The accounts in journals. The first three belong to a unit, the others to the centre. */
export const accountKinds = [
  'unit_available',
  'unit_frozen',
  'unit_refund',
  'bank',
  'suspense',
  'tax_vat',
  'tax_surcharge',
  'tax_iit',
  'overpaid_tax',
  'cleared_tax',
  'late_fee_cost',
  'fee_income',
  'adjustment',
  'commission_cost',
  'commission_payable',
  'bank_charge',
  'bank_interest',
] as const
export type AccountKind = (typeof accountKinds)[number]

/**
 * One entry of a journal. Credits are positive and debits negative. Liabilities (prepayments, withheld tax) and income
 * (fees) grow with positive amounts, the bank balance with negative ones. Every journal sums to zero. A bank balance of
 * −100 means 100 at the bank.
 */
export interface Posting {
  readonly account: AccountKind
  readonly amount: Fen
}

/** The cost of one payment to the unit, and its parts (INV-05: cost = net + vat + surcharge + iit + fee). */
export interface PaymentParts {
  readonly cost: Fen
  readonly net: Fen
  readonly vat: Fen
  readonly surcharge: Fen
  readonly iit: Fen
  readonly fee: Fen
}

function dropZeros(postings: readonly Posting[]): Posting[] {
  return postings.filter((posting) => posting.amount !== 0)
}

/** Books a top-up of a unit that reached the bank account. */
export function topupPostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'unit_available', amount },
    { account: 'bank', amount: negate(amount) },
  ])
}

/** Reserves the cost of a batch. */
export function freezePostings(cost: Fen): Posting[] {
  return dropZeros([
    { account: 'unit_available', amount: negate(cost) },
    { account: 'unit_frozen', amount: cost },
  ])
}

/** Releases reserved money that was not paid (failed and cancelled lines, batches sent back). */
export function unfreezePostings(cost: Fen): Posting[] {
  return dropZeros([
    { account: 'unit_frozen', amount: negate(cost) },
    { account: 'unit_available', amount: cost },
  ])
}

/** Reserves a refund that a unit requested. */
export function refundRequestPostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'unit_available', amount: negate(amount) },
    { account: 'unit_refund', amount },
  ])
}

/** Releases an unpaid refund to the unit's available balance. */
export function refundReversalPostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'unit_refund', amount: negate(amount) },
    { account: 'unit_available', amount },
  ])
}

/** Books a refund that left the bank. */
export function refundPaymentPostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'unit_refund', amount: negate(amount) },
    { account: 'bank', amount },
  ])
}

/** Books a paid refund that the bank sent back. The unit can use the money again. */
export function refundReturnPostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'bank', amount: negate(amount) },
    { account: 'unit_available', amount },
  ])
}

/**
 * Corrects the available balance of a unit against the adjustments of the centre. A negative amount reduces the
 * balance.
 */
export function adjustmentPostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'unit_available', amount },
    { account: 'adjustment', amount: negate(amount) },
  ])
}

function partPostings(parts: PaymentParts): Posting[] {
  const { cost, net, vat, surcharge, iit, fee } = parts
  if (add(net, vat, surcharge, iit, fee) !== cost) throw new RangeError('the parts of a payment do not add up to its cost')
  return [
    { account: 'bank', amount: net },
    { account: 'tax_vat', amount: vat },
    { account: 'tax_surcharge', amount: surcharge },
    { account: 'tax_iit', amount: iit },
    { account: 'fee_income', amount: fee },
  ]
}

/**
 * Books a successful payment. The reserved cost goes to the payee, the tax accounts and the fee (INV-09). Throws
 * RangeError if the parts do not add up to the cost.
 */
export function paymentPostings(parts: PaymentParts): Posting[] {
  return dropZeros([{ account: 'unit_frozen', amount: negate(parts.cost) }, ...partPostings(parts)])
}

/**
 * Books the return of a successful payment: reverses all postings and makes the cost available to the unit again
 * (INV-09). Throws RangeError like `paymentPostings`.
 */
export function returnPostings(parts: PaymentParts): Posting[] {
  const reversedPostings = partPostings(parts).map((each) => ({ account: each.account, amount: negate(each.amount) }))
  return dropZeros([{ account: 'unit_available', amount: parts.cost }, ...reversedPostings])
}

/**
 * Books a bank movement that cannot be assigned. Outgoing money (negative) is a receivable; incoming money is a
 * liability. `clearingPostings` clears it.
 */
export function suspensePostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'bank', amount: negate(amount) },
    { account: 'suspense', amount },
  ])
}

/** The accounts of the centre on which differences with the bank are booked. */
export type DifferenceAccount = Extract<AccountKind, 'adjustment' | 'bank_charge' | 'bank_interest'>

/**
 * Clears an amount of the suspense account to the bank, the unit, or an account of the centre for differences. Set `booked` if the
 * line's own journal follows: it is the bank movement in that journal, negative for a payment. Then the bank posting
 * offsets that movement, and the difference goes to the adjustments.
 */
export function clearingPostings(amount: Fen, to: 'bank' | 'unit_available' | DifferenceAccount, booked: Fen | null = null): Posting[] {
  const suspensePosting: Posting = { account: 'suspense', amount: negate(amount) }
  if (booked === null) return dropZeros([suspensePosting, { account: to, amount }])
  return dropZeros([suspensePosting, { account: 'bank', amount: booked }, { account: 'adjustment', amount: subtract(amount, booked) }])
}

/**
 * Books a bank movement of the centre's own money: a charge, interest, or another difference. A negative amount is at
 * the centre's expense.
 */
export function differencePostings(amount: Fen, to: DifferenceAccount): Posting[] {
  return dropZeros([
    { account: 'bank', amount: negate(amount) },
    { account: to, amount },
  ])
}

/** Books commission owed to a party. A negative amount is a correction that reduces it. */
export function commissionPostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'commission_cost', amount: negate(amount) },
    { account: 'commission_payable', amount },
  ])
}

/** Books a commission payment that left the bank. */
export function commissionPaymentPostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'commission_payable', amount: negate(amount) },
    { account: 'bank', amount },
  ])
}

/**
 * Books withheld tax that is paid to the tax office or settled with overpaid tax. A negative amount is a refund from
 * the tax office.
 */
export function taxPaymentPostings(kind: 'vat' | 'surcharge' | 'iit', amount: Fen, from: 'bank' | 'overpaid_tax' = 'bank'): Posting[] {
  return dropZeros([
    { account: `tax_${kind}`, amount: negate(amount) },
    { account: from, amount },
  ])
}

/**
 * Books a clearing. A negative amount moves excess tax to `cleared_tax`, which is owed to the person. A positive amount
 * pays the tax of a payment from `cleared_tax`.
 */
export function clearedTaxPostings({ vat, surcharge, iit }: { readonly vat: Fen; readonly surcharge: Fen; readonly iit: Fen }): Posting[] {
  return dropZeros([
    { account: 'tax_vat', amount: vat },
    { account: 'tax_surcharge', amount: surcharge },
    { account: 'tax_iit', amount: iit },
    { account: 'cleared_tax', amount: negate(add(vat, surcharge, iit)) },
  ])
}

/** Books the refund of a clearing that left the bank. A negative amount was paid back by the person. */
export function clearingPaymentPostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'cleared_tax', amount: negate(amount) },
    { account: 'bank', amount },
  ])
}

/** Books the late-payment surcharge as a cost of the centre. A negative amount reverses it. */
export function lateFeePostings(amount: Fen): Posting[] {
  return dropZeros([
    { account: 'late_fee_cost', amount: negate(amount) },
    { account: 'bank', amount },
  ])
}

/** Books overpaid tax that the tax office refunds to the bank, or that the centre writes off. */
export function overpaidTaxPostings(amount: Fen, to: 'bank' | 'adjustment'): Posting[] {
  return dropZeros([
    { account: 'overpaid_tax', amount },
    { account: to, amount: negate(amount) },
  ])
}

/** The opening balance of an account. `unitId` is null for accounts of the centre. */
export interface OpeningBalance {
  readonly account: AccountKind
  readonly unitId: number | null
  readonly amount: Fen
}

/**
 * Returns the journals of opening balances. The balance of each unit is booked like a top-up. One journal of the centre
 * sets the bank and the other accounts. Throws RangeError if the balances do not add up.
 */
export function openingPostings(balances: readonly OpeningBalance[]): { readonly unitId: number | null; readonly postings: Posting[] }[] {
  if (sumOf(balances, (each) => each.amount) !== 0) throw new RangeError('opening balances do not add up')
  const unitBalances = balances.filter((balance) => balance.unitId !== null)
  const centreBalances = balances.filter((balance) => balance.unitId === null && balance.account !== 'bank')
  const unitTotal = sumOf(unitBalances, (each) => each.amount)
  const bankTotal = sumOf(
    balances.filter((balance) => balance.account === 'bank'),
    (each) => each.amount,
  )
  const centrePostings = dropZeros([
    { account: 'bank', amount: add(bankTotal, unitTotal) },
    ...centreBalances.map(({ account, amount }): Posting => ({ account, amount })),
  ])
  const journals = unitBalances.map(({ unitId, amount }) => ({ unitId, postings: topupPostings(amount) }))
  return [...journals, { unitId: null, postings: centrePostings }].filter(({ postings }) => postings.length > 0)
}

/** Returns the net movement of one account in a journal. */
export function movementOf(postings: readonly Posting[], account: AccountKind): Fen {
  return sumOf(
    postings.filter((posting) => posting.account === account),
    (each) => each.amount,
  )
}

/** Returns the shortage: zero if `available` is at least `needed`. */
export function shortageOf(needed: Fen, available: Fen): Fen {
  return needed > available ? subtract(needed, available) : subtract(needed, needed)
}
