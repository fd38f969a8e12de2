import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movementOf } from '#/domain/money/bank-statement.ts'

const cells = (values: Partial<Record<'direction' | 'amount' | 'out' | 'minus' | 'in', string>>) => ({
  direction: '',
  amount: '',
  out: '',
  minus: '',
  in: '',
  ...values,
})

test('a movement can have a direction and one amount', () => {
  assert.deepEqual(movementOf(cells({ direction: '收入', amount: '1,000.50' })), { direction: 'in', amount: 100_050, isReversal: false })
  assert.deepEqual(movementOf(cells({ direction: '借', amount: '3' })), { direction: 'out', amount: 300, isReversal: false })
  assert.deepEqual(movementOf(cells({ direction: '?', amount: '3' })), { fault: 'direction', key: 'direction' })
  assert.deepEqual(movementOf(cells({ amount: '3' })), { fault: 'direction', key: 'direction' })
  assert.deepEqual(movementOf(cells({ direction: '收入', amount: '-3' })), { direction: 'out', amount: 300, isReversal: true })
})

test('a movement can have two amount columns, with a placeholder in the empty one', () => {
  for (const empty of ['', '-', '—', '0', '0.00', '¥0.00']) {
    assert.deepEqual(movementOf(cells({ out: '8.00', in: empty })), { direction: 'out', amount: 800, isReversal: false }, empty)
    assert.deepEqual(movementOf(cells({ out: empty, in: '8.00' })), { direction: 'in', amount: 800, isReversal: false }, empty)
    assert.deepEqual(movementOf(cells({ out: empty, in: '' })), { fault: 'neither' }, empty)
  }
  assert.deepEqual(movementOf(cells({ out: '8.00', in: '8.00' })), { fault: 'both' })
  assert.deepEqual(movementOf(cells({ out: '-8.00' })), { direction: 'in', amount: 800, isReversal: true })
  assert.deepEqual(movementOf(cells({ in: '八元' })), { fault: 'amount', key: 'in' })
})
