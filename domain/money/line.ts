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

/** States of a line whose money was not paid or came back, so that it returns to the prepayment of the unit. */
export const releasedLineStates = ['failed', 'cancelled', 'returned'] as const satisfies readonly LineState[]

/** Failure codes of a bank (`failCode`) about the account. Another order to this account would fail too. */
export const accountFailureCodes: readonly string[] = ['name_mismatch', 'card_invalid', 'returned']

/** States of a line whose order the channel has or may have, without a reported result. */
export const inProgressLineStates: readonly LineState[] = ['sent', 'processing', 'unknown']

const moves: Readonly<Record<LineState, readonly LineState[]>> = {
  invalid: ['ready', 'warned', 'excluded'],
  warned: ['invalid', 'ready', 'excluded', 'queued'],
  ready: ['invalid', 'warned', 'excluded', 'queued'],
  excluded: ['invalid', 'warned', 'ready'],
  queued: ['sent', 'held', 'cancelled'],
  // A sent line returns to the queue if the channel certainly did not accept it, and is sent again under the same
  // number.
  sent: ['queued', 'processing', 'success', 'failed', 'held', 'unknown'],
  processing: ['success', 'failed', 'held', 'unknown'],
  unknown: ['success', 'failed', 'held', 'processing'],
  held: ['queued', 'cancelled', 'unknown'],
  success: ['returned'],
  // A failed line reopens when two people confirm that the bank paid it after all.
  failed: ['unknown'],
  returned: [],
  cancelled: ['unknown'],
}

/**
 * Returns whether a line may change to another state. The database has the same rules (`app.may_move`), and a test
 * compares both.
 */
export function canMoveLine(from: LineState, to: LineState): boolean {
  return moves[from].includes(to)
}

/** Returns all allowed changes of state, for the comparison with the database. */
export function allLineMoves(): [LineState, LineState][] {
  return lineStates.flatMap((from) => moves[from].map((to): [LineState, LineState] => [from, to]))
}

/** The number of people that a maker can choose from the roster at once. */
export const maxRosterChoices = 1000
