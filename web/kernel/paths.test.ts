import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { modules } from '#/api/modules.ts'
import type { Operation } from '#/api/operation.ts'
import { fixedAddresses } from './paths.ts'

const operations = Object.entries(modules).flatMap(([module, each]) =>
  Object.entries(each as Record<string, Operation>).map(([name, operation]) => ({ module, name, operation })),
)

test('the client knows the address of every operation with a fixed address', () => {
  const describedPaths = operations
    .filter(({ operation }) => operation.path !== undefined || operation.flat === true)
    .map(({ module, name, operation }) => [`${module}.${name}`, operation.path, operation.flat === true])
  const specialPaths = Object.entries(fixedAddresses).map(([name, special]) => [name, special.path, special.isFlat === true])
  assert.deepEqual(specialPaths, describedPaths)
})

/** Returns whether a text calls an operation. A mention in a type (`typeof api.x.y`) does not count. */
const callsOperation = (text: string, name: string) => new RegExp(`(?<!typeof )\\bapi\\.${name.replace('.', '\\.')}\\b`).test(text)

test('the pages use every call of the specification', () => {
  assert.ok(callsOperation('await api.lookups.staff({})', 'lookups.staff'))
  assert.ok(!callsOperation('OutputOf<typeof api.lookups.staff>', 'lookups.staff'))
  const webFolder = join(import.meta.dirname, '..')
  const text = globSync('**/*.{ts,tsx}', { cwd: webFolder, exclude: ['dist/**', '**/*.test.ts'] })
    .map((path) => readFileSync(join(webFolder, path), 'utf8'))
    .join('\n')
  const unusedAddresses = Object.entries(fixedAddresses).filter(([name]) => !callsOperation(text, name))
  assert.deepEqual(
    unusedAddresses.map(([, special]) => special.path),
    [],
  )
})
