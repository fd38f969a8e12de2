import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modules } from '#/api/modules.ts'
import type { Module, Operation } from '#/api/operation.ts'

const operations = Object.entries(modules as Readonly<Record<string, Module>>).flatMap(([module, agreement]) => Object.entries(agreement).map(([name, operation]): [string, Operation] => [`${module}.${name}`, operation]))

/** Operations that take a password without declaring a confirmation, with the reason. */
const bespokeConfirmations: Readonly<Record<string, string>> = {
  'auth.changePassword': 'it replaces that password',
  'auth.checkPassword': 'the check is its result',
  'auth.login': 'the caller has no session yet',
  'certificates.add': 'the password opens the uploaded file',
  'closings.request': 'acts as the accounts role, which counts passwords with codes',
  'profile.beginPasskey': 'acts as the accounts role, on the factors of the account',
  'profile.dropSecondFactor': 'acts as the accounts role, on the factors of the account',
  'profile.prove': 'the check is its result',
  'profile.renewRecoveryCodes': 'acts as the accounts role, on the factors of the account',
  'profile.startSecondFactor': 'acts as the accounts role, on the factors of the account',
  'recovery.reset': 'it sets that password',
}

test('a confirmation names a secret password field and the fields with the confirmed values', () => {
  const confirmedWrites = operations.flatMap(([name, operation]) => (operation.kind === 'write' && operation.confirm ? [{ name, operation, ...operation.confirm }] : []))
  assert.ok(confirmedWrites.length > 0)
  for (const { name, operation, field, shown } of confirmedWrites) {
    assert.ok(operation.secret?.includes(field), name)
    for (const each of [field, ...shown]) assert.ok(each in operation.input.shape, `${name}: ${each}`)
    assert.ok(!shown.includes(field), name)
  }
})

test('every write that takes a password declares a confirmation, except listed ones', () => {
  const undeclaredWrites = operations.flatMap(([name, operation]) => {
    if (operation.kind !== 'write' || operation.confirm) return []
    return Object.keys(operation.input.shape).some((field) => /password|^pwd$/i.test(field)) ? [name] : []
  })
  assert.deepEqual(undeclaredWrites.sort(), Object.keys(bespokeConfirmations).sort())
})
