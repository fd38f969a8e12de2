import assert from 'node:assert/strict'
import { test } from 'node:test'
import { residenceForGround } from '#/domain/money/residence.ts'

test('a person with a domicile or 183 days in China in the year is a resident', () => {
  assert.equal(residenceForGround('domicile', null), 'resident')
  assert.deepEqual(
    [residenceForGround('days', 182), residenceForGround('days', 183), residenceForGround('days', null)],
    ['non_resident', 'resident', 'non_resident'],
  )
})
