import { canMoveLine, inProgressLineStates, type LineState } from '#/domain/money/line.ts'
import type { ExceptionKind, ReportedResult } from '#/domain/money/payout-exception.ts'
import type { ChannelResponse, ParsedResponse } from '#/server/money/payouts/channels/channel.ts'

/**
 * The source of an answer: the reply to an order or query, a notice of the channel, or a user who registers the bank's
 * slip.
 */
export type ResponseSource = 'send' | 'query' | 'notify' | 'register'

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

// Most orders end within seconds, so the first query comes early. Later ones follow after 1, 5 and 15 min, hourly for a
// day, then daily.
const firstDelays = [3 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs] as const
const maxHourlyQueries = 28

/** Returns the delay before the next query, in milliseconds, after this number of queries. */
export function queryDelay(requested: number): number {
  return firstDelays[requested] ?? (requested < maxHourlyQueries ? hourMs : dayMs)
}

/**
 * After this time without an answer, or if the channel does not know the order, users decide. Time alone never makes a
 * payment a failure.
 */
export const overdueMs = dayMs
/** An order accepted by the channel may take longer: a weekend and a day. */
export const acceptedOverdueMs = 3 * dayMs

export interface LineFacts {
  readonly state: LineState
  readonly amount: number
  readonly sentAt: Date | null
  /** Whether this is the current order of the line, not one replaced by another number. */
  readonly isOwnOrder: boolean
  /** The open exception of the line: unassigned money or a missing answer. */
  readonly exception: 'money' | 'answer' | null
  /** Whether the channel denied the payment later, and people therefore booked it as returned. */
  readonly wasDenied: boolean
}

/** A result that cannot be booked as reported. */
export interface ExceptionCause {
  readonly kind: ExceptionKind
  readonly reported: ReportedResult | null
  readonly theirs: number | null
  /** The amount that the bank moved beyond our bookings, in fen; negative for outgoing money. */
  readonly suspense: number
}

/**
 * The consequence of an answer: a new state, sending the same number again, nothing, adding the answer to the open
 * exception, or a new exception.
 */
export type LineDecision =
  | {
      readonly do: 'move'
      readonly to: LineState
      readonly code: string | null
      readonly reason: string
      readonly reference: string | null
      readonly notBefore?: Date
    }
  | { readonly do: 'sendAgain' | 'wait' | 'keepAnswer' }
  | ({ readonly do: 'except' } & ExceptionCause)

const waitDecision: LineDecision = { do: 'wait' }

function moveTo(to: LineState, more: { code?: string; reason?: string; reference?: string } = {}): Extract<LineDecision, { do: 'move' }> {
  return { do: 'move', to, code: more.code ?? null, reason: more.reason ?? '', reference: more.reference ?? null }
}

function raiseException(kind: ExceptionKind, reported: ReportedResult | null, reportedFen: number | null, suspense: number): LineDecision {
  return { do: 'except', kind, reported, theirs: reportedFen, suspense }
}

function isOlder(line: LineFacts, now: Date, than: number): boolean {
  return line.sentAt !== null && now.getTime() - line.sentAt.getTime() >= than
}

function decideOnAbsent(line: LineFacts, now: Date): LineDecision {
  if (!inProgressLineStates.includes(line.state) || line.exception !== null) return waitDecision
  // The order never reached the channel, because the server stopped between commit and call. Sending the same number
  // again is safe. A channel that gave no answer may still have the order.
  if (line.state === 'sent') return { do: 'sendAgain' }
  return isOlder(line, now, overdueMs) ? raiseException('absent', null, null, 0) : waitDecision
}

function decideOnTimeout(line: LineFacts, now: Date, limit: number): LineDecision {
  return inProgressLineStates.includes(line.state) && line.exception === null && isOlder(line, now, limit)
    ? raiseException('overdue', null, null, 0)
    : waitDecision
}

function decideOnSuccess(line: LineFacts, answer: Extract<ChannelResponse, { kind: 'success' }>): LineDecision {
  const { amount } = answer
  if (line.state === 'returned' && line.wasDenied) return raiseException('late_success', 'success', amount, -amount)
  if (line.state === 'success' || line.state === 'returned')
    return amount === line.amount ? waitDecision : raiseException('wrong_amount', 'success', amount, line.amount - amount)
  if (!canMoveLine(line.state, 'success')) return raiseException('late_success', 'success', amount, -amount)
  return amount === line.amount ? moveTo('success', { reference: answer.reference }) : raiseException('wrong_amount', 'success', amount, -amount)
}

/**
 * Decides the consequence of a channel's answer for a line. A missing answer is never a failure, and a different amount
 * is never accepted. An unanswered query changes nothing. An unanswered order makes the line unknown. A bank result
 * that does not fit the line becomes an exception.
 */
export function decideLine(line: LineFacts, answer: ParsedResponse, source: ResponseSource, now: Date): LineDecision {
  const { kind } = answer
  if (kind === 'unreadable') return raiseException('unreadable', null, null, 0)
  if (!line.isOwnOrder) return kind === 'success' ? raiseException('late_success', 'success', answer.amount, -answer.amount) : waitDecision
  if (line.exception === 'money' && inProgressLineStates.includes(line.state))
    return kind === 'success' || kind === 'failed' ? { do: 'keepAnswer' } : waitDecision
  if (kind === 'awaited') return line.state === 'sent' ? moveTo('processing') : waitDecision
  if (kind === 'absent') return decideOnAbsent(line, now)
  if (kind === 'deferred')
    return line.state === 'sent' && line.exception === null
      ? { ...moveTo('queued'), notBefore: new Date(now.getTime() + answer.afterSeconds * secondMs) }
      : waitDecision
  if (kind === 'unknown' && source === 'query') return decideOnTimeout(line, now, overdueMs)
  if (kind === 'success') return decideOnSuccess(line, answer)
  const to: LineState = kind === 'accepted' ? 'processing' : kind
  if (kind === 'accepted' && line.state === 'processing') return decideOnTimeout(line, now, acceptedOverdueMs)
  // A late answer about a final line changes nothing, except that "failed" for a paid line is an exception.
  if (kind === 'failed' && line.state === 'success') return raiseException('contradiction', 'failed', null, 0)
  if (line.state === to || !inProgressLineStates.includes(line.state)) return waitDecision
  if (kind === 'accepted') return moveTo('processing', { reference: answer.reference })
  if (kind === 'failed' || kind === 'held') return moveTo(to, { code: answer.code, reason: answer.reason })
  return moveTo('unknown')
}
