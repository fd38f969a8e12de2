import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import { inProgressLineStates, type LineState, lineStates } from '#/domain/money/line.ts'
import type { ParsedResponse } from '#/server/money/payouts/channels/channel.ts'
import { acceptedOverdueMs, decideLine, type LineDecision, type LineFacts, overdueMs, queryDelay } from '#/server/money/payouts/dispatch/decision.ts'

const requestNo = 'PC1-0001'
const now = new Date('2026-11-22T04:00:00Z')
const answers = {
  paid: { requestNo, kind: 'success', reference: 'B1', amount: fen(8100) },
  short: { requestNo, kind: 'success', reference: 'B1', amount: fen(8099) },
  failed: { requestNo, kind: 'failed', code: 'card_invalid', reason: '账户状态异常' },
  held: { requestNo, kind: 'held', code: 'limit', reason: '限额' },
  accepted: { requestNo, kind: 'accepted', reference: 'A1' },
  unknown: { requestNo, kind: 'unknown' },
  absent: { requestNo, kind: 'absent' },
  awaited: { requestNo, kind: 'awaited' },
  unreadable: { requestNo, kind: 'unreadable', text: '?', mark: 'x' },
} as const satisfies Record<string, ParsedResponse>
type AnswerName = keyof typeof answers

interface Case extends Partial<Omit<LineFacts, 'state' | 'sentAt'>> {
  /** The time since the order was sent; null if it was never sent. */
  readonly sentFor?: number | null
  readonly source?: 'send' | 'query'
}

function decide(state: LineState, word: AnswerName, { sentFor = 1000, source = 'query', ...more }: Case = {}): LineDecision {
  const sentAt = sentFor === null ? null : new Date(now.getTime() - sentFor)
  return decideLine({ state, amount: 8100, sentAt, isOwnOrder: true, exception: null, wasDenied: false, ...more }, answers[word], source, now)
}

/** Formats a decision as the target state, or the exception kind with the amount in suspense. */
function summaryOf(decision: LineDecision): string {
  if (decision.do === 'move') return decision.to
  return decision.do === 'except' ? `${decision.kind} ${decision.suspense}` : decision.do
}

const endedStates = lineStates.filter((state) => !inProgressLineStates.includes(state))
const decisions = (word: AnswerName, states: readonly LineState[], more?: Case) => states.map((state) => summaryOf(decide(state, word, more)))

test('a line under way follows the channel’s answer', () => {
  assert.deepEqual(decisions('paid', inProgressLineStates), ['success', 'success', 'success'])
  assert.deepEqual(decisions('failed', inProgressLineStates), ['failed', 'failed', 'failed'])
  assert.deepEqual(decisions('held', inProgressLineStates), ['held', 'held', 'held'])
  assert.deepEqual(decisions('accepted', inProgressLineStates), ['processing', 'wait', 'processing'])
  assert.deepEqual(decisions('awaited', inProgressLineStates), ['processing', 'wait', 'wait'])
  assert.deepEqual(decisions('unknown', inProgressLineStates, { source: 'send' }), ['unknown', 'unknown', 'wait'])
})

test('a transition has the channel’s reference, code and reason', () => {
  const move = { do: 'move', code: null, reason: '', reference: null }
  assert.deepEqual(decide('sent', 'paid'), { ...move, to: 'success', reference: 'B1' })
  assert.deepEqual(decide('unknown', 'accepted'), { ...move, to: 'processing', reference: 'A1' })
  assert.deepEqual(decide('sent', 'failed'), { ...move, to: 'failed', code: 'card_invalid', reason: '账户状态异常' })
  assert.deepEqual(decide('processing', 'held'), { ...move, to: 'held', code: 'limit', reason: '限额' })
  assert.deepEqual(decide('sent', 'unknown', { source: 'send' }), { ...move, to: 'unknown' })
})

test('a different amount goes to suspense, in full or as the difference once booked', () => {
  assert.deepEqual(decisions('short', inProgressLineStates), Array(3).fill('wrong_amount -8099'))
  assert.deepEqual(decisions('short', ['success', 'returned']), Array(2).fill('wrong_amount 1'))
  assert.deepEqual(decide('sent', 'short'), { do: 'except', kind: 'wrong_amount', reported: 'success', theirs: 8099, suspense: -8099 })
})

test('a payment of an ended line is a late success, and a repeat is ignored', () => {
  assert.deepEqual(decisions('paid', ['success', 'returned']), ['wait', 'wait'])
  const unbookedStates = endedStates.filter((state) => state !== 'success' && state !== 'returned')
  assert.deepEqual(decisions('paid', unbookedStates), Array(unbookedStates.length).fill('late_success -8100'))
  assert.deepEqual(decisions('paid', lineStates, { isOwnOrder: false }), Array(lineStates.length).fill('late_success -8100'))
})

test('failed, held, pending or missing answers about a replaced order are ignored', () => {
  for (const answerName of ['failed', 'held', 'accepted', 'unknown', 'absent', 'awaited'] as const)
    assert.deepEqual(decisions(answerName, lineStates, { isOwnOrder: false }), Array(lineStates.length).fill('wait'), answerName)
})

test('a late answer other than a payment is ignored unless it reports a paid line as failed', () => {
  for (const answerName of ['held', 'accepted', 'unknown', 'absent', 'awaited'] as const)
    assert.deepEqual(decisions(answerName, endedStates, { source: 'send', sentFor: 9 * overdueMs }), Array(endedStates.length).fill('wait'), answerName)
  const unpaidStates = endedStates.filter((state) => state !== 'success')
  assert.deepEqual(decisions('failed', unpaidStates), Array(unpaidStates.length).fill('wait'))
  assert.deepEqual(decide('success', 'failed'), { do: 'except', kind: 'contradiction', reported: 'failed', theirs: null, suspense: 0 })
})

test('an absent order is resent if it was not handed over, or becomes an exception after a day', () => {
  assert.deepEqual(decisions('absent', inProgressLineStates), ['sendAgain', 'wait', 'wait'])
  assert.deepEqual(decisions('absent', inProgressLineStates, { sentFor: overdueMs - 1 }), ['sendAgain', 'wait', 'wait'])
  assert.deepEqual(decisions('absent', inProgressLineStates, { sentFor: overdueMs }), ['sendAgain', 'absent 0', 'absent 0'])
  assert.deepEqual(decisions('absent', inProgressLineStates, { sentFor: 900 * overdueMs }), ['sendAgain', 'absent 0', 'absent 0'])
  assert.deepEqual(decisions('absent', ['unknown'], { sentFor: null }), ['wait'])
})

test('a missing answer becomes an exception after a day, or after three for an accepted order', () => {
  assert.deepEqual(decisions('unknown', inProgressLineStates, { sentFor: overdueMs - 1 }), ['wait', 'wait', 'wait'])
  assert.deepEqual(decisions('unknown', inProgressLineStates, { sentFor: overdueMs }), Array(3).fill('overdue 0'))
  assert.deepEqual(decisions('accepted', ['processing'], { sentFor: acceptedOverdueMs - 1 }), ['wait'])
  assert.deepEqual(decisions('accepted', ['processing'], { sentFor: acceptedOverdueMs }), ['overdue 0'])
  assert.deepEqual(decisions('unknown', endedStates, { sentFor: 9 * overdueMs }), Array(endedStates.length).fill('wait'))
})

test('a money exception keeps a new result for later, and an answer exception lets it decide', () => {
  for (const answerName of ['paid', 'short', 'failed'] as const)
    assert.deepEqual(decisions(answerName, inProgressLineStates, { exception: 'money' }), ['keepAnswer', 'keepAnswer', 'keepAnswer'], answerName)
  for (const answerName of ['held', 'accepted', 'unknown', 'absent', 'awaited'] as const)
    assert.deepEqual(decisions(answerName, inProgressLineStates, { exception: 'money', sentFor: 9 * overdueMs }), ['wait', 'wait', 'wait'], answerName)
  assert.deepEqual(decisions('paid', inProgressLineStates, { exception: 'answer' }), ['success', 'success', 'success'])
  assert.deepEqual(decisions('absent', inProgressLineStates, { exception: 'answer', sentFor: overdueMs }), ['wait', 'wait', 'wait'])
  assert.deepEqual(decisions('unknown', inProgressLineStates, { exception: 'answer', sentFor: overdueMs }), ['wait', 'wait', 'wait'])
})

test('an unreadable answer is an exception in every state', () => {
  for (const isOwnOrder of [true, false]) assert.deepEqual(decisions('unreadable', lineStates, { isOwnOrder }), Array(lineStates.length).fill('unreadable 0'))
})

test('an order is queried after 3 s, 1, 5 and 15 minutes, then hourly for a day, then daily', () => {
  const minutes = Array.from({ length: 30 }, (_, requested) => queryDelay(requested) / 60_000)
  assert.deepEqual(minutes, [0.05, 1, 5, 15, ...Array(24).fill(60), 1440, 1440])
})
