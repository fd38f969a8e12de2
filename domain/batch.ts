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

const moves = {
  edit: { from: ['draft', 'fixing', 'ready'], to: null },
  // A batch that was sent back may go again as it is: its errors, if any, are found when it is submitted.
  submit: { from: ['fixing', 'ready'], to: 'checking' },
  check: { from: ['checking'], to: 'auditing' },
  rejectCheck: { from: ['checking'], to: 'fixing' },
  audit: { from: ['auditing'], to: 'payable' },
  rejectAudit: { from: ['auditing'], to: 'fixing' },
  recalculate: { from: ['payable'], to: 'fixing' },
  pay: { from: ['payable'], to: 'paying' },
  cancel: { from: ['draft', 'fixing', 'ready', 'checking', 'auditing', 'payable'], to: 'cancelled' },
  finish: { from: ['paying', 'paid', 'partial', 'failed', 'closed'], to: null },
  resend: { from: ['partial', 'failed', 'closed'], to: null },
  close: { from: ['paid', 'partial', 'failed'], to: 'closed' },
} as const satisfies Record<string, { from: readonly BatchState[]; to: BatchState | null }>

/** What can be done to a batch. */
export type BatchMove = keyof typeof moves

/** Whether the move may be made from this state: asked by the button and by the server. */
export function canMove(state: BatchState, move: BatchMove): boolean {
  return (moves[move].from as readonly BatchState[]).includes(state)
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
