import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readExamples } from '#/db/base/examples.ts'
import { readPolicies } from '#/db/base/policies.ts'
import { deviationsOf, lawFrom, type TaxExample } from '#/domain/taxation/tax-examples.ts'

const vectors = readExamples()
const law = lawFrom(readPolicies())
const checkVector = (vector: TaxExample) => deviationsOf(vector, law)

test('every worked tax example matches to the fen', () => {
  const failures = vectors.flatMap((vector) =>
    checkVector(vector).map(({ at, expected, computed }) => `${vector.id}: ${at}: expected ${expected}, got ${computed}`),
  )
  assert.deepEqual(failures, [])
  assert.ok(vectors.length >= 116)
})

test('a worked example with a wrong figure, unknown figure or unknown rule fails', () => {
  const [first] = vectors
  assert.ok(first)
  assert.equal(checkVector({ ...first, expected: { ...first.expected, payableFen: 1 } }).length, 1)
  assert.equal(checkVector({ ...first, expected: { inventedFen: 0 } }).length, 1)
  assert.equal(checkVector({ ...first, rule: 'no.such.rule' }).length, 1)
})
