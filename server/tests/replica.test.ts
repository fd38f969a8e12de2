import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { monthOf } from '#/domain/base/period.ts'
import { openDatabase } from '#/server/lib/database/database.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { proxyTo } from '#/server/tests/proxy-testing.ts'
import { startTestServer } from '#/server/tests/testing.ts'

// Needs a standby of TEST_DATABASE_URL, with a role that may pause replay. `.ci/run` starts one for this file.
const url = process.env.TEST_REPLICA_URL

const waitUntil = async (what: string, isSo: () => Promise<boolean>) => {
  for (let tries = 0; !(await isSo()); tries++) {
    assert.ok(tries < 100, what)
    await pause(200)
  }
}

test('reports are read from a replica while its lag is small, otherwise from the primary', { skip: url === undefined }, async () => {
  const proxy = await proxyTo(new URL(url ?? ''))
  const server = await startTestServer({ replica: { url: proxy.url(url ?? ''), maxLagMs: 3000 } })
  const replicaDatabase = await openDatabase({ url: url ?? '' })
  try {
    const { replica, kysely } = server.running.kernel.database
    await paymentScenario(server).createPaidBatch(
      demoPeople()
        .ordinary.slice(0, 2)
        .map((person) => ({ person, yuan: '3000.00' })),
    )
    await server.settle(2)
    const period = monthOf(server.running.kernel.clock.now())
    const unitName = async () =>
      (await server.must('finance', 'reports.sums', { report: 'paymentSummary', period, basis: 'arrived' }, { mode: 2 })).rows[0]?.values.group
    const waitUntilFollowing = () => waitUntil('the replica does not follow', async () => (await replica?.current()) !== null)

    await waitUntilFollowing()
    const name = await unitName()
    assert.equal(typeof name, 'string')
    for (const report of ['incomeDetail', 'paymentDetail'] as const) await server.must('finance', 'reports.movements', { report, period }, { mode: 2 })
    for (const report of ['incomeTax', 'incomeTaxSummary', 'vatCumulative'] as const)
      await server.must('finance', 'reports.months', { report, period }, { mode: 2 })
    await server.must('finance', 'reports.choices', { of: 'unit' }, { mode: 2 })
    assert.equal((await server.must('finance', 'reports.compare', { report: 'paymentSummary', period }, { mode: 2 })).isEven, true)

    await waitUntilFollowing()
    await sql`select pg_wal_replay_pause()`.execute(replicaDatabase.kysely)
    await sql`update unit set name = name || '（新）' where id = 1`.execute(kysely)
    assert.equal(await unitName(), name, 'the replica answers')
    await waitUntil('the database itself answers', async () => (await unitName()) === `${name}（新）`)

    await sql`select pg_wal_replay_resume()`.execute(replicaDatabase.kysely)
    await waitUntilFollowing()
    assert.equal(await unitName(), `${name}（新）`)

    proxy.stop()
    await waitUntil('a copy that is silent is asked on and on', async () => (await replica?.current()) === null)
    assert.equal(await unitName(), `${name}（新）`, 'the database itself answers')
  } finally {
    proxy.close()
    await replicaDatabase.close()
    await server.close()
  }
})
