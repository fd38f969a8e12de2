import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dutiesOf, needsReview, overlappingDuties } from '#/domain/access/duties.ts'

describe('duties', () => {
  test('permission keys decide the duties of a user', () => {
    assert.deepEqual(dutiesOf(['/dashboard', 'zf:make']), ['maker'])
    assert.deepEqual(dutiesOf(['zf:pay', 'employeeDw', 'zf:check']), ['admin', 'checker', 'payer'])
    assert.deepEqual(dutiesOf(['/dashboard']), ['viewer'])
  })

  test('a new duty to check, pay or manage accounts needs approval', () => {
    assert.equal(needsReview(['zf:make']), false)
    for (const key of ['zf:check', 'zf:pay', 'employeeDw']) assert.equal(needsReview([key]), true)
    assert.equal(needsReview(['zf:check', 'zf:make'], ['zf:check']), false)
    assert.equal(needsReview(['zf:check', 'zf:pay'], ['zf:check']), true)
  })

  test('making batches overlaps with checking them but not with managing accounts', () => {
    assert.deepEqual(overlappingDuties(['zf:make', 'zf:check']), ['maker', 'checker'])
    assert.deepEqual(overlappingDuties(['zf:make', 'employeeDw']), [])
    assert.deepEqual(overlappingDuties([]), [])
  })
})
