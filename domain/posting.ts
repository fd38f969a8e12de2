import { add, type Fen, negate, subtract, sumOf } from '#/domain/money.ts'

/** The accounts that the product's own journals touch. The first three belong to a unit, the others to the centre. */
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
  'late_fee_cost',
  'fee_income',
  'adjustment',
  'commission_cost',
  'commission_payable',
] as const
export type AccountKind = (typeof accountKinds)[number]

/**
 * One entry of a journal. Credits are positive and debits negative: what the centre owes (a unit's prepayment, withheld tax) and what it earned (fees) grows
 * with plus; the money at the bank, which it owns, grows with minus. So every journal sums to zero, and a bank balance of −100 means 100 at the bank.
 */
export interface Posting {
  readonly account: AccountKind
  readonly amount: Fen
}

/** What one payment consists of: the cost to the unit and its parts (INV-05: cost = net + vat + surcharge + iit + fee). */
export interface PaidParts {
  readonly cost: Fen
  readonly net: Fen
  readonly vat: Fen
  readonly surcharge: Fen
  readonly iit: Fen
  readonly fee: Fen
}

function withoutZeros(postings: readonly Posting[]): Posting[] {
  return postings.filter((each) => each.amount !== 0)
}

/** Money of a unit arrived at the bank. */
export function topupPostings(amount: Fen): Posting[] {
  return withoutZeros([
    { account: 'unit_available', amount },
    { account: 'bank', amount: negate(amount) },
  ])
}

/** The cost of a batch is set aside. */
export function freezePostings(cost: Fen): Posting[] {
  return withoutZeros([
    { account: 'unit_available', amount: negate(cost) },
    { account: 'unit_frozen', amount: cost },
  ])
}

/** What was set aside and not paid goes back (failed and cancelled lines, batches that go back). */
export function unfreezePostings(cost: Fen): Posting[] {
  return withoutZeros([
    { account: 'unit_frozen', amount: negate(cost) },
    { account: 'unit_available', amount: cost },
  ])
}

/** What a unit asked back is set aside until it is paid. */
export function refundAskedPostings(amount: Fen): Posting[] {
  return withoutZeros([
    { account: 'unit_available', amount: negate(amount) },
    { account: 'unit_refund', amount },
  ])
}

/** A refund that was not paid: the unit may spend it again. */
export function refundUndonePostings(amount: Fen): Posting[] {
  return withoutZeros([
    { account: 'unit_refund', amount: negate(amount) },
    { account: 'unit_available', amount },
  ])
}

/** A refund left the bank. */
export function refundPaidPostings(amount: Fen): Posting[] {
  return withoutZeros([
    { account: 'unit_refund', amount: negate(amount) },
    { account: 'bank', amount },
  ])
}

/** A correction of what a unit may spend (below zero: less than before), against the centre's adjustments. */
export function adjustmentPostings(amount: Fen): Posting[] {
  return withoutZeros([
    { account: 'unit_available', amount },
    { account: 'adjustment', amount: negate(amount) },
  ])
}

function paidParts(parts: PaidParts): Posting[] {
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

/** A payment succeeded: what was set aside leaves to the payee, the tax accounts and the fee (INV-09). Throws RangeError when the parts are not the cost. */
export function paymentPostings(parts: PaidParts): Posting[] {
  return withoutZeros([{ account: 'unit_frozen', amount: negate(parts.cost) }, ...paidParts(parts)])
}

/** A payment came back after success: everything it moved is reversed and the unit may spend the cost again (INV-09). Throws as `paymentPostings`. */
export function returnPostings(parts: PaidParts): Posting[] {
  const reversed = paidParts(parts).map((each) => ({ account: each.account, amount: negate(each.amount) }))
  return withoutZeros([{ account: 'unit_available', amount: parts.cost }, ...reversed])
}

/**
 * The bank moved money that the books cannot place: below zero it left and somebody owes it (an asset), above zero it came and is owed to somebody. It is cleared
 * by `clearingPostings`.
 */
export function suspensePostings(amount: Fen): Posting[] {
  return withoutZeros([
    { account: 'bank', amount: negate(amount) },
    { account: 'suspense', amount },
  ])
}

/**
 * What stood on the suspense account goes where it belongs: back through the bank, to the unit, or to the centre's adjustments. `booked` is what the ordinary
 * journal of the line moves at the bank right after (below zero: pays): the bank's part makes room for it, and a difference remains with the adjustments.
 */
export function clearingPostings(amount: Fen, to: 'bank' | 'unit_available' | 'adjustment', booked: Fen | null = null): Posting[] {
  const away: Posting = { account: 'suspense', amount: negate(amount) }
  if (booked === null) return withoutZeros([away, { account: to, amount }])
  return withoutZeros([away, { account: 'bank', amount: booked }, { account: 'adjustment', amount: subtract(amount, booked) }])
}

/** The bank moved money that is the centre's own: a fee, interest, or a difference that it bears (below zero) or keeps. */
export function differencePostings(amount: Fen): Posting[] {
  return withoutZeros([
    { account: 'bank', amount: negate(amount) },
    { account: 'adjustment', amount },
  ])
}

/** Commission is owed to a party (below zero: less than before, by a correction). */
export function commissionPostings(amount: Fen): Posting[] {
  return withoutZeros([
    { account: 'commission_cost', amount: negate(amount) },
    { account: 'commission_payable', amount },
  ])
}

/** Commission that was owed leaves the bank. */
export function commissionPaidPostings(amount: Fen): Posting[] {
  return withoutZeros([
    { account: 'commission_payable', amount: negate(amount) },
    { account: 'bank', amount },
  ])
}

/** Withheld tax leaves the bank to the tax office (below zero: the tax office gives it back), or is settled with tax that was paid too much. */
export function taxPaidPostings(kind: 'vat' | 'surcharge' | 'iit', amount: Fen, from: 'bank' | 'overpaid_tax' = 'bank'): Posting[] {
  return withoutZeros([
    { account: `tax_${kind}`, amount: negate(amount) },
    { account: from, amount },
  ])
}

/** The surcharge for paying late leaves the bank at the cost of the centre; below zero: it is taken back. */
export function lateFeePostings(amount: Fen): Posting[] {
  return withoutZeros([
    { account: 'late_fee_cost', amount: negate(amount) },
    { account: 'bank', amount },
  ])
}

/** Tax that was paid too much is refunded to the bank, or withdrawn at the cost of the centre. */
export function overpaidTaxPostings(amount: Fen, to: 'bank' | 'adjustment'): Posting[] {
  return withoutZeros([
    { account: 'overpaid_tax', amount },
    { account: to, amount: negate(amount) },
  ])
}

/** A balance that an account begins with: of a unit, or (null) of the centre. */
export interface OpeningBalance {
  readonly account: AccountKind
  readonly unitId: number | null
  readonly amount: Fen
}

/**
 * The journals of opening balances: what a unit brings stands against the bank, as if it had just topped up, and one journal of the centre sets the bank and all
 * else to what the sheet says. Throws RangeError for balances that do not add up.
 */
export function openingPostings(balances: readonly OpeningBalance[]): { readonly unitId: number | null; readonly postings: Posting[] }[] {
  if (sumOf(balances, (each) => each.amount) !== 0) throw new RangeError('opening balances do not add up')
  const ofUnits = balances.filter((each) => each.unitId !== null)
  const own = balances.filter((each) => each.unitId === null && each.account !== 'bank')
  const inUnits = sumOf(ofUnits, (each) => each.amount)
  const bank = sumOf(
    balances.filter((each) => each.account === 'bank'),
    (each) => each.amount,
  )
  const centre = withoutZeros([{ account: 'bank', amount: add(bank, inUnits) }, ...own.map(({ account, amount }): Posting => ({ account, amount }))])
  const journals = ofUnits.map(({ unitId, amount }) => ({ unitId, postings: topupPostings(amount) }))
  return [...journals, { unitId: null, postings: centre }].filter(({ postings }) => postings.length > 0)
}

/** What a journal does to one account. */
export function movementOf(postings: readonly Posting[], account: AccountKind): Fen {
  return sumOf(
    postings.filter((each) => each.account === account),
    (each) => each.amount,
  )
}

/** What is missing: zero when `available` covers `needed`. */
export function shortageOf(needed: Fen, available: Fen): Fen {
  return needed > available ? subtract(needed, available) : subtract(needed, needed)
}
