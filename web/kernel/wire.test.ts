import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError, accountInToken, createKeyHolder, entriesOf, formOf, headersOf, modeHeader, unwrapResponse } from './wire.ts'

test('a form has scalars as text, lists, objects and null as JSON, and files unchanged', () => {
  const file = new File(['x'], '明细.xlsx')
  const entries = entriesOf({ id: 7, isQuiet: false, states: ['paid'], target: { version: 2 }, file, keyword: undefined, reason: '', salesmanId: null })
  assert.deepEqual(entries, [
    ['id', '7'],
    ['isQuiet', 'false'],
    ['states', '["paid"]'],
    ['target', '{"version":2}'],
    ['file', file],
    ['reason', ''],
    ['salesmanId', 'null'],
  ])
  assert.equal((formOf({ file }).get('file') as File).name, '明细.xlsx')
})

test('session headers need a token, and default to mode 1 and centre 2', () => {
  const parts = { token: 't', account: '', mode: null, centreId: null, languageTag: 'zh-CN', idempotencyKey: null }
  assert.deepEqual(headersOf(parts), { 'Accept-Language': 'zh-CN', 'X-Token': 't', NsType: '1', yycenterid: '2' })
  assert.deepEqual(headersOf({ ...parts, token: null }), { 'Accept-Language': 'zh-CN' })
  assert.deepEqual(headersOf({ ...parts, mode: '2', centreId: '5', idempotencyKey: 'k' }), {
    'Accept-Language': 'zh-CN',
    'X-Token': 't',
    NsType: '2',
    yycenterid: '5',
    'Idempotency-Key': 'k',
  })
})

test('the account of the page is read from the token and sent only with a token', () => {
  const parts = { token: 'random.7', account: '7', mode: null, centreId: null, languageTag: 'zh-CN', idempotencyKey: null }
  assert.equal(headersOf(parts)['X-Account'], '7')
  assert.equal(headersOf({ ...parts, token: null })['X-Account'], undefined)
  assert.deepEqual(['random.7', 'ended', null].map(accountInToken), ['7', '', ''])
})

test('a stored mode may be a number or an object with an id', () => {
  assert.equal(modeHeader('2'), '2')
  assert.equal(modeHeader('{"id":2,"name":"总包分包"}'), '2')
  assert.equal(modeHeader('{"id":"2"}'), '2')
  for (const unusable of ['{broken', '{"id":""}', '{"id":null}', '{"id":{}}', '{}']) assert.equal(modeHeader(unusable), '1', unusable)
  assert.equal(modeHeader(''), '1')
})

test('any code except 1 is an error with its message and field issues', () => {
  assert.deepEqual(unwrapResponse({ code: 1, message: '', data: { id: 1 } }, false, 'r'), { id: 1 })
  assert.deepEqual(unwrapResponse({ code: 1, token: 't' }, true, 'r'), { code: 1, token: 't' })
  assert.throws(
    () => unwrapResponse({ code: 0, message: '金额格式错误', error: 'invalid_input', issues: [{ path: 'amount', message: '…' }, 'junk'] }, false, 'r1'),
    (thrown: unknown) =>
      thrown instanceof ApiError &&
      thrown.message === '金额格式错误' &&
      thrown.error === 'invalid_input' &&
      thrown.issues.length === 1 &&
      thrown.requestId === 'r1' &&
      thrown.isFinal,
  )
  for (const body of [{ code: 50014 }, { code: 0, message: '' }]) assert.throws(() => unwrapResponse(body, false, ''), /^ApiError: Error$/)
  assert.throws(
    () => unwrapResponse('<html>', false, ''),
    (thrown: unknown) => thrown instanceof ApiError && !thrown.isFinal,
  )
})

test('an idempotency key is reused until the server has given its final answer', () => {
  let keyCount = 0
  const key = createKeyHolder(() => `k${++keyCount}`)
  assert.equal(key.current(), 'k1')
  assert.equal(key.current(), 'k1')
  key.settle()
  assert.equal(key.current(), 'k2')
})
