// Claims of operators for their work (收款单), and their objections to payments. Ordinary batches and lines pay the
// claims.

export const claimStates = ['draft', 'pending', 'confirmed', 'paying', 'paid', 'returned', 'cancelled'] as const
export type ClaimState = (typeof claimStates)[number]

interface Move {
  readonly from: readonly ClaimState[]
  /** The next state; null if the state does not change. */
  readonly to: ClaimState | null
}

const moves = {
  edit: { from: ['draft', 'returned'], to: null },
  submit: { from: ['draft', 'returned'], to: 'pending' },
  withdraw: { from: ['pending'], to: 'draft' },
  /** The operator objects to a claim that the centre entered. */
  object: { from: ['pending', 'confirmed'], to: 'returned' },
  cancel: { from: ['draft', 'returned'], to: 'cancelled' },
  confirm: { from: ['pending'], to: 'confirmed' },
  giveBack: { from: ['pending', 'confirmed'], to: 'returned' },
  merge: { from: ['confirmed'], to: 'paying' },
  /** The bank paid the claim's line. A trigger of the database makes this move. */
  arrive: { from: ['paying'], to: 'paid' },
  fail: { from: ['paying'], to: 'confirmed' },
  bounce: { from: ['paid'], to: 'confirmed' },
} as const satisfies Record<string, Move>

/** Changes of a claim by people and by payment results. */
export type ClaimMove = keyof typeof moves

export const claimActions = ['edit', 'submit', 'withdraw', 'object', 'cancel', 'confirm', 'giveBack', 'merge'] as const satisfies readonly ClaimMove[]
export type ClaimAction = (typeof claimActions)[number]

/** Returns whether the move is allowed in this state. Buttons and server use this rule. */
export function canMoveClaim(state: ClaimState, move: ClaimMove): boolean {
  return (moves[move].from as readonly ClaimState[]).includes(state)
}

/** Returns the state after a permitted move. Some moves do not change the state. */
export function claimStateAfter(state: ClaimState, move: ClaimMove): ClaimState {
  return moves[move].to ?? state
}

/** Returns the reason why the period of a claim is invalid today or for its order, or null. */
export function claimDaysProblem(
  days: { readonly from: string; readonly to: string },
  order: { readonly from: string; readonly to: string },
  today: string,
): 'periodTurned' | 'periodAhead' | 'periodOutside' | null {
  if (days.to < days.from) return 'periodTurned'
  if (days.to > today) return 'periodAhead'
  return days.from < order.from || days.to > order.to ? 'periodOutside' : null
}

/** Objections of an operator to a payment: not the operator's business, wrong amount, or not received. */
export const objectionKinds = ['notMine', 'amount', 'notArrived'] as const
export type ObjectionKind = (typeof objectionKinds)[number]

/** States of an objection. The unit answers it, and the centre decides. */
export const objectionStates = ['open', 'answered', 'upheld', 'rejected', 'withdrawn'] as const
export type ObjectionState = (typeof objectionStates)[number]

const objectionMoves = {
  answer: ['open'],
  decide: ['open', 'answered'],
  withdrawObjection: ['open', 'answered'],
} as const satisfies Record<string, readonly ObjectionState[]>
export type ObjectionMove = keyof typeof objectionMoves

/** Returns whether the move is allowed. Once the unit's answer is late, the centre may decide without it. */
export function canMoveObjection(objection: { readonly state: ObjectionState; readonly isLate: boolean }, move: ObjectionMove): boolean {
  if (move === 'decide' && objection.state === 'open') return objection.isLate
  return (objectionMoves[move] as readonly ObjectionState[]).includes(objection.state)
}

/** State of a payment as the operator sees it. */
export const receivedPaymentStates = ['underway', 'arrived', 'failed', 'returned'] as const
export type ReceivedPaymentState = (typeof receivedPaymentStates)[number]

/** Tax status of a payment: no tax, not withheld yet, withheld in an open month, month closed, declared, certified. */
export const paymentTaxStatuses = ['none', 'waiting', 'withheld', 'closed', 'declared', 'certified'] as const
export type PaymentTaxStatus = (typeof paymentTaxStatuses)[number]

/** Invoice status of a payment. In mode 1 the business issues the invoice, in mode 2 the centre does. */
export const paymentInvoiceStatuses = ['none', 'applied', 'issued'] as const
export type PaymentInvoiceStatus = (typeof paymentInvoiceStatuses)[number]
