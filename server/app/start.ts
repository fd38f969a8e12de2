import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { loadBase } from '#/db/base/load.ts'
import { sandboxChannelKinds } from '#/domain/organisations/payout-channel.ts'
import { trustedVerifiers } from '#/domain/services/gateway.ts'
import { answers } from '#/server/app/answers.ts'
import { demoUsernames } from '#/server/app/demo-usernames.ts'
import { invariants } from '#/server/app/invariants.ts'
import { callbacks, documents, jobs, rawRoutes, servedModules } from '#/server/app/modules.ts'
import { pendingKinds } from '#/server/app/pending.ts'
import { personalParts } from '#/server/app/personal.ts'
import { unfinishedCounters } from '#/server/app/unfinished.ts'
import { openGateways } from '#/server/desk/gateways/public.ts'
import { guardCommits, integrityFigures, stopPayoutsOnLostCommits } from '#/server/desk/integrity/public.ts'
import { openCommitRecord } from '#/server/kernel/archive/commit-record.ts'
import { migrate } from '#/server/kernel/archive/migrate.ts'
import { ensurePartition, findMissingPartitions } from '#/server/kernel/archive/months.ts'
import { expectMatchingKeys } from '#/server/kernel/archive/rotation.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Courier } from '#/server/kernel/external/courier.ts'
import { expectWritableFolder, folderStore, withoutTransaction } from '#/server/kernel/files/files.ts'
import { type BucketLimits, bucketStore } from '#/server/kernel/files/files-s3.ts'
import { sealedStore } from '#/server/kernel/files/sealed-files.ts'
import type { Settings } from '#/server/kernel/installation/settings.ts'
import { jobContext, openQueue, type RunningQueue } from '#/server/kernel/jobs/jobs.ts'
import { type Kernel, systemActor, systemScope, writeTrail } from '#/server/kernel/kernel.ts'
import { buildServer } from '#/server/kernel/request/http.ts'
import type { LiveLimits } from '#/server/kernel/request/live.ts'
import { startClock } from '#/server/lib/clock.ts'
import { logDatabaseError } from '#/server/lib/database/connection-errors.ts'
import { type Database, openDatabase } from '#/server/lib/database/database.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import { loadOrCreateIdentity, readSigningIdentity, type SigningIdentity } from '#/server/lib/pdf/signing-identity.ts'
import { secretsWith } from '#/server/lib/vault/secrets.ts'
import { signerWith } from '#/server/lib/vault/statements.ts'
import { vaultKeysFor, vaultWith } from '#/server/lib/vault/vault.ts'
import { withdrawVerifications } from '#/server/people/operators/public.ts'
import { openCourier } from '#/server/services/messages/public.ts'
import { readCalendar } from '#/server/taxation/policies/public.ts'

export interface StartOptions {
  /** Amount of demo data in a new demo database. */
  readonly demoSize?: 'full' | 'small'
  /** Seconds between polls for jobs without a notification. */
  readonly pollSeconds?: number
  readonly perMinute?: number
  readonly webDir?: string
  readonly live?: Partial<LiveLimits>
  readonly bucketLimits?: Partial<BucketLimits>
  /** Time limit in milliseconds for open requests when the server stops. */
  readonly drainMs?: number
  /** Starts no workers, so that tests run each job explicitly. */
  readonly withoutWorkers?: boolean
  readonly database?: Database
  /** Offset of a new demo database's business time from the machine's clock, in milliseconds; negative when behind. */
  readonly clockAheadMs?: number
  /** Replaces the configured courier. */
  readonly courier?: Courier
}

export interface RunningApp {
  readonly kernel: Kernel
  readonly server: FastifyInstance
  readonly queue: RunningQueue
  stop(): Promise<void>
}

/**
 * Returns the identity that seals contracts, and its expiry. A configured certificate is loaded immediately. A demo
 * creates its own on first use and stores it with its data.
 */
async function signingIdentityOf(settings: Settings, now: () => Date): Promise<Pick<Kernel, 'identity' | 'identityUntil'>> {
  if (settings.signing) {
    const { certificateFile, keyFile } = settings.signing
    const identity = await readSigningIdentity(await readFile(certificateFile, 'utf8'), await readFile(keyFile, 'utf8'))
    return { identity: async () => identity, identityUntil: identity.to }
  }
  if (settings.mode !== 'demo') return { identity: null, identityUntil: null }
  let identityPromise: Promise<SigningIdentity> | undefined
  const identity = () => {
    identityPromise ??= loadOrCreateIdentity(join(settings.dataDir, 'signing'), now())
    return identityPromise
  }
  return { identity, identityUntil: null }
}

const drainMs = 10_000
const calendarIntervalMs = 60_000
// Readiness checks are public and write to the database, so an answer is reused for this time.
const readyCacheMs = 2000

/** Prepares a migrated database for its first data: creates the current month's partitions and all job queues. */
export async function prepareEmptyDatabase(database: Database, queue: RunningQueue, now: Date): Promise<void> {
  for (const month of await findMissingPartitions(database.kysely, now)) await ensurePartition(database.kysely, month)
  await queue.prepare(jobs.flatMap((job) => job.handlers.map(({ name }) => name)))
}

/**
 * Refuses to open a demo database in production, or a production database as a demo. Demo passwords are public, and
 * demo data would mix with real data.
 */
async function refuseDatabaseOfOtherMode({ kysely }: Database, mode: Settings['mode']): Promise<void> {
  const row = await kysely
    .selectFrom('app_user')
    .select((row) => [row.fn.countAll<number>().as('all'), row.fn.countAll<number>().filterWhere('username', 'in', demoUsernames).as('demo')])
    .executeTakeFirstOrThrow()
  // More than half is enough, because a demo of an earlier version may lack the newest accounts.
  const isDemo = Number(row.demo) * 2 > demoUsernames.length
  if (mode === 'production' && isDemo) {
    throw new Error('MODE=production on the database of a demo, whose passwords are known; name another DATA_DIR or DATABASE_URL')
  }
  if (mode === 'demo' && !isDemo && Number(row.all) > 0) {
    throw new Error('MODE=demo on a database with other accounts; start it with MODE=production, or name another DATA_DIR')
  }
}

/** Withdraws all sandbox results in production; logs a warning and writes the withdrawal to the trail. */
async function withdrawSandboxResults(trx: Kysely<Tables>, log: Context['log']): Promise<void> {
  const withdrawnCounts = await withdrawVerifications(trx, trustedVerifiers)
  const { rows } = await sql<{ count: number }>`select count(*) as count from channel where kind = any(${sandboxChannelKinds}::text[]) and is_active`.execute(
    trx,
  )
  const sandboxChannelCount = rows[0]?.count ?? 0
  const detail = { ...withdrawnCounts, channels: sandboxChannelCount }
  if (sandboxChannelCount > 0 || Object.values(withdrawnCounts).some((count) => count > 0))
    log.warn(detail, 'this database contains sandbox results, which are not trusted in production')
  if (Object.values(withdrawnCounts).every((count) => count === 0)) return
  const frame = {
    actor: systemActor,
    scope: systemScope,
    action: 'app.disbelieve',
    outcome: 'done',
    requestId: 'start',
    ip: 'server',
    agent: 'start',
    at: startClock(0).real(),
  }
  await writeTrail(trx, frame, [{ refType: 'database', refId: 'sandbox', detail }])
}

/** Imports the demo code in demo mode. Production never loads it. */
const importDemo = async (mode: Settings['mode']) => (mode === 'demo' ? import('#/demo/company.ts') : null)

async function loadDemoData(kernel: Kernel, load: (kernel: Kernel) => Promise<unknown>): Promise<void> {
  const isNew = (await kernel.database.kysely.selectFrom('centre').select('id').limit(1).executeTakeFirst()) === undefined
  if (!isNew) return
  const startedAt = performance.now()
  await load(kernel)
  // Until autovacuum gathers statistics (up to a minute), the planner treats new tables as empty.
  await asOwner(kernel.database, (trx) => sql`analyze`.execute(trx), { statementMs: 0 })
  kernel.log.info({ ms: Math.round(performance.now() - startedAt) }, 'demo data loaded')
}

async function isReady(kernel: Kernel): Promise<{ ok: boolean; detail: Record<string, unknown> }> {
  try {
    await kernel.database.kysely
      .insertInto('counter')
      .values({ name: 'ready_probe', value: 1 })
      .onConflict((on) => on.column('name').doUpdateSet({ value: sql`counter.value % 1000000 + 1` }))
      .execute()
    return { ok: true, detail: { engine: kernel.database.engine, mode: kernel.settings.mode } }
  } catch (error) {
    logDatabaseError(kernel.log, error, {}, 'not ready')
    return { ok: false, detail: {} }
  }
}

/** Returns a function that calls `ask` at most once in this many milliseconds and repeats its last answer. */
function withCache<T>(milliseconds: number, ask: () => Promise<T>): () => Promise<T> {
  let cachedAnswer: { readonly answer: Promise<T>; readonly until: number } | null = null
  return () => {
    const now = performance.now()
    if (cachedAnswer === null || now > cachedAnswer.until) cachedAnswer = { answer: ask(), until: now + milliseconds }
    return cachedAnswer.answer
  }
}

/** Opens and migrates the database, then starts all services. A refused start leaves nothing open. */
export async function startApp(settings: Settings, log: Context['log'], options: StartOptions = {}): Promise<RunningApp> {
  const keys = { secrets: secretsWith(settings.secretKeys), signer: signerWith(settings.secretKeys), vault: vaultWith(vaultKeysFor(settings)) }
  if (!settings.bucket) await expectWritableFolder(settings.filesDir)
  const database =
    options.database ??
    (await openDatabase({
      ...(settings.databaseUrl === null
        ? { dir: join(settings.dataDir, 'db') }
        : {
            url: settings.databaseUrl,
            appUrl: settings.databaseAppUrl ?? undefined,
            replicaUrl: settings.databaseReplicaUrl ?? undefined,
            listenUrl: settings.databaseListenUrl ?? undefined,
            connections: settings.databaseConnections,
          }),
      log,
      ordinaryRole: settings.mode === 'production',
    }))
  try {
    return await buildApp(database, settings, { log, ...keys }, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

interface PreparedKernel extends Kernel {
  readonly queue: RunningQueue
  readonly gateways: Awaited<ReturnType<typeof openGateways>>
}

/**
 * Migrates the database to this version and loads its base data, and in a demo also the demo data. Returns the kernel.
 */
async function prepareKernel(
  database: Database,
  settings: Settings,
  { log, secrets, signer, vault }: Pick<Kernel, 'log' | 'secrets' | 'signer' | 'vault'>,
  options: StartOptions,
): Promise<PreparedKernel> {
  await migrate(database)
  await refuseDatabaseOfOtherMode(database, settings.mode)
  await expectMatchingKeys(database, vault, startClock(0).real())
  // Runs before the queue opens, so that a refused start leaves no worker running.
  await asOwner(database, (trx) => loadBase(trx))
  if (settings.mode === 'production') await asOwner(database, (trx) => withdrawSandboxResults(trx, log))
  await readCalendar(database.kysely)
  const offset = await database.kysely.selectFrom('counter').select('value').where('name', '=', 'clock_offset_ms').executeTakeFirst()
  const clock = startClock(settings.mode === 'demo' ? (offset?.value ?? options.clockAheadMs ?? 0) : 0)
  const queue = openQueue(database, log, { pollSeconds: options.pollSeconds ?? 2 })
  await prepareEmptyDatabase(database, queue, clock.now())
  const gateways = await openGateways({ settings, database, vault, clock, log })
  const courier = options.courier ?? openCourier(settings, database, clock.real, gateways)
  const demo = await importDemo(settings.mode)
  const kernel: PreparedKernel = {
    settings,
    database,
    clock,
    store: sealedStore(withoutTransaction(settings.bucket ? bucketStore(settings.bucket, options.bucketLimits) : folderStore(settings.filesDir)), vault),
    secrets,
    signer,
    vault,
    served: servedModules,
    queue,
    invariants,
    pendingKinds,
    unfinished: unfinishedCounters,
    answers,
    personal: personalParts,
    commitRecord: await openCommitRecord(database, join(settings.dataDir, 'acknowledged'), `${hostname()}-${settings.port}`, clock.now()),
    subscriptions: jobs.flatMap((job) => job.reacts ?? []),
    courier,
    gateways,
    demo: demo?.demoCompany ?? null,
    ...(await signingIdentityOf(settings, clock.real)),
    log,
  }
  if (demo) await loadDemoData(kernel, (of) => demo.loadDemo(of, options.demoSize ?? 'full'))
  await stopPayoutsOnLostCommits(jobContext(kernel, () => false))
  return kernel
}

async function buildApp(
  database: Database,
  settings: Settings,
  tools: Pick<Kernel, 'log' | 'secrets' | 'signer' | 'vault'>,
  options: StartOptions,
): Promise<RunningApp> {
  const kernel = await database.alone(() => prepareKernel(database, settings, tools, options))
  const { log, queue, gateways } = kernel
  const stopCommitGuard = guardCommits(kernel)
  let isStopping = false
  const checkReady = withCache(readyCacheMs, () => isReady(kernel))
  const server = await buildServer(kernel, {
    webDir: options.webDir ?? join(import.meta.dirname, '../../web/dist'),
    perMinute: options.perMinute ?? 1200,
    ready: async () => (isStopping ? { ok: false, detail: {} } : checkReady()),
    callbacks,
    rawRoutes,
    documents,
    figures: () => integrityFigures(kernel.database.kysely),
    ...(options.live && { live: options.live }),
  })
  if (!options.withoutWorkers) await queue.work(kernel, jobs)
  const calendarTimer = setInterval(
    () => readCalendar(database.kysely).catch((error) => log.warn({ error: String(error) }, 'the calendar was not read')),
    calendarIntervalMs,
  ).unref()
  let stopPromise: Promise<void> | undefined
  const stop = async () => {
    // Requests keep arriving until the load balancer notices that this server is not ready.
    isStopping = true
    await sleep(settings.stopDelayMs)
    // Open requests may finish within the time limit. A client that never ends its request cannot block the stop.
    const closeTimer = setTimeout(() => server.server.closeAllConnections(), options.drainMs ?? drainMs)
    clearInterval(calendarTimer)
    await server.close()
    clearTimeout(closeTimer)
    await queue.stop()
    stopCommitGuard()
    await gateways.stop()
    await Promise.all(jobs.map((job) => job.stop?.()))
    kernel.commitRecord.close()
    await database.close()
  }
  return { kernel, server, queue, stop: () => (stopPromise ??= stop()) }
}
