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

export const batchTabs = ['auditing', 'paying', 'byHand', 'held', 'unknown', 'returned', 'differing'] as const
export type BatchTab = (typeof batchTabs)[number]

/** Sort orders of a list of batches: by creation, or by cost to the unit. */
export const batchSorts = ['newest', 'oldest', 'cost', 'costRising'] as const
export type BatchSort = (typeof batchSorts)[number]

// The states that can follow each state. Once a batch is sent, the results of its lines decide its state.
const nextStates: Readonly<Record<BatchState, readonly BatchState[]>> = {
  draft: ['fixing', 'ready', 'cancelled'],
  fixing: ['ready', 'cancelled'],
  // The unit's terms may skip checking and auditing.
  ready: ['fixing', 'checking', 'auditing', 'payable', 'cancelled'],
  checking: ['fixing', 'ready', 'auditing', 'payable', 'cancelled'],
  auditing: ['fixing', 'checking', 'payable', 'cancelled'],
  // A batch with outdated figures returns to the stage that last confirmed them, or to the maker.
  payable: ['fixing', 'checking', 'auditing', 'paying', 'cancelled'],
  paying: ['paid', 'partial', 'failed'],
  // A payment returned after success makes a batch partial. A failed line that the bank paid late makes it paying
  // again.
  paid: ['paying', 'partial', 'closed'],
  partial: ['paying', 'closed'],
  failed: ['paying', 'closed'],
  closed: ['paying', 'partial'],
  cancelled: [],
}

/**
 * Returns all allowed changes of state. The database enforces the same changes (`app.batch_may_move`), and a test
 * compares both.
 */
export function allBatchTransitions(): [BatchState, BatchState][] {
  return batchStates.flatMap((from) => nextStates[from].map((to): [BatchState, BatchState] => [from, to]))
}

const statesAllowing = {
  edit: ['draft', 'fixing', 'ready'],
  // A returned batch may be resubmitted unchanged. The submission checks it again.
  submit: ['fixing', 'ready'],
  // The submitter can withdraw a batch until it is checked.
  withdraw: ['checking', 'auditing'],
  check: ['checking'],
  audit: ['auditing'],
  pay: ['payable'],
  cancel: ['draft', 'fixing', 'ready', 'checking', 'auditing', 'payable'],
  finish: ['paying', 'paid', 'partial', 'failed', 'closed'],
  resend: ['partial', 'failed', 'closed'],
  // A halt is possible from the checking on, when the unit can no longer edit the batch, until no line remains to be
  // sent.
  halt: ['checking', 'auditing', 'payable', 'paying'],
  release: ['checking', 'auditing', 'payable', 'paying', 'paid', 'partial', 'failed', 'closed', 'fixing', 'cancelled'],
  // Before payment starts, the unit's terms decide the channel.
  reroute: ['paying'],
  copy: ['checking', 'auditing', 'payable', 'paying', 'paid', 'partial', 'failed', 'closed', 'cancelled'],
} as const satisfies Record<string, readonly BatchState[]>

export type BatchMove = keyof typeof statesAllowing

/** Returns whether the move is allowed in this state. Buttons and server use this rule. */
export function canMoveBatch(state: BatchState, move: BatchMove): boolean {
  return (statesAllowing[move] as readonly BatchState[]).includes(state)
}

/** The number of lines of a batch by result. */
export interface LineTally {
  readonly open: number
  readonly success: number
  readonly failed: number
  readonly returned: number
}

/**
 * Derives the state of a sent batch from its lines: paying while a line is open, then paid, partial or failed. A
 * payment returned after success makes a paid or closed batch partial.
 */
export function stateOfSentBatch(tally: LineTally, isClosed: boolean): BatchState {
  if (tally.open > 0) return 'paying'
  if (tally.failed + tally.returned === 0) return isClosed ? 'closed' : 'paid'
  return tally.success === 0 && tally.returned === 0 ? 'failed' : 'partial'
}
