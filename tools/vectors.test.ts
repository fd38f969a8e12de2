import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkVector, readVectors } from '#/tools/vectors.ts'

const vectors = readVectors(join(import.meta.dirname, '../vectors/tax.json'))

test('every worked example of the tax law comes out to the fen', () => {
  const failures = vectors.flatMap((vector) => checkVector(vector).map((problem) => `${vector.id}: ${problem}`))
  assert.deepEqual(failures, [])
  assert.ok(vectors.length >= 107)
})

test('a wrong figure, a figure nobody computes and an unknown rule are failures', () => {
  const [first] = vectors
  assert.ok(first)
  assert.equal(checkVector({ ...first, expected: { ...first.expected, payableFen: 1 } }).length, 1)
  assert.equal(checkVector({ ...first, expected: { inventedFen: 0 } }).length, 1)
  assert.equal(checkVector({ ...first, rule: 'no.such.rule' }).length, 1)
})
