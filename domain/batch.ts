/** The states of a payment batch (SM-BATCH). */
export const batchStates = [
  'draft',
  'fixing',
  'ready',
  'checking',
  'auditing',
  'payable',
  'paying',
  'paid',
  'partial',
  'failed',
  'closed',
  'cancelled',
] as const
export type BatchState = (typeof batchStates)[number]

/** What the list of all batches shows apart, beside all of them. */
export const batchTabs = ['auditing', 'paying', 'byHand', 'held', 'unknown', 'returned', 'differing'] as const
export type BatchTab = (typeof batchTabs)[number]

/** The orders a list of batches can have: by creation, or by what the unit pays. */
export const batchSorts = ['newest', 'oldest', 'cost', 'costRising'] as const
export type BatchSort = (typeof batchSorts)[number]

// What each state may be followed by: while a batch is prepared its lines decide; once sent, their ends do.
const followers: Readonly<Record<BatchState, readonly BatchState[]>> = {
  draft: ['fixing', 'ready', 'cancelled'],
  fixing: ['ready', 'cancelled'],
  // Checking and auditing are passed over where the unit's terms say so.
  ready: ['fixing', 'checking', 'auditing', 'payable', 'cancelled'],
  checking: ['fixing', 'ready', 'auditing', 'payable', 'cancelled'],
  auditing: ['fixing', 'checking', 'payable', 'cancelled'],
  // Figures that no longer stand go back to the last who confirmed them, or to the maker.
  payable: ['fixing', 'checking', 'auditing', 'paying', 'cancelled'],
  paying: ['paid', 'partial', 'failed'],
  // A return after success leaves a batch partly paid; a failed line that the bank paid after all is under way again.
  paid: ['paying', 'partial', 'closed'],
  partial: ['paying', 'closed'],
  failed: ['paying', 'closed'],
  closed: ['paying', 'partial'],
  cancelled: [],
}

/** Every legal move of a batch's state; the database holds the same (`app.batch_may_move`), and a test compares them. */
export function allBatchMoves(): [BatchState, BatchState][] {
  return batchStates.flatMap((from) => followers[from].map((to): [BatchState, BatchState] => [from, to]))
}

const possibleIn = {
  edit: ['draft', 'fixing', 'ready'],
  // A batch that was sent back may go again as it is: its errors, if any, are found when it is submitted.
  submit: ['fixing', 'ready'],
  // Whoever submitted it takes it back while nobody has checked it.
  withdraw: ['checking', 'auditing'],
  check: ['checking'],
  audit: ['auditing'],
  pay: ['payable'],
  cancel: ['draft', 'fixing', 'ready', 'checking', 'auditing', 'payable'],
  finish: ['paying', 'paid', 'partial', 'failed', 'closed'],
  resend: ['partial', 'failed', 'closed'],
  // Before that it is the unit's own; after that nothing is left to be sent.
  halt: ['checking', 'auditing', 'payable', 'paying'],
  release: ['checking', 'auditing', 'payable', 'paying', 'paid', 'partial', 'failed', 'closed', 'fixing', 'cancelled'],
  // Until it is paid its channel is that of the unit's terms.
  reroute: ['paying'],
  copy: ['checking', 'auditing', 'payable', 'paying', 'paid', 'partial', 'failed', 'closed', 'cancelled'],
} as const satisfies Record<string, readonly BatchState[]>

/** What can be done to a batch. */
export type BatchMove = keyof typeof possibleIn

/** Whether the move may be made from this state: asked by the button and by the server. */
export function canMove(state: BatchState, move: BatchMove): boolean {
  return (possibleIn[move] as readonly BatchState[]).includes(state)
}

/** How many lines of a batch stand where. */
export interface LineTally {
  readonly open: number
  readonly success: number
  readonly failed: number
  readonly returned: number
}

/**
 * The state of a batch that was sent, derived from its lines: still paying while any line has no end, then all paid, part paid or none.
 * A return after success makes a paid (or closed) batch partial again.
 */
export function stateOfSent(tally: LineTally, isClosed: boolean): BatchState {
  if (tally.open > 0) return 'paying'
  if (tally.failed + tally.returned === 0) return isClosed ? 'closed' : 'paid'
  return tally.success === 0 && tally.returned === 0 ? 'failed' : 'partial'
}
