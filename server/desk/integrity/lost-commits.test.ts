import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { demoPeople } from '#/demo/load.ts'
import { addChannel } from '#/server/access/changes/testing.ts'
import { checkInvariants } from '#/server/app/invariants.ts'
import { startApp } from '#/server/app/start.ts'
import { addSecondAdministrator } from '#/server/desk/integrity/testing.ts'
import { databaseImageOf } from '#/server/kernel/archive/embedded-image.ts'
import { jobContext } from '#/server/kernel/jobs/jobs.ts'
import { type Database, openDatabase } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { paymentScenario } from '#/server/money/payments/testing.ts'
import { type SimulatedBank, settingsFor, startBank } from '#/server/money/payouts/channels/http-testing.ts'
import { channelOpener } from '#/server/money/payouts/channels/registry.ts'
import { queryDueOrders, sendQueuedOrders } from '#/server/money/payouts/dispatch/dispatch.ts'
import { exceptionScenario } from '#/server/money/payouts/testing.ts'
import { appUrlOf, createServerDatabase, dropServerDatabase } from '#/server/tests/databases-testing.ts'
import { startTestServer, type TestServer, wrapServer } from '#/server/tests/testing.ts'

const skipEmbedded = { skip: (process.env.TEST_DATABASE_URL ?? '') === '' && 'the embedded engine has no connection to lose' }
const people = demoPeople().ordinary
const paymentsFrom = (from: number, count: number) => people.slice(from, from + count).map((person, at) => ({ person, yuan: `${100 + from + at}.00` }))

/** Sends queued payments and queries the bank until the batch is complete. */
async function sendUntilComplete(server: TestServer, batchId: number): Promise<void> {
  const job = jobContext(server.running.kernel, () => false)
  for (let round = 0; round < 8; round++) {
    await sendQueuedOrders(job, channelOpener(job))
    await queryDueOrders(job, channelOpener(job))
    if ((await paymentScenario(server).get(batchId)).openCount === 0) return
    server.advance(61_000)
  }
  assert.fail('the bank did not pay')
}

async function openBank(server: TestServer, bank: SimulatedBank): Promise<void> {
  const settings = settingsFor(bank, await bank.merchant('M1001'))
  const centre = await addChannel(server, { centreId: 2, name: '模拟银行', kind: 'http', settings })
  const channelId = centre.channels.at(-1)?.id ?? assert.fail()
  await sql`update unit_setting_version set channel_ids = array[${channelId}::bigint] where setting_id = 12`.execute(server.running.kernel.database.kysely)
}

/**
 * Stops a server and copies its database, like a backup or a standby. Returns functions that open the original and the
 * copy.
 */
async function copyDatabase({ running }: TestServer): Promise<{ same: () => Promise<Database>; earlier: () => Promise<Database>; drop: () => Promise<void> }> {
  const { database, settings } = running.kernel
  const { databaseUrl } = settings
  const adminUrl = process.env.TEST_DATABASE_URL
  if (!adminUrl || databaseUrl === null) {
    const image = await databaseImageOf(database)
    await running.stop()
    const open = () => openDatabase({ dir: ':memory:', image })
    return { same: open, earlier: open, drop: async () => undefined }
  }
  await running.stop()
  const url = await createServerDatabase(adminUrl, new URL(databaseUrl).pathname.slice(1))
  const open = async (at: string) => openDatabase({ url: at, appUrl: await appUrlOf(at) })
  return { same: () => open(databaseUrl), earlier: () => open(url), drop: () => dropServerDatabase(adminUrl, url) }
}

/**
 * Starts a server with this server's data folder on an earlier copy of the database, as after a restore or a failover
 * to an outdated standby.
 */
async function startServerOn(database: Database, { running }: TestServer): Promise<TestServer> {
  const { settings, log, clock } = running.kernel
  const startedApp = await startApp(settings, log, { webDir: settings.dataDir, withoutWorkers: true, database })
  startedApp.kernel.clock.advance(clock.offset() - startedApp.kernel.clock.offset())
  return wrapServer(startedApp)
}

describe('database that lost commits', () => {
  let bank: SimulatedBank
  let server: TestServer
  beforeEach(async () => {
    bank = await startBank()
    server = await startTestServer({ env: { OUTBOUND_INTERNAL: '127.0.0.0/8' } })
    await addSecondAdministrator(server)
    await openBank(server, bank)
  })
  afterEach(async () => {
    await server?.close()
    await bank?.stop()
  })

  test('a running server holds back queued orders when its database has lost commits', async () => {
    const job = jobContext(server.running.kernel, () => false)
    const batch = await paymentScenario(server).createPaidBatch(paymentsFrom(6, 1))
    const [head] = await job.run('test', async (ctx) => await ctx.rows<{ seq: number }>`select seq from app.audit_heads() where chain = 2`)
    job.commitRecord.remember([{ chain: 2, seq: (head?.seq ?? 0) + 5, hash: '00' }])
    const count = (await bank.book()).length
    await sendQueuedOrders(job, channelOpener(job))
    assert.equal((await bank.book()).length, count)
    assert.deepEqual(
      (await paymentScenario(server).lines(batch.id)).map((line) => line.state),
      ['queued'],
    )
    await server.job('integrity.memory')
    const { stop } = await server.must('platform', 'integrity.state', {})
    assert.deepEqual([stop?.broken, stop?.lost.count], [['INV-76'], 0])
    assert.match(stop?.affected[0]?.item ?? '', /^trail 2 /)
  })

  const simulateLostCommit = async (chain: number) => {
    const { commitRecord: acknowledged, database } = server.running.kernel
    const { rows } = await sql<{ seq: number }>`select seq from audit_chain where chain = ${chain}`.execute(database.kysely)
    acknowledged.remember([{ chain, seq: (rows[0]?.seq ?? 0) + 1, hash: '00' }])
  }
  const waitForStop = async () => {
    for (let tries = 0; tries < 600; tries++) {
      const { stop } = await server.must('platform', 'integrity.state', {})
      if (stop) return stop
      await sleep(50)
    }
    return assert.fail('payouts continue')
  }

  test('a database that lost commits accepts no commit until payouts are stopped', async () => {
    const scenario = paymentScenario(server)
    const payableBatch = await scenario.createPayableBatch(paymentsFrom(6, 1))
    assert.equal((await server.call('payer', 'integrity.state', {})).error, 'forbidden')
    await simulateLostCommit(2)
    const chainHeads = sql<{ seq: number }>`select chain, seq from audit_chain order by chain`
    const before = (await chainHeads.execute(server.running.kernel.database.kysely)).rows
    await assert.rejects(scenario.pay(payableBatch), { name: 'DatabaseBehind', retryAfterSeconds: 2 })
    assert.deepEqual((await chainHeads.execute(server.running.kernel.database.kysely)).rows, before)
    assert.deepEqual((await waitForStop()).broken, ['INV-76'])
    // The server forgets lost commits only after the stop has committed.
    while (server.running.kernel.commitRecord.last().some(({ hash }) => hash === '00')) await sleep(10)
    assert.equal((await server.call('payer', 'payments.pay', scenario.payment(payableBatch))).error, 'allPayoutsStopped')
  })

  test('payouts stop when the connection returns to a database that lost commits', skipEmbedded, async () => {
    await simulateLostCommit(3)
    const { kysely } = server.running.kernel.database
    await assert.rejects(sql`select pg_terminate_backend(pg_backend_pid())`.execute(kysely))
    await asOwner(server.running.kernel.database, (trx) => sql`select 1`.execute(trx))
    assert.match((await waitForStop()).affected[0]?.item ?? '', /^trail 3 /)
  })
})

describe('orders lost by the database', () => {
  let bank: SimulatedBank
  let server: TestServer
  let restoredServer: TestServer
  let drop: (() => Promise<void>) | undefined
  /** A batch that the copy contains. The next batch is lost. */
  let survivingBatchId = 0
  let lostNumbers: string[] = []
  let payableInCopy: Awaited<ReturnType<ReturnType<typeof paymentScenario>['createPayableBatch']>>
  const db = () => restoredServer.running.kernel.database.kysely
  const loadStop = async () => (await restoredServer.must('platform', 'integrity.state', {})).stop
  const stopId = async () => (await loadStop())?.id ?? assert.fail('payouts continue')
  /** Returns the orders that the bank has and the database does not. */
  const unknownOrders = async () => {
    const requestNos = new Set((await db().selectFrom('payout_attempt').select('request_no').execute()).map((row) => row.request_no))
    return (await bank.book()).filter((order) => !requestNos.has(order.requestNo))
  }
  const checkAll = async () => {
    const { id } = await restoredServer.must('platform', 'integrity.run', {})
    await restoredServer.job('integrity.run', { runId: id })
    return (await restoredServer.must('platform', 'integrity.state', {})).runs.find((run) => run.id === id)?.state
  }

  before(async () => {
    bank = await startBank()
    server = await startTestServer({ env: { OUTBOUND_INTERNAL: '127.0.0.0/8' } })
    await addSecondAdministrator(server)
    await openBank(server, bank)
    const earlierBatch = await paymentScenario(server).createPaidBatch(paymentsFrom(0, 2))
    survivingBatchId = earlierBatch.id
    await sendUntilComplete(server, earlierBatch.id)
    const copy = await copyDatabase(server)
    drop = copy.drop
    const interimServer = await startServerOn(await copy.same(), server)
    const lostBatch = await paymentScenario(interimServer).createPaidBatch(paymentsFrom(2, 3))
    await sendUntilComplete(interimServer, lostBatch.id)
    lostNumbers = (await paymentScenario(interimServer).lines(lostBatch.id)).map((line) => line.requestNo ?? '').sort()
    await interimServer.close()
    restoredServer = await startServerOn(await copy.earlier(), server)
  })
  after(async () => {
    await restoredServer?.close()
    await server?.close()
    await drop?.()
    await bank?.stop()
  })

  test('the stop of payouts names each lost order with its amount', async () => {
    assert.equal((await bank.book()).filter((order) => order.executed === 1).length, 5)
    const activeStop = (await loadStop()) ?? assert.fail('payouts continue')
    assert.deepEqual(activeStop.broken, ['INV-76'])
    assert.deepEqual(
      activeStop.lost.rows.map((row) => [row.requestNo, Number(row.amount)]).sort(),
      (await unknownOrders()).map((order) => [order.requestNo, order.amount]).sort(),
    )
    assert.deepEqual(activeStop.lost.rows.map((row) => row.requestNo).sort(), lostNumbers)
    assert.equal(await checkAll(), 'broken')
  })

  test('while payouts are stopped a new batch cannot be paid and does not reuse lost numbers', async () => {
    const copyScenario = paymentScenario(restoredServer)
    payableInCopy = await copyScenario.createPayableBatch(paymentsFrom(5, 1))
    assert.equal((await restoredServer.call('payer', 'payments.pay', copyScenario.payment(payableInCopy))).error, 'allPayoutsStopped')
    const linesInCopy = await copyScenario.lines(payableInCopy.id)
    assert.ok(linesInCopy.length > 0 && linesInCopy.every((line) => !lostNumbers.includes(`${line.no}-1`)))
  })

  test('lost orders are recovered from the bank as exceptions, each once', async () => {
    const lostOrders = await unknownOrders()
    const id = await stopId()
    assert.equal((await restoredServer.call('maker', 'integrity.bringBack', { stopId: id })).error, 'forbidden')
    await restoredServer.must('platform', 'integrity.bringBack', { stopId: id })
    await restoredServer.job('integrity.bringBack')
    assert.equal((await loadStop())?.lost.openCount, 0)
    assert.equal((await restoredServer.call('platform', 'integrity.bringBack', { stopId: id })).error, 'nothingLost')
    const exceptionDesk = exceptionScenario(restoredServer)
    const openExceptions = await exceptionDesk.open()
    assert.deepEqual(
      openExceptions.map((row) => [row.requestNo, row.kind, -row.suspense]).sort(),
      lostOrders.map((order) => [order.requestNo, 'unknown_number', order.paid]).sort(),
    )
    for (const row of openExceptions) await exceptionDesk.settle(row, 'adjustment')
    assert.equal(await checkAll(), 'holds')
  })

  test('after two administrators release payouts, the ledger equals the bank’s book', async () => {
    const id = await stopId()
    await restoredServer.must('platform', 'integrity.askRelease', { stopId: id, reason: '指令已全部找回' })
    await restoredServer.must('second', 'integrity.release', { stopId: id, isAllowed: true, reason: '已复核' })
    assert.equal(await loadStop(), null)
    await paymentScenario(restoredServer).pay(payableInCopy)
    await sendUntilComplete(restoredServer, payableInCopy.id)
    assert.deepEqual(await checkInvariants(db()), [])
    const result = await sql<{ fen: number }>`select sum(entry.amount_fen)::bigint as fen from ledger_entry entry join account on account.id = entry.account_id
      join ledger_journal journal on journal.id = entry.journal_id where account.kind = 'bank' and account.centre_id = 2
      and (journal.ref_type = 'payout_exception' or journal.ref_type = 'line'
        and journal.ref_id in (select id from payment_line where batch_id in (${survivingBatchId}, ${payableInCopy.id})))`.execute(db())
    assert.equal(
      result.rows[0]?.fen,
      (await bank.book()).reduce((sum, order) => sum + order.paid, 0),
    )
  })

  test('a released loss is not reported again', async () => {
    await restoredServer.job('integrity.memory')
    assert.equal(await loadStop(), null)
  })
})
