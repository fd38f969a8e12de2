import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isItemMove, itemNumber, itemStates, treatmentsIn, walkStatement } from '#/domain/reconciliation.ts'

const movement = (line: number, at: string, amount: number, balance: number) => ({ line, at, amount, balance })

test('a statement is followed from its first to its last balance, whichever it begins with', () => {
  const rows = [movement(2, '1', -10, 90), movement(3, '2', 5, 95), movement(4, '3', -95, 0)]
  assert.deepEqual(walkStatement(rows), { opening: 100, closing: 0, isReversed: false, gap: null })
  assert.deepEqual(walkStatement(rows.toReversed()), { opening: 100, closing: 0, isReversed: true, gap: null })
  assert.throws(() => walkStatement([]), RangeError)
})

test('a movement that is missing is named by the row behind it', () => {
  const rows = [movement(2, '1', -10, 90), movement(4, '3', -5, 80)]
  assert.deepEqual(walkStatement(rows), { gap: { line: 4, expected: 85, found: 80 } })
})

test('what is settled moves no more, and what hangs does not hang twice', () => {
  assert.deepEqual(
    itemStates.filter((state) => isItemMove('propose', state)),
    ['open', 'waiting', 'hung'],
  )
  assert.deepEqual(
    itemStates.filter((state) => isItemMove('decide', state)),
    ['proposed'],
  )
  assert.ok(!isItemMove('take', 'settled'))
  assert.deepEqual(treatmentsIn('hung'), ['book', 'return'])
  assert.equal(itemNumber(7), 'DZ00000007')
})
