import { atLeast, atMost, type Fen, type Ppm, subtract, withoutTax, ZERO } from './money.ts'

/** What an invoice is for its buyer: only a special one lets input tax be deducted. */
export const invoiceKinds = ['special', 'ordinary'] as const
export type InvoiceKind = (typeof invoiceKinds)[number]

/** How the payments of an application were chosen. */
export const applyBases = ['batches', 'period', 'amount'] as const
export type ApplyBasis = (typeof applyBases)[number]

/** Where an application stands (SM-INV). */
export const applicationStates = ['pending', 'todo', 'issuing', 'part', 'issued', 'failed', 'withdrawn', 'rejected'] as const
export type ApplicationState = (typeof applicationStates)[number]

/** What can be done with an application. */
export const applicationVerbs = ['review', 'withdraw', 'issue', 'fail', 'reopen', 'release', 'replace', 'mail', 'red'] as const
export type ApplicationVerb = (typeof applicationVerbs)[number]

/** A step in the history of an application. */
export const applicationSteps = [
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
export type ApplicationStep = (typeof applicationSteps)[number]

/** Waits to be issued, whole or the rest of it. */
export const toIssueStates = ['todo', 'issuing', 'part'] as const satisfies readonly ApplicationState[]

const from: Readonly<Record<ApplicationVerb, readonly ApplicationState[]>> = {
  review: ['pending'],
  withdraw: ['pending', 'todo'],
  issue: toIssueStates,
  fail: toIssueStates,
  reopen: ['failed'],
  release: ['failed'],
  replace: ['part', 'issued', 'failed'],
  mail: ['part', 'issued', 'failed'],
  red: ['part', 'issued', 'failed'],
}

/** Whether this can be done with an application in this state. */
export function isApplicationMove(verb: ApplicationVerb, state: ApplicationState): boolean {
  return from[verb].includes(state)
}

export const invoiceStates = ['planned', 'issued', 'partRed', 'red', 'released'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const invoiceFileKinds = ['pdf', 'ofd', 'xml'] as const
export type InvoiceFileKind = (typeof invoiceFileKinds)[number]

/** Figures of one invoice. */
export interface InvoiceFigures {
  readonly price: Fen
  readonly tax: Fen
  readonly total: Fen
}

/** Price and tax inside a total, for one invoice: the price is rounded, the tax is the rest. */
export function invoiceFigures(total: Fen, rate: Ppm): InvoiceFigures {
  const price = withoutTax(total, rate)
  return { price, tax: subtract(total, price), total }
}

/** The invoices of an amount: each as large as one may be, the last with the rest. Tax is worked out for each by itself. */
export function splitInvoices(amount: Fen, most: Fen, rate: Ppm): InvoiceFigures[] {
  if (amount <= 0 || most <= 0) throw new RangeError('an amount and a limit are above zero')
  const parts: InvoiceFigures[] = []
  for (let left = amount; left > 0; left = subtract(left, atMost(left, most))) parts.push(invoiceFigures(atMost(left, most), rate))
  return parts
}

/** What a red letter over a part takes back; the one that takes all that is left takes exactly what is left of price and tax. */
export function redFigures(amount: Fen, left: InvoiceFigures, rate: Ppm): InvoiceFigures {
  if (amount <= 0 || amount > left.total) throw new RangeError('a red letter takes back at most what is left')
  if (amount === left.total) return left
  // Neither of the two may come to more than is left of it.
  const taken = atLeast(atMost(invoiceFigures(amount, rate).price, left.price), subtract(amount, left.tax))
  return { price: taken, tax: subtract(amount, taken), total: amount }
}

/** Why an invoice is taken back. */
export const redReasons = ['returned', 'mistake', 'stopped', 'discount'] as const
export type RedReason = (typeof redReasons)[number]

/** States of a red letter as the tax office numbers them (SM-RED). */
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

/** What the tax office may say next; 07 comes by the clock alone. */
export function redMovesFrom(code: RedCode): readonly RedCode[] {
  return redMoves[code]
}

/** Codes of a red letter that takes something back, or still may. */
export const liveRedCodes = ['01', '02', '03', '04', '10'] as const satisfies readonly RedCode[]
/** The other side has so long to confirm. */
export const redHours = 72

/** Whether the clock runs while a red letter stands so. */
export function hasRedClock(code: RedCode): boolean {
  return code === '02' || code === '03'
}

/** Whether the red invoice may be issued. */
export function isRedReady(code: RedCode): boolean {
  return code === '01' || code === '04'
}

/** A part of a payment. */
export interface LinePart {
  readonly id: number
  readonly amount: Fen
}

/** Which payments a red letter gives back: those that came back first, then the newest. */
export function givenBack(amount: Fen, lines: readonly (LinePart & { readonly isReturned: boolean })[]): LinePart[] {
  const parts: LinePart[] = []
  let left = amount
  for (const line of lines.toSorted((a, b) => Number(b.isReturned) - Number(a.isReturned) || b.id - a.id)) {
    const taken = atMost(line.amount, left)
    if (taken <= ZERO) continue
    parts.push({ id: line.id, amount: taken })
    left = subtract(left, taken)
  }
  if (left > 0) throw new RangeError('a red letter gives back at most what is invoiced')
  return parts
}
