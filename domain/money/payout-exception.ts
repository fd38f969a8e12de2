import { inProgressLineStates, type LineState } from '#/domain/money/line.ts'

/**
 * Actions or reports of a bank that our books cannot apply.
 * - late_success: paid after the order had failed, been abandoned or been replaced by another number.
 * - wrong_amount: paid an amount other than ordered.
 * - not_booked: our books refuse the result because the reserve is below the cost.
 * - unknown_number: money moved under a number that we never sent to this channel.
 * - stray_return: a return of a payment that our books do not have.
 * - return_amount: the returned amount differs from the payment. second_return: a payment was returned twice.
 * - used_notice: the channel reused the identifier of another notice.
 * - contradiction: the channel reports a paid order as failed.
 * - absent: the channel does not know an order that it took or may have taken. overdue: no answer for too long.
 * - unreadable: the channel's answer cannot be parsed.
 * - closed_unit: a payment was returned after its unit was closed or its centre disabled.
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
  'closed_unit',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

export const exceptionStates = ['open', 'proposed', 'resolved'] as const
export type ExceptionState = (typeof exceptionStates)[number]

/** The scope in which payments stop until an exception is resolved. */
export const stopScopes = ['none', 'unit', 'channel'] as const
export type StopScope = (typeof stopScopes)[number]

/**
 * The endings of an exception.
 * - paid: the bank paid the line. It succeeds as usual; a difference goes to the adjustment account.
 * - as_ordered: as `paid`, and the bank moved exactly the ordered amount.
 * - returned: the payment was returned. It is booked as usual; a difference goes to the adjustment account.
 * - failed: the bank will never pay the line. The reserve is released.
 * - undone: the bank reversed its movement. An open line fails.
 * - unit: the unit bears or receives the amount.
 * - adjustment: the centre bears or keeps the amount.
 * - noted: no money moved and nothing remains to be done.
 */
export const exceptionResolutions = ['paid', 'as_ordered', 'returned', 'failed', 'undone', 'unit', 'adjustment', 'noted'] as const
export type ExceptionResolution = (typeof exceptionResolutions)[number]

/** The final result of an order as the channel reports it. */
export type ReportedResult = 'success' | 'failed' | 'returned'

/** The facts that decide how an exception can be resolved. */
export interface ExceptionFacts {
  readonly reported: ReportedResult | null
  /** The amount on the suspense account for this exception, in fen; negative for outgoing money. */
  readonly suspense: number
  /** The ordered amount, in fen; null without a line of ours. */
  readonly ours: number | null
  /** The current state of the line; null without a line. */
  readonly line: LineState | null
  /** Whether the order still decides the result of the line. False once another number has replaced it. */
  readonly isOwnOrder: boolean
  /** Whether another number, or another line of the same debt, pays or may pay this amount. */
  readonly isRepeated: boolean
}

const unpaidStates: readonly LineState[] = ['failed', 'cancelled', 'held']

function openLineResolutions({ reported, suspense, ours }: ExceptionFacts): ExceptionResolution[] {
  if (reported === 'failed') return ['failed']
  if (reported === 'returned') return ['returned', 'undone']
  if (reported === null) return ['paid', 'failed']
  return suspense === 0 || -suspense === ours ? ['paid', 'undone'] : ['paid', 'as_ordered', 'undone']
}

/**
 * Returns the allowed resolutions in display order. No debt is paid twice: `paid` is excluded when another number,
 * batch or line pays it. A line can never be resent while the payee may have the money.
 */
export function resolutionsOf(facts: ExceptionFacts): ExceptionResolution[] {
  const { reported, suspense, line, isOwnOrder, isRepeated } = facts
  if (line !== null && isOwnOrder && inProgressLineStates.includes(line)) return openLineResolutions(facts)
  const baseResolutions: ExceptionResolution[] = suspense === 0 ? ['noted'] : line === null ? ['undone', 'adjustment'] : ['undone', 'unit', 'adjustment']
  if (line !== null && unpaidStates.includes(line) && reported === 'success' && !isRepeated && suspense < 0) return ['paid', ...baseResolutions]
  if (line === 'success' && isOwnOrder && (reported === 'returned' || reported === 'failed')) return ['returned', ...baseResolutions]
  return baseResolutions
}

/**
 * Returns the scope that an exception stops: the channel for a contradiction of the bank, the unit for a result that
 * our books refuse.
 */
export function stopScopeOf(kind: ExceptionKind, wasAccepted: boolean): StopScope {
  if (kind === 'not_booked') return 'unit'
  if (kind === 'overdue' || kind === 'unreadable' || kind === 'closed_unit') return 'none'
  // An order without confirmation may be lost in transit. An accepted order that the channel no longer knows is a
  // contradiction.
  return kind === 'absent' && !wasAccepted ? 'none' : 'channel'
}
