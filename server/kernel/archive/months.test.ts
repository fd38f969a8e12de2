import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf } from '#/domain/base/period.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { partitionedMonths } from '#/server/kernel/archive/months.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { startTestServer } from '#/server/tests/testing.ts'

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
