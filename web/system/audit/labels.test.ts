import assert from 'node:assert/strict'
import { test } from 'node:test'
import { language } from '#/web/kernel/language.ts'
import { doerName, fieldName, listChange, signInReason, valueText } from './labels.ts'

language.set('zh')
const say = (text: { zh: string }) => text.zh

test('fields are told in words, unknown ones by their own names', () => {
  assert.equal(fieldName('permissions', say), '权限')
  assert.equal(fieldName('somethingElse', say), 'somethingElse')
})

test('the doer is named: a person, a visitor who is not signed in, the program', () => {
  const row = { name: '叶小满', username: 'maker' }
  assert.equal(doerName({ doer: 'person', ...row }, say), '叶小满（maker）')
  assert.deepEqual([doerName({ doer: 'guest', ...row }, say), doerName({ doer: 'system', ...row }, say)], ['未登录', '系统'])
  assert.deepEqual(
    [signInReason({ reason: 'wrongLogin', said: '' }, say), signInReason({ reason: 'codeDead', said: '验证码已失效' }, say)],
    ['用户名或密码错误', '验证码已失效'],
  )
})

test('values are shown as people read them', () => {
  assert.equal(valueText('amount', 123_456, say), '¥1,234.56')
  assert.equal(valueText('usertype', 2, say), '单位')
  assert.equal(valueText('duties', true, say), '是')
  assert.equal(valueText('members', ['a', 'b'], say), 'a、b')
  assert.equal(valueText('reason', '', say), '—')
  assert.equal(valueText('filter', { module: 'auth' }, say), '{"module":"auth"}')
})

test('of a list that changed one sees what came and what went', () => {
  assert.deepEqual(listChange(['a', 'b'], ['b', 'c']), { added: ['c'], taken: ['a'], kept: ['b'] })
  assert.deepEqual(listChange(null, ['a']), { added: ['a'], taken: [], kept: [] })
  assert.equal(listChange('a', 'b'), null)
  assert.equal(listChange(null, null), null)
})
