import assert from 'node:assert/strict'
import { test } from 'node:test'
import { permissionName } from '#/api/access/roles.texts.ts'
import { permissionKeys } from '#/api/rights.ts'
import { userType } from '#/domain/base/codes.ts'
import { languages } from '#/domain/base/text.ts'
import { grantDenialReason, keyDifferences, keyGroups, visibleGroups } from './tree.ts'

test('every key belongs to exactly one group of the role editor', () => {
  const allKeys = keyGroups().flatMap((group) => group.keys)
  assert.deepEqual([...allKeys].sort(), [...new Set(permissionKeys)].sort())
  assert.ok(keyGroups().some((group) => group.menu === 'zf' && group.keys.includes('zf:pay') && group.keys.includes('zfPtList')))
  assert.ok(keyGroups().some((group) => group.menu === 'imprest' && group.keys.includes('cz:confirm')))
})

test('keys follow the platform’s order within a group, and new keys come last', () => {
  const paymentKeys = (groups: ReturnType<typeof keyGroups>) => groups.find((group) => group.menu === 'zf')?.keys ?? []
  const programOrder = paymentKeys(keyGroups())
  const customOrder = paymentKeys(keyGroups([{ menu: 'zf', keys: ['zf:pay', 'zf:forgotten', 'zfPtList'] }]))
  assert.deepEqual(customOrder.slice(0, 2), ['zf:pay', 'zfPtList'])
  assert.deepEqual(
    customOrder.slice(2),
    programOrder.filter((key) => key !== 'zf:pay' && key !== 'zfPtList'),
  )
  assert.deepEqual(keyGroups([{ menu: 'general', keys: ['/persons/centers'] }])[0]?.keys[0], '/persons/centers')
})

test('no two keys have the same name in any language', () => {
  for (const language of languages) {
    const names = permissionKeys.map((key) => permissionName(key)?.[language].toLowerCase() ?? '')
    assert.deepEqual(
      names.filter((name, at) => name === '' || names.indexOf(name) !== at),
      [],
    )
  }
})

test('the role editor offers keys of pages, keys of actions and full access', () => {
  const keys = keyGroups().flatMap((group) => group.keys)
  for (const pageKey of ['admin3', '/dashboard', '/persons/centers', 'htList', 'zf:pay', 'userYzSfList', 'taxCalendar', 'taxList', 'newsEdit', 'news:publish'])
    assert.ok(keys.includes(pageKey), pageKey)
})

test('a search hides empty groups', () => {
  const prepaymentGroups = visibleGroups(keyGroups(), (key) => key === 'yufukuan')
  assert.deepEqual(
    prepaymentGroups.map((group) => [group.menu, group.keys]),
    [['imprest', ['yufukuan']]],
  )
})

test('a user can grant only keys they hold, and only to roles of the matching kind', () => {
  const unit = { usertype: userType.unit, isBuiltIn: false, isHeld: false }
  assert.equal(grantDenialReason('zf:make', unit, ['admin3']), null)
  assert.equal(grantDenialReason('zf:make', unit, ['zf:make']), null)
  assert.equal(grantDenialReason('zf:make', unit, ['zf:check']), 'lacking')
  assert.equal(grantDenialReason('role:edit', unit, ['admin3']), 'misplaced')
  assert.equal(grantDenialReason('role:edit', { ...unit, isHeld: true }, ['admin3']), null)
  assert.equal(grantDenialReason('/dashboard', { usertype: userType.unit, isBuiltIn: true, isHeld: true }, ['admin3']), 'always')
})

test('the comparison of two roles lists the keys that only one of them has', () => {
  assert.deepEqual(keyDifferences(['a', 'b'], ['b', 'c']), { here: ['a'], there: ['c'] })
})
