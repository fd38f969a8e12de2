import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fen } from '#/domain/base/money.ts'
import { inProgressStates, type LineState, lineStates } from '#/domain/money/line.ts'
import type { ReadResponse } from '#/server/money/payouts/channels/channel.ts'
import { acceptedMs, decideLine, type LineDecision, type LineFacts, overdueMs, queryDelay } from '#/server/money/payouts/dispatch/decision.ts'

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
} as const satisfies Record<string, ReadResponse>
type AnswerName = keyof typeof answers

interface Case extends Partial<Omit<LineFacts, 'state' | 'sentAt'>> {
  /** The time since the order was sent; null if it was never sent. */
  readonly sentFor?: number | null
  readonly source?: 'send' | 'query'
}

function decide(state: LineState, word: AnswerName, { sentFor = 1000, source = 'query', ...more }: Case = {}): LineDecision {
  const sentAt = sentFor === null ? null : new Date(now.getTime() - sentFor)
  return decideLine({ state, amount: 8100, sentAt, isOwnOrder: true, exception: null, ...more }, answers[word], source, now)
}

/** Formats a decision as the target state, or the exception kind with the amount in suspense. */
function summaryOf(decision: LineDecision): string {
  if (decision.do === 'move') return decision.to
  return decision.do === 'except' ? `${decision.kind} ${decision.suspense}` : decision.do
}

const endedStates = lineStates.filter((state) => !inProgressStates.includes(state))
const decisions = (word: AnswerName, states: readonly LineState[], more?: Case) => states.map((state) => summaryOf(decide(state, word, more)))

test('a line under way follows the channel’s answer', () => {
  assert.deepEqual(decisions('paid', inProgressStates), ['success', 'success', 'success'])
  assert.deepEqual(decisions('failed', inProgressStates), ['failed', 'failed', 'failed'])
  assert.deepEqual(decisions('held', inProgressStates), ['held', 'held', 'held'])
  assert.deepEqual(decisions('accepted', inProgressStates), ['processing', 'wait', 'processing'])
  assert.deepEqual(decisions('awaited', inProgressStates), ['processing', 'wait', 'wait'])
  assert.deepEqual(decisions('unknown', inProgressStates, { source: 'send' }), ['unknown', 'unknown', 'wait'])
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
  assert.deepEqual(decisions('short', inProgressStates), Array(3).fill('wrong_amount -8099'))
  assert.deepEqual(decisions('short', ['success', 'returned']), Array(2).fill('wrong_amount 1'))
  assert.deepEqual(decide('sent', 'short'), { do: 'except', kind: 'wrong_amount', reported: 'success', theirs: 8099, suspense: -8099 })
})

test('a payment of an ended line is a late success, and a repeat is ignored', () => {
  assert.deepEqual(decisions('paid', ['success', 'returned']), ['wait', 'wait'])
  const unbookedStates = endedStates.filter((state) => state !== 'success' && state !== 'returned')
  assert.deepEqual(decisions('paid', unbookedStates), Array(unbookedStates.length).fill('late_success -8100'))
  assert.deepEqual(decisions('paid', lineStates, { isOwnOrder: false }), Array(lineStates.length).fill('late_success -8100'))
})

test('only a late success of a replaced order has an effect', () => {
  for (const word of ['failed', 'held', 'accepted', 'unknown', 'absent', 'awaited'] as const)
    assert.deepEqual(decisions(word, lineStates, { isOwnOrder: false }), Array(lineStates.length).fill('wait'), word)
})

test('late answers change an ended line only if a paid one is reported as failed', () => {
  for (const word of ['held', 'accepted', 'unknown', 'absent', 'awaited'] as const)
    assert.deepEqual(decisions(word, endedStates, { source: 'send', sentFor: 9 * overdueMs }), Array(endedStates.length).fill('wait'), word)
  const unpaidStates = endedStates.filter((state) => state !== 'success')
  assert.deepEqual(decisions('failed', unpaidStates), Array(unpaidStates.length).fill('wait'))
  assert.deepEqual(decide('success', 'failed'), { do: 'except', kind: 'contradiction', reported: 'failed', theirs: null, suspense: 0 })
})

test('an absent order is sent again only if it was never handed over', () => {
  assert.deepEqual(decisions('absent', inProgressStates), ['sendAgain', 'wait', 'wait'])
  assert.deepEqual(decisions('absent', inProgressStates, { sentFor: overdueMs - 1 }), ['sendAgain', 'wait', 'wait'])
  assert.deepEqual(decisions('absent', inProgressStates, { sentFor: overdueMs }), ['sendAgain', 'absent 0', 'absent 0'])
  assert.deepEqual(decisions('absent', inProgressStates, { sentFor: 900 * overdueMs }), ['sendAgain', 'absent 0', 'absent 0'])
  assert.deepEqual(decisions('absent', ['unknown'], { sentFor: null }), ['wait'])
})

test('a missing answer becomes an exception after a day, or three once accepted', () => {
  assert.deepEqual(decisions('unknown', inProgressStates, { sentFor: overdueMs - 1 }), ['wait', 'wait', 'wait'])
  assert.deepEqual(decisions('unknown', inProgressStates, { sentFor: overdueMs }), Array(3).fill('overdue 0'))
  assert.deepEqual(decisions('accepted', ['processing'], { sentFor: acceptedMs - 1 }), ['wait'])
  assert.deepEqual(decisions('accepted', ['processing'], { sentFor: acceptedMs }), ['overdue 0'])
  assert.deepEqual(decisions('unknown', endedStates, { sentFor: 9 * overdueMs }), Array(endedStates.length).fill('wait'))
})

test('an open money exception keeps the channel’s result, and a late answer still decides', () => {
  for (const word of ['paid', 'short', 'failed'] as const)
    assert.deepEqual(decisions(word, inProgressStates, { exception: 'money' }), ['keepAnswer', 'keepAnswer', 'keepAnswer'], word)
  for (const word of ['held', 'accepted', 'unknown', 'absent', 'awaited'] as const)
    assert.deepEqual(decisions(word, inProgressStates, { exception: 'money', sentFor: 9 * overdueMs }), ['wait', 'wait', 'wait'], word)
  assert.deepEqual(decisions('paid', inProgressStates, { exception: 'answer' }), ['success', 'success', 'success'])
  assert.deepEqual(decisions('absent', inProgressStates, { exception: 'answer', sentFor: overdueMs }), ['wait', 'wait', 'wait'])
  assert.deepEqual(decisions('unknown', inProgressStates, { exception: 'answer', sentFor: overdueMs }), ['wait', 'wait', 'wait'])
})

test('an unreadable answer is an exception in every state', () => {
  for (const isOwnOrder of [true, false]) assert.deepEqual(decisions('unreadable', lineStates, { isOwnOrder }), Array(lineStates.length).fill('unreadable 0'))
})

test('an order is queried after 3 s, 1, 5 and 15 minutes, then hourly for a day, then daily', () => {
  const minutes = Array.from({ length: 30 }, (_, requested) => queryDelay(requested) / 60_000)
  assert.deepEqual(minutes, [0.05, 1, 5, 15, ...Array(24).fill(60), 1440, 1440])
})
