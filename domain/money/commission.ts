import { type Fen, fen, type Ppm, ppm } from '#/domain/base/money.ts'

/** Parties that receive commission by bill. The shares of centre and platform are not billed. */
export const billParties = ['partner', 'staff'] as const
export type BillParty = (typeof billParties)[number]

/** States of a monthly bill. Commission not yet billed is accruing. */
export const billStates = ['generated', 'disputed', 'confirmed', 'invoiced', 'paid'] as const
export type BillState = (typeof billStates)[number]

export const billActions = [
  'confirm',
  'dispute',
  'answer',
  'propose',
  'decide',
  'invoice',
  'returnInvoice',
  'prepare',
  'pay',
  'enterReturn',
  'decideReturn',
] as const
export type BillAction = (typeof billActions)[number]

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
  'bounced',
  'notBounced',
  'returned',
] as const
export type BillStep = (typeof billSteps)[number]

// A partner is a business and sends an invoice before payment. Staff cannot issue invoices.
const allowedStates: Readonly<Record<BillAction, Readonly<Record<BillParty, readonly BillState[]>>>> = {
  confirm: { partner: ['generated'], staff: ['generated'] },
  dispute: { partner: ['generated'], staff: ['generated'] },
  answer: { partner: ['disputed'], staff: ['disputed'] },
  propose: { partner: ['generated', 'disputed'], staff: ['generated', 'disputed'] },
  decide: { partner: ['generated', 'disputed'], staff: ['generated', 'disputed'] },
  invoice: { partner: ['confirmed'], staff: [] },
  returnInvoice: { partner: ['invoiced'], staff: [] },
  prepare: { partner: ['invoiced'], staff: ['confirmed'] },
  pay: { partner: ['invoiced'], staff: ['confirmed'] },
  enterReturn: { partner: ['paid'], staff: ['paid'] },
  decideReturn: { partner: ['paid'], staff: ['paid'] },
}

/** Returns the state of a bill whose payment the bank sent back: it can be paid again. */
export function stateAfterReturn(party: BillParty): BillState {
  return party === 'partner' ? 'invoiced' : 'confirmed'
}

/** Returns whether the action is allowed for this party and state. */
export function isBillActionAllowed(action: BillAction, party: BillParty, state: BillState): boolean {
  return allowedStates[action][party].includes(state)
}

/** Returns the effective commission rate, rounded down, or zero when the base is zero. */
export function commissionRate(amount: Fen, base: Fen): Ppm {
  return base <= 0 || amount <= 0 ? ppm(0) : ppm(Number((BigInt(amount) * 1_000_000n) / BigInt(base)))
}

/** Returns the bill after an adjustment, in fen. A negative adjustment reduces the bill. */
export function adjustBill(amount: Fen, by: Fen): Fen {
  return fen(amount + by)
}

/** State of the commission earned on a day: not billed, billed, paid. */
export const commissionDayStates = ['accruing', 'billed', 'paid'] as const
export type CommissionDayState = (typeof commissionDayStates)[number]

/** Pending work on bills: payment, confirmation of another person's entry, or the payee's own confirmation. */
export const pendingBillSteps = ['toPay', 'toCheck', 'toConfirm'] as const
export type PendingBillStep = (typeof pendingBillSteps)[number]
