import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { ensurePartition, findMissingPartitions, lockPartitions, mergeYear, partitionedMonths } from '#/server/kernel/archive/months.ts'
import { DatabaseLost } from '#/server/lib/database/connection-errors.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { asOwner, inTransaction } from '#/server/lib/database/transaction.ts'
import { claimScenario } from '#/server/money/collections/testing.ts'
import { extendDocuments, paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const dayMs = 86_400_000
// Days from now to a month without a partition. Tax policies for such late days do not exist.
const daysBeyondRetention = (partitionedMonths.ahead + 2) * 31

test('rows of the default partition move unchanged to the partition of their month', async () => {
  const server = await startTestServer()
  const db = server.running.kernel.database.kysely
  const partitionsOf = async (table: 'payment_line' | 'ledger_entry', day: Date) => {
    const { rows } = await sql<{ place: string }>`select distinct tableoid::regclass::text as place from ${sql.table(table)}
      where month = date_trunc('month', ${day}::timestamptz at time zone 'Asia/Shanghai')::date`.execute(db)
    return rows.map((row) => row.place)
  }
  try {
    const partitionCounts = await sql<{ count: number }>`select count(*)::int as count from pg_inherits where inhparent = 'payment_line'::regclass`.execute(db)
    assert.ok(
      (partitionCounts.rows[0]?.count ?? 0) >= partitionedMonths.back + 1 + partitionedMonths.ahead + 1,
      'the month before, this one, two ahead, and the default',
    )

    server.advance(daysBeyondRetention * dayMs)
    const scenario = paymentScenario(server)
    const [person] = demoPeople().ordinary
    assert.ok(person)
    const now = server.running.kernel.clock.now()
    await sql`update contract set valid_to = ${new Date(now.getTime() + daysBeyondRetention * dayMs)}::timestamptz::date`.execute(db)
    const batch = await scenario.createPaidBatch([{ person, yuan: '600.00' }])
    await server.job('payouts.dispatch')
    for (const table of ['payment_line', 'ledger_entry'] as const) assert.deepEqual(await partitionsOf(table, now), [`${table}_rest`])
    const readTables = async () => ({
      lines: (await sql`select * from payment_line where batch_id = ${batch.id} order by id`.execute(db)).rows,
      entries: (await sql`select * from ledger_entry order by journal_id, line`.execute(db)).rows,
      accounts: (await sql`select * from account order by id`.execute(db)).rows,
    })
    const pictureBefore = await readTables()

    await server.job('months.ensure')
    const month = monthOf(now).replace('-', '')
    for (const table of ['payment_line', 'ledger_entry'] as const) {
      assert.deepEqual(await partitionsOf(table, now), [`${table}_${month}`])
      await assert.rejects(sql`delete from ${sql.table(table)} where month >= ${now}::date - 31`.execute(db), /append-only|queued line cannot be deleted/)
    }
    assert.deepEqual(await readTables(), pictureBefore)
    assert.deepEqual(await checkInvariants(db), [])
    await server.settle(2)
    assert.equal((await scenario.get(batch.id)).state, 'paid')
    const missingCount = await sql<{
      count: number
    }>`select count(*)::int as count from app.missing_months(${now}::timestamptz, ${partitionedMonths.back}, ${partitionedMonths.ahead})`.execute(db)
    assert.equal(missingCount.rows[0]?.count, 0)
  } finally {
    await server.close()
  }
})

/** Pays the demo operator, who objects to the payment. Returns the month of its line. */
async function payWithObjection(server: TestServer): Promise<string> {
  await extendDocuments(server)
  const act = claimScenario(server)
  await act.pay(await act.mergeClaims(await act.createConfirmedClaim({ days: [2, 2] })))
  const line = (await server.must('operator', 'collections.received', {})).rows[0] ?? assert.fail('the operator was paid')
  await server.settle(2)
  await server.must('operator', 'collections.raise', { lineId: line.id, kind: 'amount', statement: '与约定不符' })
  return monthOf(server.running.kernel.clock.now())
}

const partitionNames = async (server: TestServer, parent: string) => {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = ${parent}::regclass`.execute(
    server.running.kernel.database.kysely,
  )
  return rows.map(({ name }) => name)
}

test('a row of the default partition moves although an objection refers to it', async () => {
  const server = await startTestServer()
  const db = server.running.kernel.database.kysely
  try {
    const month = await payWithObjection(server)
    const part = `payment_line_${month.replace('-', '')}`
    // As after a restore of data from years without partitions.
    await sql`alter table payment_objection drop constraint payment_objection_month_line_id_fkey`.execute(db)
    await sql`alter table payment_line detach partition ${sql.table(part)}`.execute(db)
    await sql`alter table payment_line_rest disable trigger user`.execute(db)
    await sql`insert into payment_line_rest select * from ${sql.table(part)}`.execute(db)
    await sql`alter table payment_line_rest enable trigger user`.execute(db)
    await sql`drop table ${sql.table(part)}`.execute(db)
    await sql`alter table payment_objection add foreign key (month, line_id) references payment_line`.execute(db)
    for (const missing of await findMissingPartitions(db, server.running.kernel.clock.now())) await ensurePartition(db, missing)
    assert.ok((await partitionNames(server, 'payment_line')).includes(part))
    await assert.rejects(sql`update payment_objection set line_id = line_id + 1`.execute(db), /foreign key/)
  } finally {
    await server.close()
  }
})

describe('the months of a past year', () => {
  const afterQuarterDays = 31 + 29 + 31 + 366
  const start = async () => {
    const server = await startTestServer()
    await payWithObjection(server)
    const year = Number(monthOf(server.running.kernel.clock.now()).slice(0, 4))
    server.advance(afterQuarterDays * dayMs)
    return { server, year, db: server.running.kernel.database.kysely }
  }
  const readTables = async ({ server }: { readonly server: TestServer }) => {
    const db = server.running.kernel.database.kysely
    return {
      lines: (await sql`select * from payment_line order by month, id`.execute(db)).rows,
      entries: (await sql`select * from ledger_entry order by journal_id, line`.execute(db)).rows,
      objections: (await sql`select * from payment_objection order by id`.execute(db)).rows,
    }
  }

  test('become one partition with the same rows, rules and references', async () => {
    const world = await start()
    const { server, year, db } = world
    try {
      const before = await readTables(world)
      assert.ok(before.lines.length > 0 && before.entries.length > 0 && before.objections.length > 0)
      await server.job('months.merge')
      assert.deepEqual(await readTables(world), before)
      for (const parent of ['payment_line', 'ledger_entry']) {
        const names = await partitionNames(server, parent)
        assert.ok(names.includes(`${parent}_${year}`), names.join())
        assert.deepEqual(
          names.filter((name) => name.startsWith(`${parent}_${year}`) && name.length > `${parent}_${year}`.length),
          [],
        )
      }
      const indexes = await sql<{ table: string; count: number }>`select tablename as "table", count(*)::int as count from pg_indexes
        where tablename in ('payment_line', ${`payment_line_${year}`}) group by 1`.execute(db)
      assert.equal(new Set(indexes.rows.map(({ count }) => count)).size, 1, 'the year has each index of the table once')
      assert.deepEqual(await checkInvariants(db), [])
      await assert.rejects(sql`delete from ledger_entry`.execute(db), /append-only/)
      await assert.rejects(sql`delete from payment_line where state = 'success'`.execute(db), /cannot be deleted/)
      await assert.rejects(sql`update payment_objection set line_id = -line_id`.execute(db), /foreign key/)
      await server.job('months.ensure')
      await server.job('months.merge')
      assert.deepEqual(await readTables(world), before)
    } finally {
      await server.close()
    }
  })

  const beginMerge = async (db: Kysely<Tables>, year: number) => {
    const { rows } = await sql<{ mark: string | null }>`select app.begin_year('payment_line', ${year}) as mark`.execute(db)
    return rows[0]?.mark ?? null
  }
  const hasPartitionOfYear = async ({ server, year }: { readonly server: TestServer; readonly year: number }) =>
    (await partitionNames(server, 'payment_line')).includes(`payment_line_${year}`)

  test('can be read, but not changed, while another server merges them', async () => {
    const world = await start()
    const { server, year, db } = world
    try {
      assert.notEqual(await beginMerge(db, year), null)
      assert.ok((await readTables(world)).lines.length > 0)
      const change = () =>
        inTransaction(server.running.kernel.database, { 'app.all': 'on' }, (trx) =>
          sql`update payment_line set version = version where month < make_date(${year + 1}, 1, 1)`.execute(trx),
        )
      await assert.rejects(change(), DatabaseLost)
      await server.job('months.merge')
      assert.equal(await hasPartitionOfYear(world), false)
      // The other server has died.
      await sql`comment on table ${sql.table(`merging.payment_line_${year}`)} is '2020-01-01 00:00:00+00'`.execute(db)
      const before = await readTables(world)
      await server.job('months.merge')
      assert.ok(await hasPartitionOfYear(world))
      assert.deepEqual(await readTables(world), before)
      await change()
    } finally {
      await server.close()
    }
  })

  test('can change again after a merge failed or a migration ended it', async () => {
    const world = await start()
    const { server, year, db } = world
    try {
      const change = () =>
        inTransaction(server.running.kernel.database, { 'app.all': 'on' }, (trx) =>
          sql`update payment_line set version = version where month < make_date(${year + 1}, 1, 1)`.execute(trx),
        )
      const mark = await beginMerge(db, year)
      await sql`select app.abandon_merges()`.execute(db)
      await change()
      await assert.rejects(sql`select app.finish_year('payment_line', ${year}, ${mark})`.execute(db), /was abandoned/)
      const runOnce = <T>(work: (trx: Kysely<Tables>) => Promise<T>) => asOwner(server.running.kernel.database, work)
      let calls = 0
      await assert.rejects(
        mergeYear((work) => (++calls === 3 ? Promise.reject(new Error('full disk')) : runOnce(work)), { parent: 'payment_line', year }),
        /full disk/,
      )
      await change()
    } finally {
      await server.close()
    }
  })

  test('stay months when one of them was not copied', async () => {
    const world = await start()
    const { year, db, server } = world
    try {
      const mark = await beginMerge(db, year)
      await assert.rejects(sql`select app.finish_year('payment_line', ${year}, ${mark})`.execute(db), /was not copied/)
      assert.ok((await readTables(world)).lines.length > 0)
      assert.equal(await hasPartitionOfYear(world), false)
    } finally {
      await server.close()
    }
  })

  test('stay complete in a snapshot that is older than the exchange', { skip: !process.env.TEST_DATABASE_URL }, async () => {
    const world = await start()
    const { server, db, year } = world
    const { database } = server.running.kernel
    try {
      const lineCount = (await readTables(world)).lines.length
      const runAsOwner = <T>(work: (trx: Kysely<Tables>) => Promise<T>) => asOwner(database, work)
      const countInSnapshot = async (isLocked: boolean) => {
        const snapshot = Promise.withResolvers<void>()
        const mergeEnd = Promise.withResolvers<void>()
        const count = asOwner(database, async (trx) => {
          await sql`set transaction isolation level repeatable read, read only`.execute(trx)
          if (isLocked) await lockPartitions.execute(trx)
          await sql`select 1`.execute(trx)
          snapshot.resolve()
          await mergeEnd.promise
          return (await sql<{ count: number }>`select count(*)::int as count from payment_line`.execute(trx)).rows[0]?.count
        })
        await snapshot.promise
        const merge = mergeYear(runAsOwner, { parent: 'payment_line', year }, { pauseMs: 10 }).finally(mergeEnd.resolve)
        await assert.rejects(merge, isLocked ? /lock timeout/ : /older snapshot/)
        return count
      }
      assert.deepEqual([await countInSnapshot(true), await countInSnapshot(false)], [lineCount, lineCount])
      const parents = await sql<{
        name: string
      }>`select relname as name from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace order by 1`.execute(db)
      assert.deepEqual(
        parents.rows.map(({ name }) => name),
        ['ledger_entry', 'payment_line'],
        'lockPartitions names every partitioned table',
      )
    } finally {
      await server.close()
    }
  })
})
