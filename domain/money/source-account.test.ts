import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedAccounts, sourceAccountIssues } from './source-account.ts'

const codes = (nickname: string, userNo: string, platform = '甲短视频') =>
  sourceAccountIssues({ nickname, userNo }, platform).map(({ code, field }) => `${code} ${field}`)

test('a payee may have an account on the source platform, or none', () => {
  assert.deepEqual(codes('', ''), [])
  assert.deepEqual(codes('', 'u_10086'), [])
  assert.deepEqual(codes('小鹿🦌', 'u.10-086:7'), [])
  assert.deepEqual(codes('', '', ''), [])
})

test('accounts need an order with a source platform', () => {
  assert.deepEqual([codes('小鹿', '', ''), codes('小鹿', '10086', '')], [['E224 nickname'], ['E224 userNo']])
})

test('a nickname with a formula, markup, control character or too many characters is refused', () => {
  for (const nickname of ['=1+1', '+86', '-2', '@SUM(A1)', '<b>鹿</b>', 'a\u0007b', 'a\u202eb', '长'.repeat(51)])
    assert.deepEqual(codes(nickname, '10086'), ['E222 nickname'], nickname)
})

test('a user number has letters, digits and a few signs and is required with a nickname', () => {
  for (const userNo of ['=10086', '10 086', '10086;', '<10086>', '1'.repeat(65)]) assert.deepEqual(codes('', userNo), ['E223 userNo'], userNo)
  assert.deepEqual(codes('小鹿', ''), ['E225 userNo'])
})

test('lines of different people cannot share an account', () => {
  const line = (seq: number, userNo: string, idNumber: string) => ({ seq, cells: { nickname: '', userNo, idNumber } })
  const lines = [line(1, '10086', 'A'), line(2, '10086', 'A'), line(3, '10086', 'B'), line(4, '', 'C'), line(5, '', 'D')]
  assert.deepEqual([...sharedAccounts(lines)], [[3, 1]])
})
