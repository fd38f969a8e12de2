import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { loadBase } from '#/db/base/load.ts'
import { readPolicies } from '#/db/base/policies.ts'
import { shiftDay } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { startApp } from '#/server/app/start.ts'
import { openMigratedDatabase } from '#/server/kernel/archive/database-testing.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { testServer } from '#/server/tests/testing.ts'

const ourPolicies = readPolicies()
const last = ourPolicies.at(-1) as TaxPolicy
const load = (database: Database, policies: readonly TaxPolicy[]) => asOwner(database, (trx) => loadBase(trx, policies))

/** Our policies plus one that starts on this day. */
function policiesWithSuccessor(day: string): TaxPolicy[] {
  return [...ourPolicies.slice(0, -1), { ...last, effectiveTo: shiftDay(day, -1) }, { ...last, version: 'next', effectiveFrom: day }]
}

async function periods(database: Database): Promise<(readonly [string, string | null])[]> {
  const result = await sql<{
    version: string
    ends: string | null
  }>`select version, effective_to::text as ends from tax_policy order by effective_from`.execute(database.kysely)
  return result.rows.map(({ version, ends }) => [version, ends])
}

const periodsOf = (policies: readonly TaxPolicy[]) => policies.map(({ version, effectiveTo }) => [version, effectiveTo])

test('concurrent starts install the policies once and completely', async () => {
  const database = await openMigratedDatabase()
  await Promise.all([load(database, ourPolicies), load(database, ourPolicies)])
  await load(database, ourPolicies)
  const { rows } = await sql<TaxPolicy>`select code, version, effective_from::text as "effectiveFrom", effective_to::text as "effectiveTo", params
    from tax_policy order by effective_from`.execute(database.kysely)
  assert.deepEqual(rows, ourPolicies)
  await database.close()
})

test('the server refuses to start when an installed policy differs from its file', async () => {
  const database = await openMigratedDatabase()
  const dir = mkdtempSync(join(tmpdir(), 'yck-base-'))
  const [secret, sealing, index] = [1, 2, 3].map(() => randomBytes(32).toString('base64'))
  const settings = readSettings({ MODE: 'production', DATA_DIR: dir, LOG_LEVEL: 'silent', SECRET_KEY: secret, VAULT_KEYS: sealing, VAULT_INDEX_KEY: index })
  const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined }
  await load(database, ourPolicies)
  await sql`update tax_policy set params = jsonb_set(params, '{vat,levyPpm}', '10000') where version = '2026-01'`.execute(database.kysely)
  await assert.rejects(startApp(settings, silentLog, { database, withoutWorkers: true }), {
    message:
      /^the tax policy CN 2026-01 is installed with another params\.vat\.levyPpm; .* put a changed rule in a new file with its own version and first day$/,
  })
  rmSync(dir, { recursive: true })
})

test('a changed version, first day or last day of an installed policy is refused', async () => {
  const database = await openMigratedDatabase()
  await load(database, ourPolicies)
  const loadChanged = (change: Partial<TaxPolicy>) => load(database, [...ourPolicies.slice(0, -1), { ...last, ...change }])
  await assert.rejects(loadChanged({ effectiveFrom: '2026-11-02' }), /CN 2026-11 is installed with another effectiveFrom/)
  await assert.rejects(loadChanged({ effectiveTo: null }), /CN 2026-11 is installed with another last day \(2027-12-31, now none\)/)
  await assert.rejects(loadChanged({ version: '2026-11b' }), /CN 2026-11b begins on 2026-11-01, as 2026-11 does/)
  assert.deepEqual(await periods(database), periodsOf(ourPolicies), 'the refusal changed nothing')
  await database.close()
})

test('a new policy ends the previous one and stays in force when an older program starts', async () => {
  const database = await openMigratedDatabase()
  const openEndedPolicies = [...ourPolicies.slice(0, -1), { ...last, effectiveTo: null }]
  await load(database, openEndedPolicies)
  const extendedPolicies = [
    ...ourPolicies.slice(0, -1),
    { ...last, effectiveTo: '2028-01-31' },
    { ...last, version: '2028-02', effectiveFrom: '2028-02-01', effectiveTo: null },
  ]
  await load(database, extendedPolicies)
  assert.deepEqual(await periods(database), periodsOf(extendedPolicies))
  await load(database, openEndedPolicies)
  assert.deepEqual(await periods(database), periodsOf(extendedPolicies), 'a program that does not know the newest policy leaves it in force')
  await database.close()
})

describe('with existing payments', () => {
  const server = testServer()
  before(async () => {
    // The last second of 20 November in Beijing.
    await sql`update payment_batch set paid_at = '2026-11-20T15:59:59Z' where id = (select min(id) from payment_batch)`.execute(kysely())
  })
  const database = () => server.running.kernel.database
  const kysely = () => database().kysely

  test('a policy cannot end before a day on which it was applied', async () => {
    const endRefusal = { message: /^the tax policy CN 2026-11 would end on .*, but payments from .* on were computed by it; .*/ }
    await assert.rejects(load(database(), policiesWithSuccessor('2026-11-20')), endRefusal)
    await sql`insert into tax_period (centre_id, mode, month, closed_at) values (2, 2, '2026-11', now())`.execute(kysely())
    await assert.rejects(load(database(), policiesWithSuccessor('2026-11-21')), endRefusal, 'a closed month was computed by the policy of its last day')
    await sql`delete from tax_period`.execute(kysely())
    assert.deepEqual(await periods(database()), periodsOf(ourPolicies))
    await load(database(), policiesWithSuccessor('2026-11-21'))
    assert.deepEqual(await periods(database()), periodsOf(policiesWithSuccessor('2026-11-21')))
  })
})
