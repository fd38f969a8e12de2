import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Text } from '#/domain/base/text.ts'
import { language } from '#/web/kernel/language.ts'
import { valueText } from './values.ts'

language.set('zh')
const say = (text: Text) => text.zh

test('states, kinds and modes are named by the kind of their record', () => {
  assert.equal(valueText('contract', 'state', 'signing', say), '签署中')
  assert.equal(valueText('contract', 'state', 'done', say), '已完成')
  assert.equal(valueText('batch', 'to', 'payable', say), '待支付')
  assert.equal(valueText('operator', 'status', 6, say), '已冻结')
  assert.equal(valueText('contract', 'kind', 'operator_agreement', say), '经营者协议')
  assert.equal(valueText('contract', 'mode', 2, say), '总包分包')
  assert.equal(valueText('template', 'consents', ['agreement', 'tax_filing'], say), '服务协议、涉税代办授权')
})

test('values without a name are shown unchanged', () => {
  assert.equal(valueText('contract', 'reason', 'done', say), 'done')
  assert.equal(valueText('trail', 'from', '2026-01-01', say), '2026-01-01')
  assert.equal(valueText('batch', 'lines', 12, say), '12')
  assert.equal(valueText('contract', 'state', 'constructor', say), 'constructor')
})
