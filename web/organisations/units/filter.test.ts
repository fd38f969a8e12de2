import assert from 'node:assert/strict'
import { test } from 'node:test'
import { belowRange, belowYuanOf } from './filter.ts'

test('a balance that is not a whole amount in yuan is no missing filter of the units', () => {
  for (const text of ['abc', '1,500', '-5', '0', '12.5', '1234567890']) assert.ok(Number.isNaN(belowYuanOf(text)), text)
  assert.deepEqual(['', '1', '1500', String(belowRange.max)].map(belowYuanOf), [undefined, 1, 1500, belowRange.max])
})
