import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type BenchFigure, formatMs, percentile } from '#/bench/figure.ts'
import { findYearsToMerge, mergeYear } from '#/server/kernel/archive/months.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { openNewDatabase, testKeys } from '#/server/tests/databases-testing.ts'
import { afterSeconds, roundRobin, type Sample, sendLoad } from '#/server/tests/load-testing.ts'
import { startServer } from '#/server/tests/servers-testing.ts'

const firstPort = 3190
const workerCount = 24
const loadSeconds = 30
const ticksPerSecond = 100
const manyMonths = 74

/**
 * Returns the CPU time of a local PostgreSQL server in milliseconds. `backend` is the process id of one of its
 * connections.
 */
function cpuMsOf(backend: number): number {
  const fieldsOf = (pid: number | string) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  const timeOf = (fields: readonly string[], from: number, to: number) => fields.slice(from, to).reduce((sum, each) => sum + Number(each), 0)
  const postmaster = fieldsOf(backend)[1] ?? ''
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  let ticks = timeOf(fieldsOf(postmaster), 11, 15)
  for (const pid of processes) {
    try {
      const fields = fieldsOf(pid)
      if (fields[1] === postmaster) ticks += timeOf(fields, 11, 13)
    } catch {
      // The process has ended. The postmaster counts its time among its ended children.
    }
  }
  return (ticks * 1000) / ticksPerSecond
}

/** Measures requests per second with the same number of workers, for an address that does no work. */
async function measureIdleRate(base: string): Promise<number> {
  const endTime = performance.now() + 3000
  let count = 0
  const fetchUntilEnd = async () => {
    while (performance.now() < endTime) {
      await (await fetch(`${base}/healthz`)).text()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: workerCount }, fetchUntilEnd))
  return count / 3
}

const timesTaken = (samples: readonly Sample[], of: (sample: Sample) => boolean = () => true) => samples.filter(of).map(({ took }) => took)

function refusalsOf(samples: readonly Sample[]): string {
  const countByRefusal = new Map<string, number>()
  for (const { name, refusal } of samples) if (refusal !== '') countByRefusal.set(`${name} ${refusal}`, (countByRefusal.get(`${name} ${refusal}`) ?? 0) + 1)
  return [...countByRefusal].map(([what, count]) => `${what} ${count}`).join(', ') || 'no refusal'
}

/** Starts the servers on the database, distributes the load over them in turn, and measures times and refusals. */
async function measure(database: Database, env: NodeJS.ProcessEnv, servers: number, load: { writes: number; centre?: number }) {
  const sampleCpu = () =>
    asOwner(database, async (trx) => {
      const { rows } = await sql<{ pid: number; deadlocks: number }>`select pg_backend_pid() as pid, deadlocks::int as deadlocks
        from pg_stat_database where datname = current_database()`.execute(trx)
      const [row] = rows
      if (!row) throw new Error('no row of this database')
      return { deadlocks: row.deadlocks, processor: cpuMsOf(row.pid) }
    })
  const startedServers = await Promise.all(Array.from({ length: servers }, (_, at) => startServer(firstPort + at, env)))
  const route = roundRobin(startedServers.map(({ base }) => base))
  const idlePerSecond = await measureIdleRate(route())
  await sendLoad({ route, workers: workerCount, isOver: afterSeconds(8), ...load })
  const cpuBefore = await sampleCpu()
  const samples = await sendLoad({ route, workers: workerCount, isOver: afterSeconds(loadSeconds), ...load })
  const cpuAfter = await sampleCpu()
  await Promise.all(startedServers.map((server) => server.stop()))
  const acceptedSamples = samples.filter(({ refusal }) => refusal === '')
  return {
    bare: `an address without work, same client: ${Math.round(idlePerSecond)}/s`,
    idle: idlePerSecond,
    rate: acceptedSamples.length / loadSeconds,
    times: timesTaken(acceptedSamples),
    writes: timesTaken(acceptedSamples, ({ isWrite }) => isWrite),
    processor: (cpuAfter.processor - cpuBefore.processor) / acceptedSamples.length,
    deadlocks: cpuAfter.deadlocks - cpuBefore.deadlocks,
    refusals: refusalsOf(samples),
  }
}

type LoadMeasurement = Awaited<ReturnType<typeof measure>>

function singleServerFigures(one: LoadMeasurement): BenchFigure[] {
  const p99 = percentile(one.times, 99)
  return [
    {
      what: 'Mixed load, one server: requests a second',
      baseline: one.bare,
      ours: `${one.rate.toFixed(0)}/s; p50 ${formatMs(percentile(one.times, 50))}, p99 ${formatMs(p99)}`,
      ratio: `${(one.rate / one.idle).toFixed(3)}× (goal ≥ 120/s, p99 ≤ 400 ms)`,
      isMet: one.rate >= 120 && p99 <= 400,
      note: `${workerCount} workers, three requests in ten are steps of payments; client, server and database share the cores; ${one.refusals}`,
    },
    {
      what: 'Mixed load, one server: processor of PostgreSQL a request',
      baseline: 'goal ≤ 12 ms; 27 ms on 2026-11-25',
      ours: formatMs(one.processor),
      ratio: `${(one.processor / 27).toFixed(2)}×`,
      isMet: one.processor <= 12,
      note: 'all processes of the database, with those of background jobs',
    },
  ]
}

function severalServersFigures(one: LoadMeasurement, three: LoadMeasurement, hotAccounts: LoadMeasurement): BenchFigure[] {
  const p99 = percentile(hotAccounts.writes, 99)
  return [
    {
      what: 'Mixed load, three servers: requests a second and deadlocks',
      baseline: three.bare,
      ours: `${three.rate.toFixed(0)}/s; p99 ${formatMs(percentile(three.times, 99))}; ${three.deadlocks} deadlocks in ${loadSeconds} s`,
      ratio: `${(three.rate / one.rate).toFixed(2)}× of one server (goal: 0 deadlocks)`,
      isMet: three.deadlocks === 0,
      note: `two connections a server; processor of PostgreSQL ${formatMs(three.processor)} a request; ${three.refusals}`,
    },
    {
      what: 'Payments of one centre over three servers: p99 of writes',
      baseline: hotAccounts.bare,
      ours: `p50 ${formatMs(percentile(hotAccounts.writes, 50))}, p99 ${formatMs(p99)}; ${hotAccounts.deadlocks} deadlocks in ${loadSeconds} s`,
      ratio: 'goal: p99 ≤ 1.5 s, 0 deadlocks',
      isMet: p99 <= 1500 && hotAccounts.deadlocks === 0,
      note: `two connections a server; nine requests in ten are steps of payments; ${hotAccounts.rate.toFixed(0)}/s; ${hotAccounts.refusals}`,
    },
  ]
}

/** Returns the largest number of partitions of a table, without the default partition. */
async function countPartitions(database: Database): Promise<number> {
  return asOwner(database, async (trx) => {
    const { rows } = await sql<{ parts: number }>`select max(parts)::int as parts from (
      select count(*) - 1 as parts from pg_inherits join pg_class on pg_class.oid = inhparent and relkind = 'p' and relnamespace = 'public'::regnamespace group by inhparent) parents`.execute(
      trx,
    )
    return rows[0]?.parts ?? 0
  })
}

/** Gives every partitioned table this many months, up to two months from now, and merges past years as the product does. */
async function addMonths(database: Database, months: number): Promise<void> {
  const { rows } = await asOwner(database, (trx) =>
    sql<{ relname: string }>`select relname from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace`.execute(trx),
  )
  for (const { relname } of rows) {
    await asOwner(database, (trx) =>
      sql`select app.ensure_month(${relname}, (date_trunc('month', now()) + make_interval(months => 2 - back))::date)
        from generate_series(0, ${months - 1}::int) back`.execute(trx),
    )
  }
  for (const year of await asOwner(database, (trx) => findYearsToMerge(trx, new Date()))) await mergeYear((work) => asOwner(database, work), year)
}

function manyMonthsFigure(before: LoadMeasurement, after: LoadMeasurement, partitions: { readonly before: number; readonly after: number }): BenchFigure {
  const ratio = after.processor / before.processor
  return {
    what: `Mixed load, one server, ${manyMonths} months: processor of PostgreSQL a request`,
    baseline: `the same data, ${partitions.before} partitions: ${formatMs(before.processor)}`,
    ours: `${partitions.after} partitions: ${formatMs(after.processor)}; ${after.rate.toFixed(0)}/s, p99 ${formatMs(percentile(after.times, 99))}`,
    ratio: `${ratio.toFixed(2)}× (goal: flat)`,
    isMet: ratio <= 1.15 && after.processor <= 12,
    note: 'partitions without rows for the added months; past years have one partition; both measured after the loads of three servers',
  }
}

/** Measures lists, figures and payments of many accounts at once, with one server and with three. Needs PostgreSQL. */
export async function run(): Promise<BenchFigure[]> {
  if (!process.env.TEST_DATABASE_URL) return []
  const folder = mkdtempSync(join(tmpdir(), 'bench-mixed-'))
  const { database, databaseUrl, databaseAppUrl, drop } = await openNewDatabase(folder, 'full', undefined)
  const env = { ...process.env, ...testKeys, MODE: 'demo', DATA_DIR: folder, DATABASE_URL: databaseUrl ?? '', DATABASE_APP_URL: databaseAppUrl ?? '' }
  const singleServer = await measure(database, env, 1, { writes: 0.3 })
  const sharedEnv = { ...env, DATABASE_CONNECTIONS: '2' }
  const threeServers = await measure(database, sharedEnv, 3, { writes: 0.3 })
  const hotCentre = await measure(database, sharedEnv, 3, { writes: 0.9, centre: 2 })
  const partitionsBefore = await countPartitions(database)
  const withFewMonths = await measure(database, env, 1, { writes: 0.3 })
  await addMonths(database, manyMonths)
  const partitions = { before: partitionsBefore, after: await countPartitions(database) }
  const withManyMonths = await measure(database, env, 1, { writes: 0.3 })
  await database.close()
  await drop()
  rmSync(folder, { recursive: true, force: true })
  return [
    ...singleServerFigures(singleServer),
    ...severalServersFigures(singleServer, threeServers, hotCentre),
    manyMonthsFigure(withFewMonths, withManyMonths, partitions),
  ]
}
