import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readsIn, upwardReads } from '#/tools/reads.ts'
import { homes, readsUpward, reference } from '#/tools/tables.ts'

// Reads of other modules' tables.

test('modules read tables of lower groups only, apart from listed reads', () => {
  const listed = Object.entries(readsUpward).flatMap(([from, owners]) => owners.map((to) => `${from} → ${to}`))
  const found = upwardReads().map(({ from, to }) => `${from} → ${to}`)
  assert.deepEqual(found.toSorted(), listed.toSorted())
})

test('reference tables exist, and reads are found', () => {
  const tables = Object.values(homes).flat()
  assert.deepEqual(
    reference.filter((table) => !tables.includes(table)),
    [],
  )
  assert.ok(readsIn().some(({ from, to, tables: read }) => from === 'money/payments' && to === 'money/lines' && read.includes('payment_line')))
})
