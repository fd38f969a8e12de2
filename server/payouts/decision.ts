import { type LineState, mayBecome } from '#/domain/line.ts'
import type { ChannelAnswer } from '#/server/payouts/channel.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

// The first question comes soon, because most orders end within seconds; then 1 min, 5 min, 15 min, hourly for a day, daily after that.
const firstDelays = [3 * second, minute, 5 * minute, 15 * minute] as const
const hourlyUntil = 28

/** How long to wait before asking again, after so many questions. */
export function queryDelay(asked: number): number {
  return firstDelays[asked] ?? (asked < hourlyUntil ? hour : day)
}

/** A channel that says after a whole day that it never got an order will not execute it any more: no message travels that long. */
export const absentIsFinalMs = day

/** A line as a decision sees it. */
export interface Standing {
  readonly state: LineState
  readonly amount: number
  readonly sentAt: Date | null
}

/** What an answer means for a line: another state, sending the same number once more, nothing, or something that must not be believed. */
export type Decision =
  | { readonly do: 'move'; readonly to: LineState; readonly code: string | null; readonly reason: string; readonly reference: string | null }
  | { readonly do: 'sendAgain' }
  | { readonly do: 'wait' }
  | { readonly do: 'distrust'; readonly why: 'amount' | 'order' }

function move(to: LineState, more: { code?: string; reason?: string; reference?: string } = {}): Decision {
  return { do: 'move', to, code: more.code ?? null, reason: more.reason ?? '', reference: more.reference ?? null }
}

function onAbsent(line: Standing, now: Date): Decision {
  // It was never handed over (the server ended between the commit and the call): the same number is safe. Whoever gave no word may still hold it.
  if (line.state === 'sent') return { do: 'sendAgain' }
  const age = line.sentAt === null ? 0 : now.getTime() - line.sentAt.getTime()
  if (age < absentIsFinalMs || !mayBecome(line.state, 'failed')) return { do: 'wait' }
  return move('failed', { code: 'not_received', reason: '通道未收到该笔指令' })
}

/**
 * Decides what an answer of the channel means for a line; never takes silence for failure, nor an amount that is not ours. A question that got no answer
 * teaches nothing; an order that got none makes the line unknown.
 */
export function decide(line: Standing, answer: ChannelAnswer, source: 'send' | 'query', now: Date): Decision {
  const { kind } = answer
  if (kind === 'awaited') return line.state === 'sent' ? move('processing') : { do: 'wait' }
  if (kind === 'absent') return onAbsent(line, now)
  if (kind === 'unknown' && source === 'query') return { do: 'wait' }
  const to: LineState = kind === 'accepted' ? 'processing' : kind
  if (line.state === to) return { do: 'wait' }
  if (!mayBecome(line.state, to)) {
    // Late news of what is settled the same way is no news; success of what was settled otherwise is a matter for people.
    const isContradiction = (to === 'success' && line.state !== 'returned') || (to === 'failed' && line.state === 'success')
    return isContradiction ? { do: 'distrust', why: 'order' } : { do: 'wait' }
  }
  if (kind === 'success') return answer.amount === line.amount ? move('success', { reference: answer.reference }) : { do: 'distrust', why: 'amount' }
  if (kind === 'accepted') return move('processing', { reference: answer.reference })
  if (kind === 'failed' || kind === 'held') return move(to, { code: answer.code, reason: answer.reason })
  return move('unknown')
}
