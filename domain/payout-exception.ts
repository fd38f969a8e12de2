import { type LineState, underWayStates } from '#/domain/line.ts'

/**
 * What a bank did, or says, that our books cannot take as it stands.
 * - late_success: paid, though the order had failed, was given up or was replaced by another number.
 * - wrong_amount: paid, but another amount than ordered.
 * - not_booked: an answer that our own books refuse: less was set aside than it costs.
 * - unknown_number: money moved under a number that this channel was never given.
 * - stray_return: money came back that had not been paid as far as we know.
 * - return_amount: another amount came back than was paid. second_return: a payment came back once more.
 * - used_notice: a notice under an identifier that the channel used for something else.
 * - contradiction: the channel says failed of what it had paid.
 * - absent: the channel does not know an order that it took or may have taken. overdue: no answer for too long.
 * - unreadable: the answer of the channel cannot be read.
 */
export const exceptionKinds = [
  'late_success',
  'wrong_amount',
  'not_booked',
  'unknown_number',
  'stray_return',
  'return_amount',
  'second_return',
  'used_notice',
  'contradiction',
  'absent',
  'overdue',
  'unreadable',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

export const exceptionStates = ['open', 'proposed', 'resolved'] as const
export type ExceptionState = (typeof exceptionStates)[number]

/** What pays nothing more until an exception is resolved. */
export const stopScopes = ['none', 'unit', 'channel'] as const
export type StopScope = (typeof stopScopes)[number]

/**
 * How an exception ends.
 * - paid: the bank paid the line: it succeeds by the ordinary steps, a difference of the amount goes to the adjustment account.
 * - as_ordered: the same, and what the bank really moved is the amount that was ordered.
 * - returned: the payment came back: the ordinary return, a difference to the adjustment account.
 * - failed: the bank will never pay the line: what was set aside is free.
 * - undone: the bank took its movement back; a line that had no end has failed.
 * - unit: the unit bears it, or gets it.
 * - adjustment: the centre bears it, or keeps it.
 * - noted: no money moved and nothing is left to do.
 */
export const resolutions = ['paid', 'as_ordered', 'returned', 'failed', 'undone', 'unit', 'adjustment', 'noted'] as const
export type Resolution = (typeof resolutions)[number]

/** The final result of an order as the channel reports it. */
export type ReportedResult = 'success' | 'failed' | 'returned'

/** What decides how an exception may end. */
export interface ExceptionFacts {
  readonly told: ReportedResult | null
  /** Fen on the suspense account for it: below zero for money that left. */
  readonly suspense: number
  /** What was ordered; null where there is no line of ours. */
  readonly ours: number | null
  /** Where the line stands now; null where there is none. */
  readonly line: LineState | null
  /** Whether the order is the one that decides the line: not one that another number replaced. */
  readonly isOwnOrder: boolean
  /** Whether another number, or another line of the same debt, pays or is about to pay what this line did not. */
  readonly isRepeated: boolean
}

const unpaid: readonly LineState[] = ['failed', 'cancelled', 'held']

function ofOpenLine({ told, suspense, ours }: ExceptionFacts): Resolution[] {
  if (told === 'failed') return ['failed']
  if (told === 'returned') return ['returned', 'undone']
  if (told === null) return ['paid', 'failed']
  return suspense === 0 || -suspense === ours ? ['paid', 'undone'] : ['paid', 'as_ordered', 'undone']
}

/**
 * The ways in which an exception may end as things stand, in the order they are offered. Payment is never booked twice: a line that another number or batch pays
 * is not paid by this order as well. A debt that another line pays is not paid again. Nothing that leaves a line free to be sent again is offered while the person may have the money.
 */
export function resolutionsOf(facts: ExceptionFacts): Resolution[] {
  const { told, suspense, line, isOwnOrder, isRepeated } = facts
  if (line !== null && isOwnOrder && underWayStates.includes(line)) return ofOpenLine(facts)
  const settled: Resolution[] = suspense === 0 ? ['noted'] : line === null ? ['undone', 'adjustment'] : ['undone', 'unit', 'adjustment']
  if (line !== null && unpaid.includes(line) && told === 'success' && !isRepeated && suspense < 0) return ['paid', ...settled]
  if (line === 'success' && isOwnOrder && (told === 'returned' || told === 'failed')) return ['returned', ...settled]
  return settled
}

/** What a kind stops: what the bank contradicts itself in stops the channel, what our own books refuse stops the unit. */
export function stopsOf(kind: ExceptionKind, wasAccepted: boolean): StopScope {
  if (kind === 'not_booked') return 'unit'
  if (kind === 'overdue' || kind === 'unreadable') return 'none'
  // An order that the channel never confirmed may well have been lost on the way; one that it took and does not know is a contradiction.
  return kind === 'absent' && !wasAccepted ? 'none' : 'channel'
}
