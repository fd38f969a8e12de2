import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addChannel } from '#/server/access/changes/testing.ts'
import { startApp } from '#/server/app/start.ts'
import { readSettings } from '#/server/kernel/installation/settings.ts'
import { type SimulatedBank, settingsFor, startBank } from '#/server/money/payouts/channels/http-testing.ts'
import { testKeys } from '#/server/tests/databases-testing.ts'
import { type LoadOptions, type Sample, sendLoad } from '#/server/tests/load-testing.ts'
import { type ServerProcess, startServer } from '#/server/tests/servers-testing.ts'
import { wrapServer } from '#/server/tests/testing.ts'
import {
  createPrimary,
  createStandby,
  killPostgres,
  missingPrograms,
  type Postgres,
  promoteStandby,
  queryServer,
  serveRole,
  startHaproxy,
  startPgbouncer,
  startPostgres,
  stopPostgres,
} from '#/tools/cluster/processes.ts'

// `npm run cluster`: two servers, HAProxy, PgBouncer, a primary and its synchronous standby, with the files of deploy/.
// Kills a server and the primary under load, and then compares the book of the simulated bank with the ledger.
// CLUSTER_PORT is the first of a hundred free ports (25600). With CLUSTER_KEEP=1 the cluster runs until the process is
// ended.

const absentPrograms = missingPrograms()
const root = join(import.meta.dirname, '../..')
const firstPort = Number(process.env.CLUSTER_PORT ?? 25_600)
const ports = { a: 1, b: 2, roleA: 6, roleB: 7, web: 10, tls: 11, s1: 21, s2: 22, s3: 23, primary: 30, replica: 31, pool: 32, none: 99 }
const at = (name: keyof typeof ports) => firstPort + ports[name]
const centre = 2
const silentLogger = { info: () => undefined, warn: () => undefined, error: () => undefined }

const folder = mkdtempSync(join(tmpdir(), 'yck-cluster-'))
const a: Postgres = { folder: join(folder, 'postgres', 'a'), port: at('a') }
const b: Postgres = { folder: join(folder, 'postgres', 'b'), port: at('b') }
const urlOf = (role: string, port: number) => `postgres://${role}:${role}-of-the-proof@127.0.0.1:${port}/yck`
const envOf = (port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  ...testKeys,
  MODE: 'demo',
  SERVERS: '2',
  DATA_DIR: join(folder, 'data'),
  FILES: join(folder, 'data', 'files'),
  STOP_DELAY_SECONDS: '4',
  OUTBOUND_INTERNAL: '127.0.0.0/8',
  DATABASE_URL: urlOf('yck_owner', port),
  DATABASE_APP_URL: urlOf('yck_app', port),
})

const elapsedSeconds = (from: number, to = performance.now()) => ((to - from) / 1000).toFixed(1)
const isOutage = ({ refusal }: Sample) => /http|no answer/.test(refusal)

function countRefusals(of: readonly { readonly refusal: string }[]): string {
  const countsByRefusal = new Map<string, number>()
  for (const { refusal } of of) countsByRefusal.set(refusal, (countsByRefusal.get(refusal) ?? 0) + 1)
  return [...countsByRefusal].map(([refusal, count]) => `${count} × ${refusal}`).join(', ') || 'none'
}

/** Sends load through HAProxy until `end` of the result is called. */
function runLoad(paid: number[], options: Partial<LoadOptions>) {
  const answers: (Sample & { readonly at: number })[] = []
  let isOver = false
  const load = sendLoad({
    route: () => `http://127.0.0.1:${at('web')}`,
    workers: 8,
    writes: 0.6,
    centre,
    isOver: () => isOver,
    onSample: (sample) => answers.push({ ...sample, at: performance.now() }),
    paid: (batchId) => paid.push(batchId),
    ...options,
  })
  return {
    answers,
    end: () => {
      isOver = true
      return load
    },
  }
}

/**
 * Adds the simulated bank as a channel of the centre. An administrator proposes it, and a second person approves it.
 */
async function openChannel(bank: SimulatedBank): Promise<void> {
  const runningApp = await startApp(readSettings(envOf(at('primary'))), silentLogger, { webDir: folder, withoutWorkers: true })
  const settings = settingsFor(bank, await bank.merchant('M1001'))
  const { channels } = await addChannel(wrapServer(runningApp), { centreId: centre, name: '模拟银行', kind: 'http', settings })
  await runningApp.stop()
  await queryServer(
    at('primary'),
    'update unit_setting_version set channel_ids = array[$1::bigint] where setting_id in (select id from unit_setting where centre_id = $2)',
    [channels.at(-1)?.id, centre],
    'yck',
  )
}

const deadlocksOf = async (server: Postgres) =>
  Number((await queryServer<{ deadlocks: string }>(server.port, "select deadlocks from pg_stat_database where datname = 'yck'"))[0]?.deadlocks)

const skipUnlessInstalled = { skip: absentPrograms.length > 0 && `this machine lacks ${absentPrograms.join(', ')}` }
let bank: SimulatedBank | undefined
const servers: ServerProcess[] = []
const cleanups: (() => Promise<void> | void)[] = []
const paidBatchIds: number[] = []
let deadlocks = 0

before(async () => {
  if (absentPrograms.length > 0) return
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'postgres'))
  chmodSync(join(folder, 'postgres'), 0o777)
  createPrimary(a)
  cleanups.push(() => stopPostgres(a))
  startPostgres(a)
  for (const [role, more] of [
    ['yck_owner', 'createrole'],
    ['yck_app', ''],
  ] as const)
    await queryServer(a.port, `create role ${role} login ${more} password '${role}-of-the-proof'`)
  await queryServer(a.port, 'create database yck owner yck_owner')
  cleanups.push(await serveRole(a, at('roleA')), await serveRole(b, at('roleB')))
  const localAddress = (name: keyof typeof ports) => `127.0.0.1:${at(name)}`
  cleanups.push(
    await startHaproxy(folder, {
      WEB_HTTP: localAddress('web'),
      WEB_HTTPS: localAddress('tls'),
      SERVER_1: localAddress('s1'),
      SERVER_2: localAddress('s2'),
      SERVER_3: localAddress('s3'),
      DATABASE_1: localAddress('a'),
      DATABASE_2: localAddress('b'),
      DATABASE_3: localAddress('none'),
      DATABASE_CHECK_1: String(at('roleA')),
      DATABASE_CHECK_2: String(at('roleB')),
      DATABASE_CHECK_3: String(at('none')),
      PRIMARY: localAddress('primary'),
      REPLICA: localAddress('replica'),
    }),
  )
  const startedBank = await startBank()
  bank = startedBank
  cleanups.push(() => startedBank.stop())
})
after(async () => {
  if (process.env.CLUSTER_KEEP) {
    process.stdout.write(`the cluster of ${folder} runs until this process (${process.pid}) gets SIGHUP\n`)
    await new Promise<void>((resolve) => {
      const keepAliveTimer = setInterval(() => undefined, 1000)
      process.once('SIGHUP', () => {
        clearInterval(keepAliveTimer)
        resolve()
      })
    })
  }
  await Promise.all(servers.map((server) => server.stop()))
  for (const cleanup of cleanups.reverse()) await cleanup()
  rmSync(folder, { recursive: true, force: true })
})

test('two servers that start together on an empty database are both ready', skipUnlessInstalled, async (t) => {
  const startedAt = performance.now()
  const env = envOf(at('primary'))
  const startResults = await Promise.allSettled([startServer(at('s1'), env), startServer(at('s2'), env)])
  for (const each of startResults) if (each.status === 'fulfilled') servers.push(each.value)
  assert.equal(servers.length, 2, 'both servers start')
  t.diagnostic(`both ready after ${elapsedSeconds(startedAt)} s, with the schema and the demo`)
  await openChannel(bank ?? assert.fail())
  createStandby(a, b, 'b')
  cleanups.push(() => stopPostgres(b))
  startPostgres(b)
  await queryServer(a.port, "alter system set synchronous_standby_names = 'b'")
  await queryServer(a.port, 'select pg_reload_conf()')
  for (let tries = 0; tries < 100; tries++) {
    const [row] = await queryServer<{ state: string }>(a.port, 'select sync_state as state from pg_stat_replication')
    if (row?.state === 'sync') return
    await sleep(100)
  }
  assert.fail('the standby is not synchronous')
})

test('clients of a killed server repeat their calls on the other one with the same keys', skipUnlessInstalled, async (t) => {
  const load = runLoad(paidBatchIds, { patienceMs: 30_000 })
  await sleep(6000)
  await servers.shift()?.kill()
  await sleep(6000)
  servers.push(await startServer(at('s1'), envOf(at('primary'))))
  await sleep(4000)
  const samples = await load.end()
  t.diagnostic(`${samples.length} calls, repeated after: ${countRefusals(load.answers.filter(isOutage))}`)
  assert.deepEqual([samples.filter(isOutage), paidBatchIds.length > 0], [[], true])
})

test('clients repeat calls with the same keys when the primary dies and the standby is promoted', skipUnlessInstalled, async (t) => {
  const load = runLoad(paidBatchIds, { patienceMs: 60_000 })
  await sleep(8000)
  deadlocks += await deadlocksOf(a)
  const paidBefore = paidBatchIds.length
  killPostgres(a)
  const killedAt = performance.now()
  promoteStandby(b)
  const promotedAt = performance.now()
  await sleep(15_000)
  const samples = await load.end()
  // Only calls that began after the kill count, because earlier calls may have been committed.
  const firstAfterKill = (of: (sample: Sample) => boolean) =>
    load.answers.find((answer) => of(answer) && answer.refusal === '' && answer.at - answer.took > killedAt)?.at ?? Number.POSITIVE_INFINITY
  const firstWriteAt = firstAfterKill((each) => each.isWrite)
  const firstReadAt = firstAfterKill((each) => !each.isWrite)
  t.diagnostic(
    `promoted ${elapsedSeconds(killedAt, promotedAt)} s after the kill; after the promotion a first read is answered in ${elapsedSeconds(promotedAt, firstReadAt)} s, ` +
      `a first write in ${elapsedSeconds(promotedAt, firstWriteAt)} s; ${samples.length} calls, ${paidBatchIds.length - paidBefore} payments after it; ` +
      `repeated after: ${countRefusals(load.answers.filter(isOutage))}`,
  )
  assert.deepEqual(samples.filter(isOutage), [])
  assert.deepEqual([paidBatchIds.length > paidBefore, firstWriteAt - promotedAt <= 10_000], [true, true])
})

test('a rolling restart onto PgBouncer refuses no request', skipUnlessInstalled, async (t) => {
  const users = ['yck_owner', 'yck_app'].map((role) => new URL(urlOf(role, at('primary'))))
  chmodSync(folder, 0o777)
  cleanups.push(await startPgbouncer(folder, at('pool'), at('primary'), users))
  const load = runLoad(paidBatchIds, {})
  for (const port of [at('s2'), at('s1')]) {
    const oldServer = servers.shift()
    await oldServer?.stop()
    servers.push(await startServer(port, envOf(at('pool'))))
    await sleep(3000)
  }
  const paidBefore = paidBatchIds.length
  await sleep(5000)
  const samples = await load.end()
  t.diagnostic(`${samples.length} calls, refused: ${countRefusals(samples.filter(isOutage))}; ${paidBatchIds.length - paidBefore} payments through PgBouncer`)
  assert.deepEqual([samples.filter(isOutage), paidBatchIds.length > paidBefore], [[], true])
})

test('no payment is lost or doubled, and the books balance', skipUnlessInstalled, async (t) => {
  const count = async (text: string) => Number((await queryServer<{ count: string }>(b.port, text, [paidBatchIds], 'yck'))[0]?.count)
  const openLinesQuery = "select count(*) from payment_line where batch_id = any($1) and state not in ('success', 'failed', 'returned', 'cancelled')"
  for (let tries = 0; tries < 150 && (await count(openLinesQuery)) > 0; tries++) await sleep(1000)
  const storedCount = await count("select count(*) from payment_batch where id = any($1) and state in ('paying', 'paid', 'partial', 'closed')")
  const book = new Map(((await bank?.book()) ?? []).map((order) => [order.requestNo, order]))
  const rows = await queryServer<{ request_no: string; state: string; journals: number }>(
    b.port,
    `select a.request_no, l.state, (select count(*)::int from ledger_journal j
      where j.ref_type = 'line' and j.ref_id = l.id and j.kind = 'payment') as journals
      from payment_line l left join payout_attempt a on a.line_id = l.id and a.month = l.month where l.batch_id = any($1)`,
    [paidBatchIds],
    'yck',
  )
  const wrongRows = rows.filter(({ request_no: no, state, journals }) => {
    const executedCount = book.get(no)?.executed ?? 0
    return state === 'success' ? executedCount !== 1 || journals !== 1 : executedCount > 1 || journals > 1
  })
  deadlocks += await deadlocksOf(b)
  t.diagnostic(
    `${paidBatchIds.length} payments acknowledged, ${storedCount} stored; ${rows.length} orders, ${wrongRows.length} differ from the bank; ${deadlocks} deadlocks`,
  )
  assert.deepEqual([storedCount, new Set(paidBatchIds).size, wrongRows, deadlocks], [paidBatchIds.length, paidBatchIds.length, [], 0])
  const executedNumbers = [...book.values()].filter((order) => order.executed > 0).map((order) => order.requestNo)
  const attempts = await queryServer<{ request_no: string }>(
    b.port,
    'select request_no from payout_attempt where request_no = any($1)',
    [executedNumbers],
    'yck',
  )
  assert.equal(attempts.length, executedNumbers.length, 'the bank paid an order that the ledger lacks')
  // HAProxy asks this process which database is the primary, so it must not block meanwhile.
  await promisify(execFile)(process.execPath, ['tools/verify.ts'], { cwd: root, env: envOf(at('primary')) })
})
