import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { openEmptyDatabase, openMigratedDatabase } from '#/server/kernel/archive/database-testing.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { inWidenedScope } from '#/server/lib/database/dialect.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { asOwner, inTransaction } from '#/server/lib/database/transaction.ts'

// These tests run on both engines. TEST_DATABASE_URL selects a PostgreSQL server instead of the embedded database.

let database: Database

before(async () => {
  database = await openMigratedDatabase()
  await sql`create table scratch (note text)`.execute(database.kysely)
  await sql`grant select, insert on scratch to app_rw`.execute(database.kysely)
})
after(() => database.close())

async function firstRow<T>(db: Kysely<Tables>, query: ReturnType<typeof sql<T>>): Promise<T> {
  const { rows } = await query.execute(db)
  return rows[0] as T
}
const sessionQuery = sql<{ name: string; user: string | null }>`select current_user as name, nullif(current_setting('app.user', true), '') as user`
const noteCountQuery = sql<{ count: number }>`select count(*) from scratch`

test('a transaction runs as the application role and leaves no state on the connection', async () => {
  const owner = (await firstRow(database.kysely, sessionQuery)).name
  assert.deepEqual(await inTransaction(database, { 'app.user': '7' }, (trx) => firstRow(trx, sessionQuery)), { name: 'app_rw', user: '7' })
  assert.deepEqual(await asOwner(database, (trx) => firstRow(trx, sessionQuery)), { name: owner, user: null })
  await assert.rejects(
    inTransaction(database, { 'app.user': '8' }, async () => {
      throw new Error('no')
    }),
  )
  const laterSessions = await Promise.all(Array.from({ length: 12 }, () => firstRow(database.kysely, sessionQuery)))
  assert.deepEqual(laterSessions, Array(12).fill({ name: owner, user: null }))
})

test('a setting may contain any text without a NUL character', async () => {
  const hostileTexts = [
    "'",
    "\\'; drop table scratch; --",
    '\\',
    "''",
    "E'\\''",
    '$1',
    '$$',
    '\\x27',
    '\n\r\t',
    '{1,2}',
    "云'创\\客",
    '"',
    ';commit;',
    '\u{1f600}',
  ]
  const text = fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom(...hostileTexts)).map((all) => all.join('')),
  )
  await fc.assert(
    fc.asyncProperty(
      text.filter((each) => !each.includes('\0')),
      async (value) => {
        const storedValues = await inTransaction(database, { 'app.user': value, 'app.units': '{}' }, (trx) =>
          firstRow(trx, sql<{ value: string; name: string }>`select current_setting('app.user') as value, current_user as name`),
        )
        assert.deepEqual(storedValues, { value, name: 'app_rw' })
      },
    ),
    { numRuns: 200 },
  )
  await assert.rejects(async () => inTransaction(database, { 'app.user': 'a\0b' }, async () => undefined), RangeError)
})

const scopeQuery = sql<{ all: string | null }>`select nullif(current_setting('app.all', true), '') as all`

test('each statement has the scope of the work that issued it, nested or concurrent', async () => {
  type Step = 'read' | 'part' | 'failing' | { readonly widened: readonly Step[] } | { readonly together: readonly Step[] }
  const { steps } = fc.letrec<{ step: Step; steps: readonly Step[] }>((tie) => ({
    step: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('read', 'part', 'failing'),
      fc.record({ widened: tie('steps') }),
      fc.record({ together: fc.array(fc.oneof(fc.constant('read'), fc.record({ widened: fc.constant(['read'] as const) })), { maxLength: 4 }) }),
    ),
    steps: fc.array(tie('step'), { maxLength: 4 }),
  }))
  let readCount = 0
  async function run(trx: Kysely<Tables>, step: Step, isWidened: boolean): Promise<void> {
    if (typeof step === 'object' && 'widened' in step) return inWidenedScope(() => runAll(trx, step.widened, true))
    if (typeof step === 'object') return void (await Promise.all(step.together.map((each) => run(trx, each, isWidened))))
    if (step === 'read') {
      readCount += 1
      return assert.deepEqual(await firstRow(trx, scopeQuery), { all: isWidened ? 'on' : null })
    }
    await sql`savepoint part`.execute(trx)
    await inWidenedScope(() => run(trx, 'read', true))
    if (step === 'failing') await assert.rejects(inWidenedScope(() => sql`select 1 / 0`.execute(trx)))
    await (step === 'part' ? sql`release savepoint part` : sql`rollback to savepoint part`).execute(trx)
    return run(trx, 'read', isWidened)
  }
  async function runAll(trx: Kysely<Tables>, list: readonly Step[], isWidened: boolean): Promise<void> {
    for (const step of list) await run(trx, step, isWidened)
  }
  await fc.assert(
    fc.asyncProperty(steps, (list) => inTransaction(database, { 'app.all': '' }, (trx) => runAll(trx, list, false))),
    { numRuns: 100 },
  )
  assert.ok(readCount > 100, `only ${readCount} reads`)
})

test('a widened scope does not outlive its transaction and cannot begin outside one', async () => {
  let startLater = (_go: null) => {}
  const later = new Promise<null>((resolve) => {
    startLater = resolve
  })
  const outliving = await inTransaction(database, {}, () =>
    inWidenedScope(async () => ({ read: later.then(() => inTransaction(database, {}, (trx) => firstRow(trx, scopeQuery))) })),
  )
  startLater(null)
  assert.deepEqual(await outliving.read, { all: null })
  assert.throws(() => inWidenedScope(async () => 'read'), /outside a transaction/)
})

test('a failed transaction is rolled back, even if its work catches the error', async () => {
  await assert.rejects(
    inTransaction(database, {}, async (trx) => {
      await sql`insert into scratch values ('a')`.execute(trx)
      throw new Error('no')
    }),
    /no/,
  )
  await assert.rejects(
    inTransaction(database, {}, async (trx) => {
      await sql`insert into scratch values ('b')`.execute(trx)
      await sql`select 1 / 0`.execute(trx).catch(() => undefined)
      return 'done'
    }),
  )
  assert.deepEqual(await firstRow(database.kysely, noteCountQuery), { count: 0 })
  await inTransaction(database, {}, (trx) => sql`insert into scratch values ('c')`.execute(trx))
  assert.deepEqual(await firstRow(database.kysely, noteCountQuery), { count: 1 })
})

test('work can neither begin a nested transaction nor use a finished one', async () => {
  let finishedTransaction: Kysely<Tables> | undefined
  await inTransaction(database, {}, async (trx) => {
    finishedTransaction = trx
    assert.throws(() => trx.transaction(), /not supported/)
  })
  await assert.rejects(async () => finishedTransaction && firstRow(finishedTransaction, sessionQuery))
})

test('a second connection inside a transaction is refused immediately instead of deadlocking', async () => {
  await inTransaction(database, {}, async (trx) => {
    await assert.rejects(firstRow(database.kysely, sessionQuery), /second connection/)
    await assert.rejects(async () => asOwner(database, async () => undefined), /second connection/)
    assert.equal((await firstRow(trx, sessionQuery)).name, 'app_rw')
  })
  assert.ok(await firstRow(database.kysely, sessionQuery))
})

test('serialization failures and deadlocks are retried with increasing pauses, up to a limit', async () => {
  const pauses: number[] = []
  const options = { random: () => 0.5, sleep: async (ms: number) => pauses.push(ms) }
  const failingWork = (code: string, times: number) => {
    let runs = 0
    return {
      runs: () => runs,
      work: async (trx: Kysely<Tables>) => {
        runs++
        if (runs <= times) await sql.raw(`do $$ begin raise exception 'again' using errcode = '${code}'; end $$`).execute(trx)
        return (await firstRow(trx, sessionQuery)).user
      },
    }
  }
  const retriedWork = failingWork('40001', 2)
  assert.equal(await inTransaction(database, { 'app.user': '9' }, retriedWork.work, options), '9')
  assert.equal(retriedWork.runs(), 3)
  assert.deepEqual(pauses, [20, 40])

  const deadlockedWork = failingWork('40P01', Number.POSITIVE_INFINITY)
  await assert.rejects(inTransaction(database, {}, deadlockedWork.work, { ...options, tries: 4 }), { code: '40P01' })
  assert.equal(deadlockedWork.runs(), 4)

  const invalidWork = failingWork('23514', Number.POSITIVE_INFINITY)
  await assert.rejects(inTransaction(database, {}, invalidWork.work, options), { code: '23514' })
  assert.equal(invalidWork.runs(), 1)
})

test('a transaction that fails to begin leaves its connection usable', async () => {
  await assert.rejects(inTransaction(database, { 'not a setting': 'x' }, async () => undefined))
  assert.equal(await inTransaction(database, { 'app.user': '1' }, async (trx) => (await firstRow(trx, sessionQuery)).user), '1')
})

test('a transaction that fails to begin reports this, not the failure of its first statement', async () => {
  const work = inTransaction(database, { 'not a setting': 'x' }, (trx) => sql`insert into scratch values ('unbegun')`.execute(trx))
  await assert.rejects(work, /unrecognized configuration parameter|invalid configuration parameter/)
  assert.deepEqual(await firstRow(database.kysely, sql`select from scratch where note = 'unbegun'`), undefined)
})

test('statements issued together run in order, and the first failure is the one reported', async () => {
  const inserted = inTransaction(database, {}, (trx) =>
    Promise.all([
      sql`insert into scratch values ('one')`.execute(trx),
      sql<{ count: number }>`select count(*) from scratch where note = 'one'`.execute(trx),
      inWidenedScope(() => sql<{ all: string }>`select current_setting('app.all') as all`.execute(trx)),
      sql<{ all: string }>`select current_setting('app.all') as all`.execute(trx),
    ]),
  )
  const [, found, widened, narrow] = await inserted
  assert.deepEqual([found.rows[0]?.count, widened.rows[0]?.all, narrow.rows[0]?.all], [1, 'on', ''])
  // The failure takes longer to reach the work than its consequence.
  const divideByZero = async (trx: Kysely<Tables>, layers: number): Promise<unknown> =>
    layers === 0 ? sql`select 1 / 0`.execute(trx) : await divideByZero(trx, layers - 1)
  const failing = inTransaction(database, {}, (trx) => Promise.all([divideByZero(trx, 50), sql`select 'late'`.execute(trx)]))
  await assert.rejects(failing, /division by zero/)
})

test('work that outlives its failed transaction cannot issue statements', async () => {
  let outliving: Promise<unknown> = Promise.resolve()
  const failed = inTransaction(database, {}, async (trx) => {
    const insert = async (): Promise<void> => {
      await sql`select 1`.execute(trx)
      for (;;) await sql`insert into scratch values ('outliving')`.execute(trx)
    }
    outliving = insert()
    outliving.catch(() => undefined)
    await sql`select 1`.execute(trx)
    throw new Error('no')
  })
  await assert.rejects(failed, /no/)
  await assert.rejects(outliving)
  assert.deepEqual(await firstRow(database.kysely, sql`select from scratch where note = 'outliving'`), undefined)
})

test('a transaction that pauses too long is ended', async () => {
  const limitedDatabase = await openEmptyDatabase({ limits: { idleMs: 100 } })
  await assert.rejects(
    asOwner(limitedDatabase, async (trx) => {
      await sql`select 1`.execute(trx)
      await new Promise((resolve) => setTimeout(resolve, 600))
      await sql`select 2`.execute(trx)
    }),
  )
  assert.deepEqual(await firstRow(limitedDatabase.kysely, sql`select 1 as next`), { next: 1 })
  await limitedDatabase.close()
})
