import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Fen } from '#/domain/base/money.ts'
import { alternativePlaceOf, countAt, keyOfPendingWork, type PendingWork } from './places.ts'

const pendingWork = (kind: PendingWork['kind'], count: number, place: PendingWork['place']): PendingWork => ({
  kind,
  count,
  amount: 0 as Fen,
  oldestAt: null,
  path: '/x',
  place,
})
const rows = [
  pendingWork('audit', 3, { centreId: 2, mode: 1, isHere: true }),
  pendingWork('confirm', 2, { centreId: 2, mode: 2, isHere: false }),
  pendingWork('candidates', 4, { centreId: 2, mode: null, isHere: true }),
  pendingWork('confirm', 7, { centreId: 5, mode: 2, isHere: false }),
  pendingWork('sign', 1, null),
]

test('pending work is counted per mode and for the whole centre', () => {
  assert.equal(countAt(rows, { centreId: 2, mode: 1 }), 3)
  assert.equal(countAt(rows, { centreId: 2, mode: 2 }), 2)
  assert.equal(countAt(rows, { centreId: 2, mode: null }), 9)
  assert.equal(countAt(rows, { centreId: 5, mode: 1 }), 0)
})

test('only pending work at another centre or mode offers a switch to that place', () => {
  assert.equal(new Set(rows.map(keyOfPendingWork)).size, rows.length)
  assert.deepEqual(
    rows.map((row) => alternativePlaceOf(row)?.centreId ?? null),
    [null, 2, null, 5, null],
  )
})
