import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { modules } from '#/api/modules.ts'
import { jobs } from '#/server/app/modules.ts'
import { buildContext, systemActor, systemScope } from '#/server/kernel/kernel.ts'
import { callDirectly } from '#/server/kernel/request/external-calls.ts'
import { canWiden, scopeWidenings } from '#/server/kernel/session/scope-widenings.ts'
import { inTransaction } from '#/server/lib/database/transaction.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const server = join(import.meta.dirname, '../..')
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/test\.ts$|testing\.ts$/.test(path))
  .map((path) => readFileSync(join(server, path), 'utf8'))

test('the list of widenings matches their uses in the code', () => {
  const usedNames = sources.flatMap((text) => [...text.matchAll(/\.widen\(\s*'([^']+)'/g)].map((match) => match[1] ?? ''))
  const calls = sources.flatMap((text) => [...text.matchAll(/\.widen\(/g)])
  assert.equal(calls.length, usedNames.length, 'every widening has a literal name')
  assert.deepEqual([...new Set(usedNames)].toSorted(), Object.keys(scopeWidenings).toSorted())
})

test('every listed user of a widening is an existing operation, job or module', () => {
  const operations = Object.entries(modules).flatMap(([module, agreement]) => Object.keys(agreement).map((name) => `${module}.${name}`))
  const permittedActions = new Set([
    ...operations,
    ...jobs.flatMap((job) => job.handlers.map(({ name }) => name)),
    ...Object.keys(modules).map((module) => `${module}.*`),
    '*',
  ])
  for (const [name, { why, by }] of Object.entries(scopeWidenings)) {
    assert.ok(why.length > 10, name)
    assert.deepEqual(
      by.filter((each: string) => !permittedActions.has(each)),
      [],
      name,
    )
  }
})

describe('widenings that are not listed', () => {
  let app: TestServer
  before(async () => {
    app = await startTestServer()
  })
  after(() => app.close())

  test('an operation can widen its scope only if the widening lists it', async () => {
    assert.ok(canWiden('ledger', 'payments.pay') && !canWiden('ledger', 'units.list'))
    const { kernel } = app.running
    const scope = { ...systemScope, all: false, unitIds: [1] }
    const widenAs = (action: string) =>
      inTransaction(kernel.database, {}, (trx) => {
        const ctx = buildContext(kernel, {
          trx,
          actor: systemActor,
          scope,
          language: 'zh',
          action,
          requestId: '',
          ip: '',
          agent: '',
          notes: [],
          outside: callDirectly,
        })
        return ctx.widen('ledger', async () => 'seen')
      })
    assert.equal(await widenAs('payments.pay'), 'seen')
    await assert.rejects(widenAs('units.list'), /units\.list widens its view \(ledger\)/)
  })
})
