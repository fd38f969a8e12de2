import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { bankCardFor } from '#/domain/base/identity.ts'
import { openMigratedDatabase } from '#/server/kernel/archive/database-testing.ts'
import { expectMatchingKeys, findSealedTables, resealEverything } from '#/server/kernel/archive/rotation.ts'
import { textsOf } from '#/server/lib/spreadsheet/workbook-testing.ts'
import { type Vault, vaultWith } from '#/server/lib/vault/vault.ts'
import { atCentre, paymentScenario } from '#/server/money/payments/testing.ts'
import { allOperations } from '#/server/tests/hostile-testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

// Personal numbers are stored only encrypted, stay searchable, and can be moved to new keys.

const newKeys = () => ({ sealing: [randomBytes(32)], index: randomBytes(32) })
const now = new Date('2026-03-02T02:00:00Z')

/** Searches all tables, including the queue, for these texts. Returns one row per table and text found. */
async function placesOf(server: TestServer, texts: readonly string[]): Promise<string[]> {
  const db = server.running.kernel.database.kysely
  const { rows: tables } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  const leaks: string[] = []
  for (const { name } of tables) {
    for (const text of texts) {
      const { rows } = await sql<{ row: string }>`select row::text as row from ${sql.raw(name)} row where position(${text} in row::text) > 0 limit 1`.execute(
        db,
      )
      if (rows[0]) leaks.push(`${name}: ${rows[0].row}`)
    }
  }
  return leaks
}

describe('personal numbers in the whole database', () => {
  let app: TestServer
  const { ordinary } = demoPeople()
  const person = (at: number) => ordinary[at] ?? assert.fail('the demo has more people')
  before(async () => {
    app = await startTestServer()
  })
  after(() => app.close())

  test('the database contains no plain identity, card or mobile number after payments', async () => {
    const { draft, createPaidBatch: paid } = paymentScenario(app)
    await paid([{ person: person(0), yuan: '120.00' }])
    await app.settle(3)
    const newPayee = { ...person(1), idNumber: '11010119900307123X', cardNo: bankCardFor('622202', 4242), mobile: '13912340042' }
    const batch = await draft([{ person: newPayee, yuan: '50.00' }])
    const lines = await app.must('maker', 'lines.list', { batchId: batch.id, size: 20 })
    const line = lines.rows[0] ?? assert.fail('the line is there')
    assert.equal(line.idNumber, newPayee.idNumber, 'the user who repairs it sees the full number')
    await app.must('maker', 'lines.list', { keyword: person(0).idNumber, size: 20 })
    await app.must('auditor', 'operators.candidates', { keyword: newPayee.idNumber, page: 1, size: 20 }, atCentre)
    const { name, mobile, bankName } = newPayee
    const cells = { name, idNumber: newPayee.idNumber, mobile, bankName, cardNo: bankCardFor('622202', 4343), amountText: '50.00' }
    await app.must('maker', 'lines.repair', { batchId: batch.id, changes: [{ lineId: line.id, cells }] })

    const people = [person(0), person(1), newPayee]
    assert.notDeepEqual(await placesOf(app, [newPayee.name]), [], 'a plain value is found')
    const plainNumbers = people.flatMap(({ idNumber, cardNo }) => [idNumber, cardNo])
    assert.deepEqual(await placesOf(app, [...plainNumbers, bankCardFor('622202', 4343), newPayee.mobile]), [])
    const knownPlaces = await sql<{
      name: string
    }>`select name from operator where id_number_index = ${app.running.kernel.vault.index('id_number', person(0).idNumber)}`.execute(
      app.running.kernel.database.kysely,
    )
    assert.deepEqual(knownPlaces.rows, [{ name: person(0).name }], 'and yet they are found')
  })

  test('an export filtered by a number stores it neither in the database nor in its file', async () => {
    const { mobile } = person(0)
    const exports = allOperations.filter(({ operation, spec }) => /export/i.test(operation) && 'keyword' in spec.input.shape).map(({ name }) => name)
    const [declaration] = (await app.must('platform', 'periods.list', {})).rows
    const neededInputs: Readonly<Record<string, object>> = {
      'operators.export': { kind: 'platform' },
      'applications.export': { tab: 'operator' },
      'businessfilings.exportList': { kind: 'vat' },
      'periods.export': { declarationId: declaration?.id, sheet: 'iit' },
    }
    for (const name of exports) await app.must('platform', name as 'users.export', { ...neededInputs[name], keyword: mobile })
    const db = app.running.kernel.database.kysely
    const tasks = await sql<{ name: string; data: Record<string, unknown> }>`select name, data from pgboss.job where name like '%.export'`.execute(db)
    for (const { name, data } of tasks.rows) await app.job(name, data)

    const otherPlaces = (await placesOf(app, [mobile])).filter((place) => !place.startsWith('public.app_user:'))
    assert.deepEqual(otherPlaces, [], 'an account has its number; nothing else')
    const maskedActions = await sql<{ action: string }>`select distinct action from audit_log where detail -> 'filter' ->> 'keyword' = '***'`.execute(db)
    assert.deepEqual(maskedActions.rows.map(({ action }) => action).sort(), exports.sort(), 'the search is in the log, without the keyword')
    const files = await sql<{ id: string }>`select id from stored_file where purpose = 'export'`.execute(db)
    assert.equal(files.rows.length, exports.length)
    for (const { id } of files.rows) {
      const text = await textsOf(await app.running.kernel.store.read(id))
      assert.ok(text.includes('关键字 ***') && !text.includes(mobile))
    }
  })

  test('lines are found by a full identity or card number, not by a part', async () => {
    const payee = person(0)
    const search = async (keyword: string) => (await app.must('maker', 'lines.list', { keyword, size: 20 })).rows.length
    assert.ok((await search(payee.idNumber)) > 0)
    assert.ok((await search(payee.cardNo)) > 0)
    assert.ok((await search(payee.idNumber.toLowerCase())) > 0)
    assert.equal(await search(payee.idNumber.slice(0, 12)), 0)
  })

  test('rotation moves every value to the new keys, so that the old keys are not needed', async () => {
    const { kernel } = app.running
    const { database, settings } = kernel
    const oldKeys = settings.vaultKeys ?? assert.fail('tests have keys')
    const freshKeys = newKeys()
    const vaultWithBothKeys = vaultWith({ sealing: [...freshKeys.sealing, ...oldKeys.sealing], index: oldKeys.index })
    await assert.rejects(expectMatchingKeys(database, vaultWith({ sealing: freshKeys.sealing, index: oldKeys.index }), now), /VAULT_KEYS lacks the key/)
    await expectMatchingKeys(database, vaultWithBothKeys, now)
    const changedCounts = await resealEverything(database, vaultWithBothKeys, now)
    assert.ok((changedCounts.operator ?? 0) > 5 && (changedCounts.payment_line ?? 0) > 0 && (changedCounts.voucher ?? 0) > 0)
    assert.deepEqual(
      Object.values(await resealEverything(database, vaultWithBothKeys, now)).filter((rows) => rows > 0),
      [],
      'rotated values are not rotated again',
    )

    const vaultWithNewKey = vaultWith({ sealing: freshKeys.sealing, index: oldKeys.index })
    await expectMatchingKeys(database, vaultWithNewKey, now)
    await expectAllOpen(vaultWithNewKey)
    const vaultWithNewIndex = vaultWith({ sealing: freshKeys.sealing, index: freshKeys.index })
    await assert.rejects(expectMatchingKeys(database, vaultWithNewIndex, now), /VAULT_INDEX_KEY is not the key/)
    await resealEverything(database, vaultWithNewIndex, now)
    await expectMatchingKeys(database, vaultWithNewIndex, now)
    Object.assign(kernel, { vault: vaultWithNewIndex })
    const lines = await app.must('maker', 'lines.list', { keyword: person(0).idNumber, size: 20 })
    assert.ok(lines.rows.length > 0)
  })

  async function expectAllOpen(vault: Vault): Promise<void> {
    const db = app.running.kernel.database.kysely
    for (const { table, columns } of await findSealedTables(db))
      for (const { name, kind } of columns) {
        if (kind === null) continue
        const { rows } = await sql<{ sealed: string }>`select ${sql.ref(name)} as sealed from ${sql.ref(table)} where ${sql.ref(name)} <> ''`.execute(db)
        for (const { sealed } of rows) assert.ok(vault.isCurrent(sealed) && vault.open(kind, sealed) !== '')
      }
  }
})

test('rotation moves values of several kinds in one object, in 2,500 rows', async () => {
  const database = await openMigratedDatabase()
  const [old, fresh] = [newKeys(), newKeys()]
  const oldVault = vaultWith(old)
  const rotationVault = vaultWith({ sealing: [...fresh.sealing, ...old.sealing], index: old.index })
  const sealedJson = JSON.stringify({ idNumber: oldVault.seal('id_number', '110101199003071233'), bankNo: oldVault.seal('account_no', '571900001'), none: '' })
  await sql`create table papers (month date, id bigint, sealed jsonb not null, primary key (month, id))`.execute(database.kysely)
  await sql`insert into papers select '2026-03-01', n, ${sealedJson}::jsonb from generate_series(1, 2500) n`.execute(database.kysely)
  assert.equal((await resealEverything(database, rotationVault, now)).papers, 2500)
  const { rows } = await sql<{ sealed: Record<string, string> }>`select distinct on (md5(sealed::text)) sealed from papers`.execute(database.kysely)
  const freshVault = vaultWith({ sealing: fresh.sealing, index: old.index })
  for (const row of rows)
    assert.deepEqual(
      [freshVault.open('id_number', row.sealed.idNumber ?? ''), freshVault.open('account_no', row.sealed.bankNo ?? ''), row.sealed.none],
      ['110101199003071233', '571900001', ''],
    )
  await database.close()
})
