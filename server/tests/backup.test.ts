import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { checkInvariants } from '#/server/app/invariants.ts'
import { startApp } from '#/server/app/start.ts'
import { tablesOf } from '#/server/kernel/archive/catalog.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { type Database, openDatabase } from '#/server/lib/database/database.ts'
import { ordinaryPerson } from '#/server/money/lines/testing.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { createServerDatabase, dropServerDatabase, openPreparedDatabase } from '#/server/tests/databases-testing.ts'
import { childEnvironment } from '#/server/tests/day.ts'
import { type TestServer, wrapServer } from '#/server/tests/testing.ts'

// Backup, restore and move through the admin commands, each as a separate process. Payments continue afterwards: the
// queued payment and the next batch are each paid once.

const root = join(import.meta.dirname, '../..')
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
const serverUrl = process.env.TEST_DATABASE_URL
const key = () => randomBytes(32).toString('base64')

/** An installation: its folder, and its database if that is on PostgreSQL. */
interface Installation {
  readonly dir: string
  readonly url?: string
}

/** Returns a digest of the rows of each table. Omits the tables that the commands themselves write. */
async function tableDigestsOf({ kysely }: Database): Promise<Record<string, string>> {
  const tablesNotCompared = ['public.counter', 'public.audit_log', 'public.audit_chain']
  const digestByTable: Record<string, string> = {}
  for (const { name } of await tablesOf(kysely)) {
    if (tablesNotCompared.includes(name)) continue
    const result = await sql<{
      digest: string
    }>`select count(*) || ' ' || coalesce(md5(string_agg(each::text, ' ' order by each::text collate "C")), '') as digest
      from ${sql.table(name)} each`.execute(kysely)
    digestByTable[name] = result.rows[0]?.digest ?? ''
  }
  const queuedJobs = await sql<{ id: string }>`select id::text || name || data::text as id from pgboss.job where state < 'completed' order by id`.execute(
    kysely,
  )
  return { ...digestByTable, queue: queuedJobs.rows.map(({ id }) => id).join(' ') }
}

describe('the commands backup, restore and move', () => {
  const folder = mkdtempSync(join(tmpdir(), 'yck-backup-'))
  const keys = { SECRET_KEY: key(), VAULT_KEYS: key(), VAULT_INDEX_KEY: key() }
  const first: Installation = { dir: join(folder, 'first') }
  const archive = join(folder, 'archive')
  const createdDatabases: string[] = []
  let queuedBatch = 0
  let originalContent: Record<string, string>

  const env = ({ dir, url }: Installation): Record<string, string> => ({
    MODE: 'demo',
    DATA_DIR: dir,
    LOG_LEVEL: 'silent',
    ...keys,
    ...(url && { DATABASE_URL: url }),
  })
  const run = (command: 'backup' | 'restore' | 'move', home: Installation, args: readonly string[] = [], more: Readonly<Record<string, string>> = {}) =>
    new Promise<{ code: number | null; said: string }>((resolve) => {
      const child = spawn(process.execPath, [join(root, `tools/${command}.ts`), ...args], { env: { ...childEnvironment, ...env(home), ...more }, cwd: root })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
      child.on('exit', (code) => resolve({ code, said: output }))
    })
  const serve = async (home: Installation, database?: Database): Promise<TestServer> =>
    wrapServer(await startApp(readSettings(env(home)), silent, { demoSize: 'small', withoutWorkers: true, ...(database && { database }) }))
  const installOnServer = async (dir: string): Promise<Installation> => {
    const url = await createServerDatabase(serverUrl ?? '')
    createdDatabases.push(url)
    return { dir, url }
  }
  const readHome = async ({ dir, url }: Installation) => {
    const database = await openDatabase(url ? { url } : { dir: join(dir, 'db') })
    return tableDigestsOf(database).finally(() => database.close())
  }
  const amountOwedTo = (at: number) => [{ person: ordinaryPerson(at), yuan: '800.00' }]
  /**
   * Pays a new batch, and expects the new and the queued batch to be paid once each. Returns the number of the new
   * batch.
   */
  const expectPaymentsContinue = async (home: Installation): Promise<string> => {
    const server = await serve(home)
    try {
      const scenario = paymentScenario(server)
      const batch = await scenario.createPaidBatch(amountOwedTo(2))
      await server.settle(4)
      const sandboxPayments = await sql<{ times: number }>`select count(*)::int as times from sandbox_payment
        where request_no in (select request_no from payout_attempt attempt join payment_line line on line.id = attempt.line_id where line.batch_id = any(${[queuedBatch, batch.id]}))
        group by request_no`.execute(server.running.kernel.database.kysely)
      assert.deepEqual(sandboxPayments.rows, [{ times: 1 }, { times: 1 }])
      assert.deepEqual(await checkInvariants(server.running.kernel.database.kysely), [])
      for (const id of [queuedBatch, batch.id]) assert.equal((await scenario.get(id)).state, 'paid')
      return batch.no
    } finally {
      await server.close()
    }
  }

  before(async () => {
    const server = await serve(first, await openPreparedDatabase(join(first.dir, 'db')))
    queuedBatch = (await paymentScenario(server).createPaidBatch(amountOwedTo(1))).id
    const refusedBackup = await run('backup', first, [archive])
    await server.close()
    assert.equal(refusedBackup.code, 1)
    assert.match(refusedBackup.said, /in use by the server \(pid \d+\)\. Stop it/)
    const { code, said } = await run('backup', first, [archive])
    assert.equal(code, 0, said)
    originalContent = await readHome(first)
    assert.match(originalContent.queue ?? '', /payouts/, 'work waits in the queue')
  })
  after(async () => {
    for (const url of createdDatabases) await dropServerDatabase(serverUrl ?? '', url)
    rmSync(folder, { recursive: true, force: true })
  })

  test('a restore in another mode and a check of the backup write nothing', async () => {
    const home = { dir: join(folder, 'checked') }
    assert.match((await run('restore', home, [archive], { MODE: 'production' })).said, /the backup is of MODE=demo/)
    const checkResult = await run('restore', home, [archive, '--check'])
    assert.match(checkResult.said, /is whole and its keys are at hand/)
    assert.ok(!existsSync(join(home.dir, 'db')), 'nothing was written by any of these')
  })

  test('a restore keeps rows and jobs, payments continue, and new numbers follow after a gap', async () => {
    const home = { dir: join(folder, 'second') }
    const { code, said } = await run('restore', home, [archive])
    assert.equal(code, 0, said)
    assert.match(said, /INV-19 ok[\s\S]*INV-30 ok[\s\S]*Restored and checked/)
    assert.deepEqual(await readHome(home), originalContent)
    assert.match(await expectPaymentsContinue(home), /^PC\d{10}500\d{3}$/)
  })

  test('a backup needs a new folder and an existing database', async () => {
    assert.match((await run('backup', first, [archive])).said, /is there already/)
    assert.match((await run('backup', { dir: join(folder, 'nowhere') })).said, /There is no database/)
    assert.ok(!existsSync(join(folder, 'nowhere')))
  })

  if (serverUrl) {
    test('a move to PostgreSQL preserves all rows, and a backup works during payments', async () => {
      const dir = join(folder, 'third')
      cpSync(first.dir, dir, { recursive: true })
      const movedInstallation = await installOnServer(dir)
      const { code, said } = await run('move', movedInstallation)
      assert.equal(code, 0, said)
      const { queue, ...rows } = await readHome(movedInstallation)
      assert.deepEqual({ queue, ...rows }, originalContent)
      assert.deepEqual(
        readdirSync(dir)
          .map((name) => name.replace(/\.moved-.*/, '.moved'))
          .sort(),
        ['acknowledged', 'db.moved', 'files'],
      )

      const server = await serve(movedInstallation)
      const target = join(folder, 'beside')
      const backupRun = run('backup', movedInstallation, [target])
      // A batch is paid during the backup.
      const backupScenario = paymentScenario(server)
      await backupScenario.createPaidBatch(amountOwedTo(3))
      const backupResult = await backupRun
      assert.equal(backupResult.code, 0, backupResult.said)
      await server.close()

      const restoredDatabase = await installOnServer(join(folder, 'fourth'))
      const restoreResult = await run('restore', restoredDatabase, [target])
      assert.equal(restoreResult.code, 0, restoreResult.said)
      await expectPaymentsContinue(restoredDatabase)
      assert.match(await expectPaymentsContinue(movedInstallation), /^PC\d{10}000\d{3}$/, 'a move goes on with the numbers')
    })
  }
})
