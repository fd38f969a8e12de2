import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Text } from '#/domain/base/text.ts'
import { failureOf } from './failure.ts'

test('a failure reason is translated, and the channel’s text follows if it says more', () => {
  const [chinese, english] = [(text: Text) => text.zh, (text: Text) => text.en]
  const mismatch = { failCode: 'name_mismatch', failReason: '户名不符' }
  assert.equal(failureOf(chinese, mismatch), '户名不符')
  assert.equal(failureOf(english, mismatch), 'The name does not match the account')
  assert.equal(failureOf(chinese, { failCode: 'card_invalid', failReason: '收款账户已销户' }), '收款账户状态异常 · 收款账户已销户')
  assert.equal(failureOf(chinese, { failCode: 'E99', failReason: '' }), 'E99')
})
