import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsFactor } from '#/domain/access/factor.ts'
import { userType } from '#/domain/base/codes.ts'

test('platform, centre and payer accounts need a second factor; makers and operators need none', () => {
  assert.equal(needsFactor(userType.platform, new Set()), true)
  assert.equal(needsFactor(userType.centre, new Set()), true)
  assert.equal(needsFactor(userType.unit, new Set(['zf:pay'])), true)
  assert.equal(needsFactor(userType.unit, new Set(['payZfPt'])), true)
  assert.equal(needsFactor(userType.unit, new Set(['zf:make', 'zf:check'])), false)
  assert.equal(needsFactor(userType.operator, new Set()), false)
})
