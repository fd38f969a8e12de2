import assert from 'node:assert/strict'
import { test } from 'node:test'
import { modules } from '#/api/modules.ts'
import type { Operation } from '#/api/operation.ts'
import { pageCommands } from './commands.ts'

test('every command requires the permission that its operation declares', () => {
  for (const { operation, permission } of pageCommands) {
    const [module = '', name = ''] = operation.split('.')
    const declaredOperation = (modules as Readonly<Record<string, Readonly<Record<string, Operation>>>>)[module]?.[name]
    assert.ok(declaredOperation, operation)
    assert.deepEqual([declaredOperation.access].flat(), [permission], operation)
  }
})
