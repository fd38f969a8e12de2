import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountStatus, postStatus, settlementMode, userType } from './codes.ts'
import { languages } from './text.ts'

test('usertype, poststatus, modes and status 8 have the numbers of the specification', () => {
  assert.deepEqual(userType, { platform: 1, unit: 2, operator: 3, centre: 4, partner: 5 })
  assert.deepEqual(postStatus, { none: 0, director: 1, marketer: 2, salesman: 3, crossCentre: 4, finance: 5, auditor: 6 })
  assert.deepEqual([settlementMode.individualBusiness, settlementMode.generalContract], [1, 2])
  assert.equal(accountStatus.active, 8)
})

test('the interface is available in zh, en, es and ja', () => {
  assert.deepEqual([...languages], ['zh', 'en', 'es', 'ja'])
})
