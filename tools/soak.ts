import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { checkInvariants } from '#/server/app/invariants.ts'
import { openNewDatabase, testKeys } from '#/server/tests/databases-testing.ts'
import { roundRobin, type Sample, sendLoad } from '#/server/tests/load-testing.ts'
import { startServer } from '#/server/tests/servers-testing.ts'

// `npm run soak -- [minutes] [servers]`: a mixed load on servers with the PostgreSQL server of TEST_DATABASE_URL, ten
// minutes and two servers by default. Prints each minute, then fails if memory keeps growing, an acknowledged payment
// is missing or the books do not balance.

const [minutes = 10, servers = 2] = process.argv.slice(2).map(Number)
const firstPort = 3390
const workerCount = 8
const mebibyte = 1024 * 1024
/** The growth of the heap that a steady server may show, because caches fill and collections differ. */
const maxGrowthRatio = 1.2

interface MinuteSample {
  readonly samples: readonly Sample[]
  /** The heap of each server. */
  readonly heaps: readonly number[]
}

const percentile = (sorted: readonly number[], part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
const mebibytesText = (values: readonly number[]) => values.map((bytes) => Math.round(bytes / mebibyte)).join(', ')

/** Reads metrics of a server: the bytes of its heap and process, and how late its event loop was (seconds, p99). */
async function metricsOf(base: string) {
  const text = await (await fetch(`${base}/metrics`)).text()
  const readMetric = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    heap: readMetric('nodejs_heap_size_used_bytes'),
    memory: readMetric('process_resident_memory_bytes'),
    lag: readMetric('nodejs_eventloop_lag_p99_seconds'),
  }
}

/** Returns the smallest heap of a minute: just after a collection, so garbage does not hide a leak. */
async function lowestHeap(base: string, isOver: () => boolean): Promise<number> {
  let smallestValue = Number.POSITIVE_INFINITY
  while (!isOver()) {
    smallestValue = Math.min(smallestValue, (await metricsOf(base)).heap)
    await sleep(1000)
  }
  return smallestValue
}

if (!process.env.TEST_DATABASE_URL) throw new Error('TEST_DATABASE_URL is missing: name a PostgreSQL server, as for the tests')
const folder = mkdtempSync(join(tmpdir(), 'yck-soak-'))
const { database, databaseUrl, databaseAppUrl, drop } = await openNewDatabase(folder, 'full', undefined)
const env = { ...process.env, ...testKeys, MODE: 'demo', DATA_DIR: folder, DATABASE_URL: databaseUrl ?? '', DATABASE_APP_URL: databaseAppUrl ?? '' }
const startedServers = await Promise.all(Array.from({ length: servers }, (_, at) => startServer(firstPort + at, env)))
const bases = startedServers.map(({ base }) => base)
const paidCounts: number[] = []
const fullMinutes: MinuteSample[] = []

for (let minute = 1; minute <= minutes; minute++) {
  const endTime = performance.now() + 60_000
  const isOver = () => performance.now() >= endTime
  const load = sendLoad({ route: roundRobin(bases), workers: workerCount, writes: 0.3, isOver, paid: (batchId) => paidCounts.push(batchId) })
  const [samples, ...heaps] = await Promise.all([load, ...bases.map((base) => lowestHeap(base, isOver))])
  fullMinutes.push({ samples, heaps })
  const times = samples.map(({ took }) => took).sort((one, other) => one - other)
  const now = await Promise.all(bases.map(metricsOf))
  const lag = Math.max(...now.map((each) => each.lag)) * 1000
  process.stdout.write(
    `minute ${minute}: ${(samples.length / 60).toFixed(0)}/s, p50 ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms; ` +
      `event loop p99 ${lag.toFixed(0)} ms; heap ${mebibytesText(heaps)} MB, process ${mebibytesText(now.map(({ memory }) => memory))} MB\n`,
  )
}

const failures: string[] = []
const phaseLength = Math.ceil(fullMinutes.length / 3)
for (const [server, base] of bases.entries()) {
  const lowestHeapOf = (part: readonly MinuteSample[]) => Math.min(...part.map(({ heaps }) => heaps[server] ?? 0))
  // The first minute fills caches and compiles.
  const [early, late] = [lowestHeapOf(fullMinutes.slice(1, 1 + phaseLength)), lowestHeapOf(fullMinutes.slice(-phaseLength))]
  if (minutes >= 6 && late > early * maxGrowthRatio) failures.push(`the heap of ${base} grew from ${mebibytesText([early])} to ${mebibytesText([late])} MB`)
}
const { rows } = await sql<{ id: number }>`select id from payment_batch where id = any(${paidCounts}::bigint[]) and paid_at is not null`.execute(
  database.kysely,
)
if (rows.length !== new Set(paidCounts).size)
  failures.push(`${new Set(paidCounts).size - rows.length} of ${paidCounts.length} acknowledged payments are missing`)
if (new Set(paidCounts).size !== paidCounts.length) failures.push('a batch was paid twice')
const outages = fullMinutes.flatMap(({ samples }) => samples).filter(({ refusal }) => /http|no answer/.test(refusal))
if (outages.length > 0) failures.push(`${outages.length} calls failed, the first with ${outages[0]?.refusal}`)
await Promise.all(startedServers.map((server) => server.stop()))
for (const brokenInvariant of await checkInvariants(database.kysely)) failures.push(`${JSON.stringify(brokenInvariant)} does not hold`)
await database.close()
await drop()
rmSync(folder, { recursive: true, force: true })

process.stdout.write(`${paidCounts.length} payments acknowledged and stored\n${failures.map((failure) => `FAILED: ${failure}\n`).join('')}`)
process.exitCode = failures.length > 0 ? 1 : 0
