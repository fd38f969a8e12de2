import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  adjacentDayGap,
  allowedTreatments,
  checkSequence,
  isReconActionAllowed,
  reconItemNumber,
  reconItemStates,
  type TreatableDifference,
} from '#/domain/money/reconciliation.ts'

const movement = (line: number, at: string, amount: number, balance: number) => ({ line, at, amount, balance })

test('the balances of a statement are checked in ascending or descending order', () => {
  const rows = [movement(2, '1', -10, 90), movement(3, '2', 5, 95), movement(4, '3', -95, 0)]
  assert.deepEqual(checkSequence(rows), { opening: 100, closing: 0, isReversed: false, gap: null })
  assert.deepEqual(checkSequence(rows.toReversed()), { opening: 100, closing: 0, isReversed: true, gap: null })
  assert.throws(() => checkSequence([]), RangeError)
})

test('a statement without times may begin with its newest movement', () => {
  const rows = [movement(2, '2026-11-21', -10, 90), movement(3, '2026-11-21', 5, 95), movement(4, '2026-11-21', -95, 0)]
  assert.deepEqual(checkSequence(rows), { opening: 100, closing: 0, isReversed: false, gap: null })
  assert.deepEqual(checkSequence(rows.toReversed()), { opening: 100, closing: 0, isReversed: true, gap: null })
  assert.deepEqual(checkSequence(rows.toSpliced(1, 1)), { gap: { line: 4, expected: -5, found: 0 } })
})

test('a statement connects to its neighbours, even if several share a day', () => {
  const balancesOn = (day: string, opening: number, closing: number) => ({ day, opening, closing })
  const noNeighbours = { before: null, after: null, sharing: [] }
  const gap = adjacentDayGap
  assert.equal(gap({ opening: 5, closing: 9 }, noNeighbours), null)
  assert.equal(gap({ opening: 100, closing: 80 }, { ...noNeighbours, before: balancesOn('1', 0, 100) }), null)
  assert.equal(gap({ opening: 99, closing: 80 }, { ...noNeighbours, before: balancesOn('1', 0, 100) }), 'before')
  assert.equal(gap({ opening: 100, closing: 80 }, { ...noNeighbours, after: balancesOn('3', 80, 0) }), null)
  assert.equal(gap({ opening: 100, closing: 80 }, { ...noNeighbours, after: balancesOn('3', 81, 0) }), 'after')
  const morning = { opening: 100, closing: 80 }
  const afternoon = { opening: 80, closing: 50 }
  const yesterday = balancesOn('1', 0, 100)
  assert.equal(gap(afternoon, { ...noNeighbours, before: yesterday, sharing: [morning] }), null)
  assert.equal(gap(morning, { ...noNeighbours, sharing: [afternoon] }), null)
  assert.equal(gap({ opening: 100, closing: 81 }, { ...noNeighbours, sharing: [afternoon] }), 'before')
  assert.equal(gap({ opening: 80, closing: 49 }, { before: yesterday, after: balancesOn('3', 50, 0), sharing: [morning] }), 'after')
})

test('a missing movement is reported at the next row', () => {
  const rows = [movement(2, '1', -10, 90), movement(4, '3', -5, 80)]
  assert.deepEqual(checkSequence(rows), { gap: { line: 4, expected: 85, found: 80 } })
})

test('a difference has a number, and its state decides its actions and treatments', () => {
  assert.deepEqual(
    reconItemStates.filter((state) => isReconActionAllowed('propose', state)),
    ['open', 'waiting', 'hung'],
  )
  assert.deepEqual(
    reconItemStates.filter((state) => isReconActionAllowed('decide', state)),
    ['proposed'],
  )
  assert.ok(!isReconActionAllowed('take', 'settled'))
  assert.equal(reconItemNumber(7), 'DZ00000007')
})

test('only money that moved at the bank beyond the books can be a charge or interest', () => {
  const debit = { state: 'open', side: 'bank', kind: 'long', direction: 'out', amount: -50, isOfOrder: false, isTopup: false } as const
  const possible = (change: Partial<TreatableDifference>) =>
    allowedTreatments({ ...debit, ...change }).filter((each) => each === 'charge' || each === 'interest')
  assert.deepEqual(possible({}), ['charge'])
  assert.deepEqual(possible({ kind: 'amount', isOfOrder: true }), ['charge'])
  assert.deepEqual(possible({ kind: 'amount', direction: 'in' }), ['charge'])
  assert.deepEqual(possible({ direction: 'in', amount: 50 }), ['interest'])
  for (const change of [
    { isOfOrder: true },
    { side: 'channel' },
    { kind: 'short', direction: 'in' },
    { kind: 'amount', isTopup: true },
    { amount: 50 },
  ] as const)
    assert.deepEqual(possible(change), [], JSON.stringify(change))
  assert.deepEqual(allowedTreatments({ ...debit, state: 'hung' }), ['charge', 'book', 'return'])
})
