// Claims of operators for their work (收款单) and their objections to payments. Both end in ordinary batches and lines.

/** Where a claim stands. */
export const claimStates = ['draft', 'pending', 'confirmed', 'paying', 'paid', 'returned', 'cancelled'] as const
export type ClaimState = (typeof claimStates)[number]

interface Move {
  readonly from: readonly ClaimState[]
  /** null: the state stays. */
  readonly to: ClaimState | null
}

const moves = {
  edit: { from: ['draft', 'returned'], to: null },
  submit: { from: ['draft', 'returned'], to: 'pending' },
  withdraw: { from: ['pending'], to: 'draft' },
  /** The operator says that what the centre entered for them is wrong. */
  object: { from: ['pending', 'confirmed'], to: 'returned' },
  cancel: { from: ['draft', 'returned'], to: 'cancelled' },
  confirm: { from: ['pending'], to: 'confirmed' },
  giveBack: { from: ['pending', 'confirmed'], to: 'returned' },
  merge: { from: ['confirmed'], to: 'paying' },
  /** What the line of a batch became, told by the database. */
  arrive: { from: ['paying'], to: 'paid' },
  fail: { from: ['paying'], to: 'confirmed' },
  bounce: { from: ['paid'], to: 'confirmed' },
} as const satisfies Record<string, Move>

/** What can happen to a claim. */
export type ClaimMove = keyof typeof moves

/** What people do with a claim. */
export const claimVerbs = ['edit', 'submit', 'withdraw', 'object', 'cancel', 'confirm', 'giveBack', 'merge'] as const satisfies readonly ClaimMove[]
export type ClaimVerb = (typeof claimVerbs)[number]

/** Whether it can happen to a claim in this state: asked by the button and by the server. */
export function canMoveClaim(state: ClaimState, move: ClaimMove): boolean {
  return (moves[move].from as readonly ClaimState[]).includes(state)
}

/** The state after it; the same where it changes none. */
export function claimAfter(state: ClaimState, move: ClaimMove): ClaimState {
  return moves[move].to ?? state
}

/** The days of a claim against today and its order; null when they are fine. */
export function claimDaysProblem(
  days: { readonly from: string; readonly to: string },
  order: { readonly from: string; readonly to: string },
  today: string,
): 'periodTurned' | 'periodAhead' | 'periodOutside' | null {
  if (days.to < days.from) return 'periodTurned'
  if (days.to > today) return 'periodAhead'
  return days.from < order.from || days.to > order.to ? 'periodOutside' : null
}

/** What an operator says against a payment: not their business, another amount, nothing arrived. */
export const objectionKinds = ['notMine', 'amount', 'notArrived'] as const
export type ObjectionKind = (typeof objectionKinds)[number]

/** Where an objection stands: the unit answers, the centre decides. */
export const objectionStates = ['open', 'answered', 'upheld', 'rejected', 'withdrawn'] as const
export type ObjectionState = (typeof objectionStates)[number]

const objectionMoves = {
  answer: ['open'],
  decide: ['open', 'answered'],
  withdrawObjection: ['open', 'answered'],
} as const satisfies Record<string, readonly ObjectionState[]>
export type ObjectionMove = keyof typeof objectionMoves

/** Whether it can be done with an objection; the centre decides without the unit's answer once that is late. */
export function canMoveObjection(objection: { readonly state: ObjectionState; readonly isLate: boolean }, move: ObjectionMove): boolean {
  if (move === 'decide' && objection.state === 'open') return objection.isLate
  return (objectionMoves[move] as readonly ObjectionState[]).includes(objection.state)
}

/** How a payment to an operator stands, as they see it. */
export const receivedStates = ['underway', 'arrived', 'failed', 'returned'] as const
export type ReceivedState = (typeof receivedStates)[number]

/** What is known of the tax of a payment: nothing was taken, it was taken and its month is still open, closed, declared, or proved by a certificate. */
export const taxStandings = ['none', 'waiting', 'withheld', 'closed', 'declared', 'certified'] as const
export type TaxStanding = (typeof taxStandings)[number]

/** What is known of the invoice over a payment: of mode 1 the one of the business, of mode 2 that of the centre. */
export const invoiceStandings = ['none', 'applied', 'issued'] as const
export type InvoiceStanding = (typeof invoiceStandings)[number]
