import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

const unreachableSeconds = 86_400

/** Polls a condition for 30 seconds. Returns false if it never becomes true. */
async function waitUntil(what: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 600; tries++) {
    if (await what()) return true
    await sleep(50)
  }
  return false
}

async function countOpenJobs(t: TestServer, queue: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job where name = ${queue} and state <> 'completed'`.execute(
    t.running.kernel.database.kysely,
  )
  return rows[0]?.count ?? 0
}

const enqueue = (t: TestServer, queue: string, count: number, afterSeconds?: number) =>
  asOwner(t.running.kernel.database, async (trx) => {
    for (let at = 0; at < count; at++) await t.running.queue.send(trx, queue, {}, afterSeconds === undefined ? {} : { afterSeconds })
  })

test('jobs without polling', async (t) => {
  let server: TestServer
  before(async () => {
    server = await startTestServer({ withWorkers: true, pollSeconds: unreachableSeconds })
  })
  after(() => server.close())

  await t.test('a job queued by an operation starts on commit', async () => {
    const { taskId } = await server.must('platform', 'audit.verify', {})
    assert.ok(await waitUntil(async () => (await server.must('platform', 'tasks.get', { id: taskId })).state === 'done'))
  })

  await t.test('several jobs of the same queue all run', async () => {
    await enqueue(server, 'payouts.dispatch', 5)
    assert.ok(await waitUntil(async () => (await countOpenJobs(server, 'payouts.dispatch')) === 0))
  })

  await t.test('a job that fails does not fail the jobs fetched with it', async () => {
    const { database } = server.running.kernel
    const unknownMessage = { message: 987_654_321, way: 'mail' }
    await asOwner(database, (trx) => server.running.queue.sendAll(trx, 'messages.deliver', [unknownMessage, { way: 'invalid' }, unknownMessage]))
    const states = async () =>
      (await sql<{ state: string }>`select state::text from pgboss.job where name = 'messages.deliver' order by state`.execute(database.kysely)).rows
        .map(({ state }) => state)
        .join()
    assert.ok(await waitUntil(async () => (await states()) === 'completed,completed,retry'))
  })
})

test('jobs that fall due when the demo clock is moved run immediately', async () => {
  const server = await startTestServer({ withWorkers: true, pollSeconds: unreachableSeconds })
  try {
    const statementCount = async () => (await server.must('unit1', 'prepayments.statements', {})).count
    assert.equal(await statementCount(), 0)
    await server.must('unit1', 'demo.advance', { minutes: 60 * 24 * 35 })
    assert.ok(await waitUntil(async () => (await statementCount()) > 0))
  } finally {
    await server.close()
  }
})

test('polling finds jobs for which no notification arrived', async () => {
  const server = await startTestServer({ withWorkers: true, pollSeconds: 0.1 })
  try {
    // The job falls due one second later, when no notification is sent to the workers.
    await enqueue(server, 'payouts.dispatch', 1, 1)
    assert.equal(await countOpenJobs(server, 'payouts.dispatch'), 1)
    assert.ok(await waitUntil(async () => (await countOpenJobs(server, 'payouts.dispatch')) === 0))
  } finally {
    await server.close()
  }
})
