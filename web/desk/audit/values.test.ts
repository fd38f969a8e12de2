import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Text } from '#/domain/base/text.ts'
import { language } from '#/web/kernel/language.ts'
import { valueText } from './values.ts'

language.set('zh')
const t = (text: Text) => text.zh

test('states, kinds, modes and consents are named as in records of that kind', () => {
  assert.equal(valueText('contract', 'state', 'signing', t), '签署中')
  assert.equal(valueText('contract', 'state', 'done', t), '已完成')
  assert.equal(valueText('batch', 'to', 'payable', t), '待支付')
  assert.equal(valueText('operator', 'status', 6, t), '已冻结')
  assert.equal(valueText('contract', 'kind', 'operator_agreement', t), '经营者协议')
  assert.equal(valueText('contract', 'mode', 2, t), '总包分包')
  assert.equal(valueText('template', 'consents', ['agreement', 'tax_filing'], t), '服务协议、涉税代办授权')
})

test('values without a name are shown unchanged', () => {
  assert.equal(valueText('contract', 'reason', 'done', t), 'done')
  assert.equal(valueText('trail', 'from', '2026-01-01', t), '2026-01-01')
  assert.equal(valueText('batch', 'lines', 12, t), '12')
  assert.equal(valueText('contract', 'state', 'constructor', t), 'constructor')
})
