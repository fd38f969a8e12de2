import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { ensurePartition, findMissingPartitions, partitionedMonths } from '#/server/kernel/archive/months.ts'
import { DatabaseLost } from '#/server/lib/database/connection-errors.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
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

  test('can be read, and changed later, while they are being merged', async () => {
    const world = await start()
    const { server, year, db } = world
    try {
      await sql`select app.begin_year('payment_line', ${year})`.execute(db)
      const before = await readTables(world)
      assert.ok(before.lines.length > 0)
      await assert.rejects(
        asOwner(server.running.kernel.database, (trx) =>
          sql`update payment_line set version = version where month < make_date(${year + 1}, 1, 1)`.execute(trx),
        ),
        DatabaseLost,
      )
      // An interrupted merge has copied one month.
      await sql`select app.copy_month('payment_line', ${year}, max(starts)) from app.months_of_year('payment_line', ${year})`.execute(db)
      // A copy from before a migration cannot take its place.
      await sql`create table merging.${sql.raw(`ledger_entry_${year}`)} (like ledger_entry)`.execute(db)
      await server.job('months.merge')
      assert.deepEqual(await readTables(world), before)
      await sql`update payment_line set version = version where month < make_date(${year + 1}, 1, 1)`.execute(db)
    } finally {
      await server.close()
    }
  })
})
