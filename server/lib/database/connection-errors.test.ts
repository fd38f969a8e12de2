import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { openMigratedDatabase } from '#/server/kernel/archive/database-testing.ts'
import { DatabaseLost, logDatabaseError } from '#/server/lib/database/connection-errors.ts'
import { type Database, openDatabase } from '#/server/lib/database/database.ts'
import { DatabaseBusy } from '#/server/lib/database/dialect.ts'
import { asOwner, inTransaction } from '#/server/lib/database/transaction.ts'
import { testServer } from '#/server/tests/testing.ts'

const adminUrl = process.env.TEST_DATABASE_URL ?? ''
const onlyServer = { skip: adminUrl === '' && 'the embedded engine has no connection to lose' }

test('a lost or busy database is logged as a warning, even if the job queue copied the error', () => {
  const logEntries: unknown[] = []
  const log = {
    warn: (fields: object) => void logEntries.push(['warn', fields]),
    error: (fields: object) => void logEntries.push(['error', fields]),
  }
  const copyOfError = (error: Error) => ({ ...error, message: error.message, stack: error.stack, queue: 'payouts.dispatch' })
  for (const error of [new DatabaseBusy(3), new DatabaseLost('gone', false), Object.assign(new Error('ended'), { code: '57P01' }), new TypeError('a defect')])
    for (const reportedError of [error, copyOfError(error)]) logDatabaseError(log, reportedError, {}, 'the job queue reported an error')
  assert.deepEqual(logEntries, [
    ['warn', { error: 'DatabaseBusy: the database is busy: 3 wait for a connection' }],
    ['warn', { error: 'DatabaseBusy: the database is busy: 3 wait for a connection' }],
    ['warn', { error: 'DatabaseLost: the database was lost: gone' }],
    ['warn', { error: 'DatabaseLost: the database was lost: gone' }],
    ['warn', { error: 'Error: ended' }],
    ['warn', { error: 'Error: ended' }],
    ['error', { error: 'TypeError: a defect' }],
    ['error', { error: 'Error: a defect' }],
  ])
})

describe('a connection lost during a transaction', onlyServer, () => {
  let database: Database

  before(async () => {
    database = await openMigratedDatabase()
    await sql`create table scratch (note text)`.execute(database.kysely)
    await sql`create function cut() returns trigger language plpgsql as $$ begin
      perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(database.kysely)
  })
  after(() => database.close())

  const storedNotes = async () => (await sql<{ note: string }>`select note from scratch order by note`.execute(database.kysely)).rows.map(({ note }) => note)

  test('a transaction whose connection breaks before the commit is repeated and applied once', async () => {
    let runs = 0
    await asOwner(database, async (trx) => {
      runs++
      await sql`insert into scratch values ('once')`.execute(trx)
      if (runs > 1) return
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
    })
    assert.equal(runs, 2)
    assert.deepEqual(await storedNotes(), ['once'])
  })

  test('a transaction whose connection breaks during the commit is not repeated', async () => {
    await sql`create constraint trigger cut after insert on scratch deferrable initially deferred for each row execute function cut()`.execute(database.kysely)
    let runs = 0
    const interruptedWork = asOwner(database, async (trx) => {
      runs++
      await sql`insert into scratch values ('unknown')`.execute(trx)
    })
    await assert.rejects(interruptedWork, (error) => error instanceof DatabaseLost && error.isCommitUnknown)
    assert.equal(runs, 1)
    await sql`drop trigger cut on scratch`.execute(database.kysely)
  })

  test('a listener reports the gap after a lost connection and then receives hints again', async () => {
    const gapSignal = Promise.withResolvers<void>()
    const receivedHint = Promise.withResolvers<string>()
    const stopListening = await database.listen('lost', receivedHint.resolve, gapSignal.resolve)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`.execute(database.kysely)
    await gapSignal.promise
    await sql`select pg_notify('lost', 'again')`.execute(database.kysely)
    assert.equal(await receivedHint.promise, 'again')
    await stopListening()
  })
})

describe('an unavailable database', onlyServer, () => {
  const server = testServer()

  const requestUserInfo = () => server.running.server.inject({ method: 'POST', url: '/api/user/info', headers: { 'x-token': 'x'.repeat(43) } })

  test('requests get 503 with Retry-After while the database is unavailable', async () => {
    const { kysely, requests } = server.running.kernel.database
    const name = (await sql<{ name: string }>`select current_database() as name`.execute(kysely)).rows[0]?.name ?? ''
    const admin = await openDatabase({ url: adminUrl })
    const allowConnections = (isOpen: boolean) => sql`alter database ${sql.ref(name)} with allow_connections ${sql.raw(String(isOpen))}`.execute(admin.kysely)
    await allowConnections(false)
    // A role may end only its own sessions.
    for (const role of [requests, kysely]) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = ${name} and usename = current_user and pid <> pg_backend_pid()`.execute(role)
      await assert.rejects(sql`select pg_terminate_backend(pg_backend_pid())`.execute(role), DatabaseLost)
    }
    const outageResponse = await requestUserInfo()
    await allowConnections(true)
    await admin.close()
    assert.equal(outageResponse.statusCode, 503)
    assert.equal(outageResponse.headers['retry-after'], '2')
    assert.equal(outageResponse.json().error, 'busy')
    assert.equal((await requestUserInfo()).json().code, 50008)
  })
})

describe('row locks', onlyServer, () => {
  let database: Database

  before(async () => {
    database = await openMigratedDatabase()
  })
  after(() => database.close())

  test('checking a payment password does not block an insert that refers to the account', async () => {
    const id = await asOwner(database, async (trx) => {
      const { rows } = await sql<{ id: number }>`insert into app_user (username, name, usertype, status, password_hash, created_at)
        values ('locks', '锁', 1, 8, 'x', now()) returning id`.execute(trx)
      return rows[0]?.id ?? 0
    })
    const lockSignal = Promise.withResolvers<void>()
    const insertSignal = Promise.withResolvers<void>()
    const passwordCheck = inTransaction(database, { 'app.user': String(id) }, async (trx) => {
      await sql`select * from app.payment_secret()`.execute(trx)
      lockSignal.resolve()
      await insertSignal.promise
    })
    await lockSignal.promise
    await asOwner(database, async (trx) => {
      await sql`set local lock_timeout = '2s'`.execute(trx)
      await sql`insert into saved_view (user_id, list, name, query, created_at) values (${id}, 'units', 'mine', '', now())`.execute(trx)
    }).finally(() => insertSignal.resolve())
    await passwordCheck
  })
})
