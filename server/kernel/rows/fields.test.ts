import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'

const at = new Date('2026-11-18T02:00:00Z')

test('columns become camel-case fields, with amounts without suffix and times as text', () => {
  const row = { id: 1, unit_name: '甲', gross_fen: 100, vat_ppm: 60_000, local_education_fen: null, created_at: at, ended_at: null, sealed: 'x' }
  assert.deepEqual(fieldsOf(row, 'id', 'unit_name', 'gross_fen', 'vat_ppm', 'local_education_fen', 'created_at', 'ended_at'), {
    id: 1,
    unitName: '甲',
    gross: 100,
    vatPpm: 60_000,
    localEducation: null,
    createdAt: '2026-11-18T02:00:00.000Z',
    endedAt: null,
  })
})

test('an amount with a fraction of a fen is refused', () => {
  assert.throws(() => fieldsOf({ gross_fen: 0.5 }, 'gross_fen'), RangeError)
})
