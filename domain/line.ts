/** The states of a payment line (SM-ROW). */
export const lineStates = [
  'invalid',
  'warned',
  'ready',
  'excluded',
  'queued',
  'sent',
  'processing',
  'success',
  'failed',
  'held',
  'unknown',
  'returned',
  'cancelled',
] as const
export type LineState = (typeof lineStates)[number]

/** Ended without the money having left: it goes back to the prepayment. */
export const releasedStates = ['failed', 'cancelled', 'returned'] as const satisfies readonly LineState[]

/** What a bank says of the account itself (`failCode`): another order to the same account ends the same way. */
export const accountFaults: readonly string[] = ['name_mismatch', 'card_invalid', 'returned']

/** The channel has the order, or may have it, and has not said how it ended. */
export const underWayStates: readonly LineState[] = ['sent', 'processing', 'unknown']

const moves: Readonly<Record<LineState, readonly LineState[]>> = {
  invalid: ['ready', 'warned', 'excluded'],
  warned: ['invalid', 'ready', 'excluded', 'queued'],
  ready: ['invalid', 'warned', 'excluded', 'queued'],
  excluded: ['invalid', 'warned', 'ready'],
  queued: ['sent', 'held', 'cancelled'],
  // Back into the queue: the channel surely did not take it, and is given the same number later.
  sent: ['queued', 'processing', 'success', 'failed', 'held', 'unknown'],
  processing: ['success', 'failed', 'held', 'unknown'],
  unknown: ['success', 'failed', 'held', 'processing'],
  held: ['queued', 'cancelled', 'unknown'],
  success: ['returned'],
  // Under way again when two people settle that the bank paid it after all.
  failed: ['unknown'],
  returned: [],
  cancelled: ['unknown'],
}

/** Whether a line may go from one state to the other. The database holds the same moves (`app.may_move`), and a test compares them. */
export function mayBecome(from: LineState, to: LineState): boolean {
  return moves[from].includes(to)
}

/** Every legal move, for the comparison with the database. */
export function allLineMoves(): [LineState, LineState][] {
  return lineStates.flatMap((from) => moves[from].map((to): [LineState, LineState] => [from, to]))
}
