import { add, atLeast, atMost, type Fen, type Ppm, subtract, sumOf, withoutTax, ZERO } from '#/domain/base/money.ts'

/** Kinds of VAT invoice. Only a special invoice lets the buyer deduct input tax. */
export const invoiceKinds = ['special', 'ordinary'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** The way in which the payments of an application were selected. */
export const applicationBases = ['batches', 'period', 'amount'] as const
export type ApplicationBasis = (typeof applicationBases)[number]

export const invoiceApplicationStates = ['pending', 'todo', 'issuing', 'part', 'issued', 'failed', 'withdrawn', 'rejected'] as const
export type InvoiceApplicationState = (typeof invoiceApplicationStates)[number]

export const invoiceApplicationActions = ['review', 'withdraw', 'issue', 'fail', 'reopen', 'release', 'replace', 'mail', 'red'] as const
export type InvoiceApplicationAction = (typeof invoiceApplicationActions)[number]

export const invoiceApplicationSteps = [
  'applied',
  'approved',
  'rejected',
  'withdrawn',
  'listed',
  'sent',
  'issued',
  'failed',
  'reopened',
  'released',
  'replaced',
  'mailed',
  'mailFailed',
  'redAsked',
  'redSent',
  'redMoved',
  'redIssued',
  'lineReturned',
] as const
export type InvoiceApplicationStep = (typeof invoiceApplicationSteps)[number]

/** States of applications with invoices that are not issued yet. */
export const issuableStates = ['todo', 'issuing', 'part'] as const satisfies readonly InvoiceApplicationState[]

const allowedStates: Readonly<Record<InvoiceApplicationAction, readonly InvoiceApplicationState[]>> = {
  review: ['pending'],
  withdraw: ['pending', 'todo'],
  issue: issuableStates,
  fail: issuableStates,
  reopen: ['failed'],
  release: ['failed'],
  replace: ['part', 'issued', 'failed'],
  mail: ['part', 'issued', 'failed'],
  red: ['part', 'issued', 'failed'],
}

/** Returns whether the action is allowed in this state. */
export function isInvoiceActionAllowed(action: InvoiceApplicationAction, state: InvoiceApplicationState): boolean {
  return allowedStates[action].includes(state)
}

export const invoiceStates = ['planned', 'issued', 'partRed', 'red', 'released'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const invoiceFileKinds = ['pdf', 'ofd', 'xml'] as const
export type InvoiceFileKind = (typeof invoiceFileKinds)[number]

export interface InvoiceFigures {
  readonly price: Fen
  readonly tax: Fen
  readonly total: Fen
}

/** Splits a total into price and tax. The price is rounded, and the tax is the remainder. */
export function invoiceFigures(total: Fen, rate: Ppm): InvoiceFigures {
  const price = withoutTax(total, rate)
  return { price, tax: subtract(total, price), total }
}

/**
 * Splits an amount into invoices of at most `limit`, the last with the remainder. Tax is computed for each invoice.
 * Throws RangeError unless both amounts are positive.
 */
export function splitInvoices(amount: Fen, limit: Fen, rate: Ppm): InvoiceFigures[] {
  if (amount <= 0 || limit <= 0) throw new RangeError('an amount and a limit are above zero')
  const parts: InvoiceFigures[] = []
  for (let remaining = amount; remaining > 0; remaining = subtract(remaining, atMost(remaining, limit)))
    parts.push(invoiceFigures(atMost(remaining, limit), rate))
  return parts
}

/**
 * Returns the price and tax that a red-letter invoice reverses. If it covers the whole remainder, it reverses exactly
 * the remaining price and tax. Throws RangeError if the amount exceeds the remainder.
 */
export function redInvoiceFigures(amount: Fen, remaining: InvoiceFigures, rate: Ppm): InvoiceFigures {
  if (amount <= 0 || amount > remaining.total) throw new RangeError('a red letter takes back at most what is left')
  if (amount === remaining.total) return remaining
  // Neither price nor tax may exceed the remainder.
  const reversedPrice = atLeast(atMost(invoiceFigures(amount, rate).price, remaining.price), subtract(amount, remaining.tax))
  return { price: reversedPrice, tax: subtract(amount, reversedPrice), total: amount }
}

export const redReasons = ['returned', 'mistake', 'stopped', 'discount'] as const
export type RedReason = (typeof redReasons)[number]

/** State codes of a red-letter confirmation, as the tax office numbers them (SM-RED). */
export const redCodes = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'] as const
export type RedCode = (typeof redCodes)[number]

const redMoves: Readonly<Record<RedCode, readonly RedCode[]>> = {
  '10': ['01', '02', '03', '08'],
  '01': ['09'],
  '02': ['04', '05', '08'],
  '03': ['04', '06', '08'],
  '04': ['09'],
  '05': [],
  '06': [],
  '07': [],
  '08': [],
  '09': [],
}

/**
 * Returns the states that the tax office can report next. State 07 follows only from the deadline, once it `isOver`.
 */
export function nextRedCodes(code: RedCode, isOver = false): readonly RedCode[] {
  return isOver && hasRedDeadline(code) ? [...redMoves[code], '07'] : redMoves[code]
}

/** States in which a red letter has reversed amounts, or still can. */
export const activeRedCodes = ['01', '02', '03', '04', '10'] as const satisfies readonly RedCode[]
/** The hours within which the other party must confirm. */
export const redHours = 72

/** Returns whether the confirmation deadline runs in this state. */
export function hasRedDeadline(code: RedCode): boolean {
  return code === '02' || code === '03'
}

/** Returns whether the red-letter invoice may be issued in this state. */
export function canIssueRedInvoice(code: RedCode): boolean {
  return code === '01' || code === '04'
}

export interface LinePart {
  readonly id: number
  readonly amount: Fen
}

/**
 * Returns the payments that a red letter releases: returned payments first, then the newest. Throws RangeError if the
 * amount exceeds the invoiced amount.
 */
export function releasedParts(amount: Fen, lines: readonly (LinePart & { readonly isReturned: boolean })[]): LinePart[] {
  const parts: LinePart[] = []
  let remaining = amount
  for (const line of lines.toSorted((a, b) => Number(b.isReturned) - Number(a.isReturned) || b.id - a.id)) {
    const releasedAmount = atMost(line.amount, remaining)
    if (releasedAmount <= ZERO) continue
    parts.push({ id: line.id, amount: releasedAmount })
    remaining = subtract(remaining, releasedAmount)
  }
  if (remaining > 0) throw new RangeError('a red letter reverses at most the invoiced amount')
  return parts
}

/** An issued red letter, and what its invoice still holds. */
export interface IssuedRedLetter {
  readonly reason: RedReason
  readonly amount: Fen
  /** Whether the red letters now cover the whole invoice. */
  readonly isWhole: boolean
  /** The part of the invoice's discounts, this letter included, that is not released yet. */
  readonly heldDiscounts: Fen
}

type InvoicedLine = LinePart & { readonly isReturned: boolean }

const returnedTotal = (lines: readonly InvoicedLine[]) =>
  sumOf(
    lines.filter(({ isReturned }) => isReturned),
    (line) => line.amount,
  )

/**
 * Returns the payments that an issued red letter releases for other invoices. A discount reduces the sale, so its
 * amount is not invoiced again (财税〔2016〕36号 第四十二条, decision 0107). Once the whole invoice is reversed, its
 * discounts end for returned payments, also if the last red letter names another reason.
 */
export function partsReleasedByRedLetter({ reason, amount, isWhole, heldDiscounts }: IssuedRedLetter, invoicedLines: readonly InvoicedLine[]): LinePart[] {
  const reversedAmount = reason === 'discount' ? ZERO : amount
  const releasedDiscount = isWhole ? atMost(heldDiscounts, atLeast(subtract(returnedTotal(invoicedLines), reversedAmount), ZERO)) : ZERO
  return releasedParts(add(reversedAmount, releasedDiscount), invoicedLines)
}

/**
 * Returns the returned payments that a wholly reversed invoice releases from its discounts. No further red letter can
 * release them.
 */
export function partsReleasedByReturn(heldDiscounts: Fen, invoicedLines: readonly InvoicedLine[]): LinePart[] {
  return releasedParts(atMost(heldDiscounts, returnedTotal(invoicedLines)), invoicedLines)
}
