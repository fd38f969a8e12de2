import assert from 'node:assert/strict'
import { test } from 'node:test'
import { residenceBy } from '#/domain/money/residence.ts'

test('a person with a domicile or 183 days in China in the year is a resident', () => {
  assert.equal(residenceBy('domicile', null), 'resident')
  assert.deepEqual([residenceBy('days', 182), residenceBy('days', 183), residenceBy('days', null)], ['non_resident', 'resident', 'non_resident'])
})
