import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type ChannelResponse,
  cleanText,
  collectResponses,
  readNotice,
  readResponse,
  splitIntoRounds,
  storableText,
} from '#/server/money/payouts/channels/channel.ts'

const requestNo = 'PC1-0001'
const mark = /^[0-9a-f]{24}$/

test('parsing an answer keeps only the agreed fields', () => {
  const read = (answer: object) => readResponse({ requestNo, extra: 'x', ...answer })
  assert.deepEqual(read({ kind: 'accepted', reference: 'A1' }), { requestNo, kind: 'accepted', reference: 'A1' })
  assert.deepEqual(read({ kind: 'success', reference: 'B1', amount: 8100 }), { requestNo, kind: 'success', reference: 'B1', amount: 8100 })
  assert.deepEqual(read({ kind: 'failed', code: 'c', reason: '账户异常' }), { requestNo, kind: 'failed', code: 'c', reason: '账户异常' })
  assert.deepEqual(read({ kind: 'held' }), { requestNo, kind: 'held', code: '', reason: '' })
  for (const kind of ['unknown', 'absent', 'awaited'] as const) assert.deepEqual(read({ kind }), { requestNo, kind })
})

test('a success without a valid amount is unreadable', () => {
  for (const amount of [undefined, null, 0, -1, 81.5, '8100', 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])
    assert.equal(readResponse({ requestNo, kind: 'success', amount }).kind, 'unreadable', String(amount))
  assert.equal(readResponse({ requestNo, kind: 'success', amount: 1 }).kind, 'success')
})

test('an unreadable answer is stored as text, with its number if it has one', () => {
  const oddResponse = readResponse({ requestNo, kind: 'paid', card: '6217001234567890123' })
  assert.ok(oddResponse.kind === 'unreadable')
  assert.deepEqual([oddResponse.requestNo, oddResponse.text], [requestNo, '{"requestNo":"PC1-0001","kind":"paid","card":"****0123"}'])
  assert.match(oddResponse.mark, mark)
  for (const badNumber of ['', 'a b', 'x'.repeat(65), '单号', '\u0000', 7, null]) {
    const read = readResponse({ requestNo: badNumber, kind: 'accepted' })
    assert.deepEqual([read.kind, read.requestNo], ['unreadable', ''], String(badNumber))
  }
  assert.equal(readResponse({ requestNo: 'x'.repeat(64), kind: 'absent' }).kind, 'absent')
  for (const emptyValue of [null, undefined, 'ok', 7, 12n, []]) assert.equal(readResponse(emptyValue).kind, 'unreadable')
})

test('equal unreadable answers have equal digests, and different ones have different digests', () => {
  const markOf = (value: unknown) => {
    const read = readResponse(value)
    return read.kind === 'unreadable' ? read.mark : ''
  }
  assert.equal(markOf({ kind: 'x', at: 1 }), markOf({ kind: 'x', at: 1 }))
  assert.notEqual(markOf({ kind: 'x', at: 1 }), markOf({ kind: 'x', at: 2 }))
})

test('a return notice needs its own number, the order number and an amount', () => {
  const notice = { notifyId: 'N1', requestNo, amount: 8100, reason: '账户 6217001234567890123 已销户' }
  assert.deepEqual(readNotice({ ...notice, channelId: 9 }), { kind: 'return', notifyId: 'N1', requestNo, amount: 8100, reason: '账户 ****0123 已销户' })
  for (const wrongField of [{ notifyId: '' }, { notifyId: 5 }, { notifyId: 'a b' }, { requestNo: '' }, { requestNo: null }, { amount: 0 }, { amount: '8100' }])
    assert.equal(readNotice({ ...notice, ...wrongField }).kind, 'unreadable', JSON.stringify(wrongField))
})

test('long numbers in a reason are masked, and short ones are kept', () => {
  const reasonOf = (reason: string) => {
    const read = readResponse({ requestNo, kind: 'failed', code: 'c', reason })
    return read.kind === 'failed' ? read.reason : ''
  }
  assert.equal(reasonOf('证件 11010119900307123X 不符'), '证件 ****123X 不符')
  assert.equal(reasonOf('手机 13800001111'), '手机 ****1111')
  assert.equal(reasonOf('代码 1234567890'), '代码 1234567890')
})

test('cleaned text has whole characters, a limited length and no control characters', () => {
  assert.equal(cleanText('a\u0000b\u202Ec\u2028d\n'), 'a b c d')
  assert.equal(cleanText(7), '')
  assert.equal(cleanText('𠮷'.repeat(5), 3), '𠮷𠮷𠮷')
  assert.equal(cleanText('x'.repeat(300)).length, 200)
  assert.equal(storableText({ a: 'x'.repeat(3000) }).length, 1500)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: 20 }), (text, limit) => {
      const clean = cleanText(text, limit)
      assert.ok(Array.from(clean).length <= limit && clean.isWellFormed() && !/\p{Cc}|\p{Cf}/u.test(clean))
    }),
  )
})

test('a queried order without an answer is unknown', async () => {
  const absentResponse: ChannelResponse = { requestNo: 'B', kind: 'absent' }
  assert.deepEqual(await collectResponses(['A', 'B'], async () => [absentResponse], assert.ifError), [absentResponse, { requestNo: 'A', kind: 'unknown' }])
})

test('a failing channel leaves the order unknown and reports one error', async () => {
  const errors: unknown[] = []
  const note = (error: unknown) => void errors.push(error)
  const failedResponses = await collectResponses(['A'], () => Promise.reject(new Error('no line')), note)
  assert.deepEqual([failedResponses, errors.length], [[{ requestNo: 'A', kind: 'unknown' }], 1])
})

test('answers about one order are applied one at a time in sequence', () => {
  const words = ['a1', 'b1', 'a2', 'a1', 'c1', 'b2', 'a3']
  assert.deepEqual(
    splitIntoRounds(words, (word) => [word.slice(0, 1)]),
    [['a1', 'b1', 'c1'], ['a2', 'b2'], ['a3']],
  )
  assert.deepEqual(
    splitIntoRounds([], () => []),
    [],
  )
  const pairs = [
    { notice: 'N1', order: 'A' },
    { notice: 'N1', order: 'B' },
    { notice: 'N2', order: 'B' },
  ]
  assert.deepEqual(
    splitIntoRounds(pairs, ({ notice, order }) => [`n ${notice}`, `r ${order}`]).map((turn) => turn.length),
    [1, 1, 1],
  )
})
