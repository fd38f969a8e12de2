import { type Fen, fen, type Ppm, ppm } from './money.ts'

/** Who is paid commission by bill; the parts of centre and platform stay where they are. */
export const billParties = ['partner', 'staff'] as const
export type BillParty = (typeof billParties)[number]

/** Where a monthly bill stands. What is on no bill yet is accruing. */
export const billStates = ['generated', 'disputed', 'confirmed', 'invoiced', 'paid'] as const
export type BillState = (typeof billStates)[number]

/** What can be done with a bill. */
export const billVerbs = ['confirm', 'dispute', 'answer', 'propose', 'decide', 'invoice', 'returnInvoice', 'prepare', 'pay'] as const
export type BillVerb = (typeof billVerbs)[number]

/** A step in the history of a bill. */
export const billSteps = [
  'issued',
  'confirmed',
  'disputed',
  'answered',
  'proposed',
  'adjusted',
  'declined',
  'invoiced',
  'invoiceReturned',
  'prepared',
  'notPaid',
  'paid',
] as const
export type BillStep = (typeof billSteps)[number]

// A partner is a business and sends an invoice first; staff have none to send.
const from: Readonly<Record<BillVerb, Readonly<Record<BillParty, readonly BillState[]>>>> = {
  confirm: { partner: ['generated'], staff: ['generated'] },
  dispute: { partner: ['generated'], staff: ['generated'] },
  answer: { partner: ['disputed'], staff: ['disputed'] },
  propose: { partner: ['generated', 'disputed'], staff: ['generated', 'disputed'] },
  decide: { partner: ['generated', 'disputed'], staff: ['generated', 'disputed'] },
  invoice: { partner: ['confirmed'], staff: [] },
  returnInvoice: { partner: ['invoiced'], staff: [] },
  prepare: { partner: ['invoiced'], staff: ['confirmed'] },
  pay: { partner: ['invoiced'], staff: ['confirmed'] },
}

/** Whether this can be done with a bill of such a party in this state. */
export function isBillMove(verb: BillVerb, party: BillParty, state: BillState): boolean {
  return from[verb][party].includes(state)
}

/** The rate that a commission comes to over all, rounded down; zero where nothing was done business with. */
export function rateOfCommission(amount: Fen, base: Fen): Ppm {
  return base <= 0 || amount <= 0 ? ppm(0) : ppm(Number((BigInt(amount) * 1_000_000n) / BigInt(base)))
}

/** What a bill comes to once it is corrected by so much. */
export function adjustedBill(amount: Fen, by: Fen): Fen {
  return fen(amount + by)
}

/** Where what was earned on a day stands: on no bill yet, on a bill, paid. */
export const dayStates = ['accruing', 'billed', 'paid'] as const
export type DayState = (typeof dayStates)[number]

/** What of bills waits: for those who handle them an answer or a payment, or to be confirmed as somebody else entered it; for the payee the own confirmation. */
export const billWaits = ['toPay', 'toCheck', 'toConfirm'] as const
export type BillWait = (typeof billWaits)[number]
