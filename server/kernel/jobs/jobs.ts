import { AsyncLocalStorage } from 'node:async_hooks'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'

import type { Actor, Context, JobContext, Jobs, Scope, TrailNote } from '#/server/kernel/context.ts'
import { buildContext, type Kernel, systemActor, systemScope, writeTrail } from '#/server/kernel/kernel.ts'
import { type ExternalCallAttempt, withExternalCalls } from '#/server/kernel/request/external-calls.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { type SignedInUser, scopeOf, scopeSettings, signedInUserById } from '#/server/kernel/session/session.ts'
import { logDatabaseError } from '#/server/lib/database/connection-errors.ts'
import type { Database } from '#/server/lib/database/database.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { afterCommit, asOwner, inTransaction } from '#/server/lib/database/transaction.ts'

/** Queues work in the caller's transaction. Any idle server runs it after the commit. */
export interface JobQueue {
  send(trx: Kysely<Tables>, job: string, data: object, options?: { afterSeconds?: number; isPatient?: boolean | undefined }): Promise<void>
  /** Queues one job per element in a single statement. */
  sendAll(trx: Kysely<Tables>, job: string, list: readonly object[], options?: { isPatient?: boolean | undefined }): Promise<void>
}

/** A pending job as stored in a backup. */
export interface PendingJob {
  readonly id: string
  readonly name: string
  readonly data: object
  readonly startAfter: string
}

/** A job queue built on pg-boss in the product's own database. */
export interface RunningQueue extends JobQueue {
  /** Creates the queue's tables and all queues, without starting a worker. */
  prepare(names: readonly string[]): Promise<void>
  /** Restores the pending jobs of another database under their ids. */
  take(trx: Kysely<Tables>, waiting: readonly PendingJob[]): Promise<void>
  work(kernel: Kernel, jobs: readonly Jobs[]): Promise<void>
  stop(): Promise<void>
}

// With supervision every 60 s, a payout worker that died is replaced within 90 s.
const heartbeatSeconds = 30
// Thirteen attempts at growing intervals, then one per hour, for more than a week in total. pg-boss deletes pending
// jobs after two weeks.
const longRetry = { retryLimit: 200, retryDelay: 2, retryBackoff: true, retryDelayMax: 3600 } as const
// Workers fetch jobs when a hint arrives after a commit, or when the shared poll finds some. Polling each queue
// separately was most of an idle server's load.
const fallbackPollSeconds = 86_400

// The notification channel for the names of queues with new jobs.
const channel = 'jobs'

/** Returns the queues with due jobs, including retried and delayed jobs, for which no hint is sent. */
async function queuesWithWork(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select distinct name from pgboss.job where state < 'active' and not blocked and start_after <= now()`.execute(
    database.kysely,
  )
  return rows.map(({ name }) => name)
}

/** Returns a scheduler that repeats work until it is stopped. The interval counts from the end of the last run. */
function createRepeater(log: Context['log']) {
  const waitingRuns = new Map<NodeJS.Timeout, () => Promise<void>>()
  const activeRuns = new Set<Promise<void>>()
  let isStopping = false
  return {
    isStopping: () => isStopping,
    every(seconds: number, name: string, work: () => Promise<void>): void {
      const tick = async () => {
        if (isStopping) return
        const run = work().catch((error: unknown) => logDatabaseError(log, error, { job: name }, 'a repeated job failed'))
        activeRuns.add(run)
        await run
        activeRuns.delete(run)
        if (!isStopping) schedule()
      }
      const schedule = () => {
        const timer = setTimeout(() => {
          waitingRuns.delete(timer)
          void tick()
        }, seconds * 1000)
        waitingRuns.set(timer, tick)
      }
      schedule()
    },
    /** Runs all scheduled work immediately. */
    runAll(): void {
      for (const [timer, tick] of waitingRuns) {
        clearTimeout(timer)
        waitingRuns.delete(timer)
        void tick()
      }
    },
    async stop(): Promise<void> {
      isStopping = true
      for (const timer of waitingRuns.keys()) clearTimeout(timer)
      await Promise.allSettled(activeRuns)
    },
  }
}

async function prepareQueues(boss: PgBoss, database: Database, names: readonly string[]): Promise<void> {
  await boss.start()
  const queuesByName = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const name of names) {
    const queue = queuesByName.get(name)
    if (!queue) await boss.createQueue(name, { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 900, heartbeatSeconds })
    else if (queue.notify) await boss.updateQueue(name, { notify: false })
  }
  // Makes pg-boss cache every queue now. Later it would look up an unknown queue on its own connection. The embedded
  // database has only one, which a transaction may hold.
  for (const name of names) await boss.insert(name, [])
  await sql`grant usage on schema pgboss to app_rw`.execute(database.kysely)
  await sql`grant select, insert, update on all tables in schema pgboss to app_rw`.execute(database.kysely)
  await sql`grant execute on all functions in schema pgboss to app_rw`.execute(database.kysely)
}

/** Runs the jobs one after another. A stopping server leaves the rest to a retry. */
async function runInTurn(fetched: readonly Job<unknown>[], run: (queued: unknown) => Promise<void>, isStopping: () => boolean): Promise<JobResult[]> {
  const results: JobResult[] = []
  for (const { id, data } of fetched) {
    if (results.length > 0 && isStopping()) break
    try {
      await run(data ?? {})
      results.push({ id, status: 'completed' })
    } catch (error) {
      results.push({ id, status: 'failed', output: error })
    }
  }
  return results
}

/** Opens the queue. Once its workers run, one shared poll every `pollSeconds` finds jobs without a hint. */
export function openQueue(database: Database, log: Context['log'], options: { pollSeconds: number }): RunningQueue {
  const db = fromKysely(database.kysely as unknown as Parameters<typeof fromKysely>[0])
  const boss = new PgBoss({ db, schema: 'pgboss', schedule: false, superviseIntervalSeconds: 60 })
  boss.on('error', (error) => logDatabaseError(log, error, {}, 'the job queue reported an error'))
  boss.on('warning', ({ message }) => log.warn({}, message))
  const { every, runAll, isStopping, stop } = createRepeater(log)
  const workers = new Map<string, string>()
  let stopListening = async (): Promise<void> => undefined

  const wake = (name: string) => {
    const id = workers.get(name)
    if (id !== undefined && !isStopping()) boss.notifyWorker(id)
  }
  const wakeAll = async () => (await queuesWithWork(database)).forEach(wake)

  return {
    prepare: (names) => prepareQueues(boss, database, names),
    async take(trx, waiting) {
      const transactionOptions = { db: fromKysely(trx as unknown as Parameters<typeof fromKysely>[0]) }
      for (const [name, jobs] of Map.groupBy(waiting, (job) => job.name)) {
        await boss.insert(
          name,
          jobs.map(({ id, data, startAfter }) => ({ id, data, startAfter })),
          transactionOptions,
        )
      }
    },
    async send(trx, job, data, { afterSeconds, isPatient = false } = {}) {
      await boss.send(job, data, {
        db: fromKysely(trx as unknown as Parameters<typeof fromKysely>[0]),
        ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
        ...(isPatient && longRetry),
      })
      if (afterSeconds === undefined) afterCommit(trx, () => database.hint(channel, job))
    },
    async sendAll(trx, job, list, { isPatient = false } = {}) {
      const rows = list.map((data) => ({ data, ...(isPatient && longRetry) }))
      await boss.insert(job, rows, { db: fromKysely(trx as unknown as Parameters<typeof fromKysely>[0]) })
      afterCommit(trx, () => database.hint(channel, job))
    },
    async work(kernel, all) {
      for (const jobs of all) {
        for (const handler of jobs.handlers) {
          const { name, batchSize } = handler
          const run = (queued: unknown) => handler.run(jobContext(kernel, isStopping), queued)
          const seconds = jobs.every?.[name]
          if (seconds !== undefined) every(seconds, name, () => run({}))
          const worker = await boss.work(name, { pollingIntervalSeconds: fallbackPollSeconds, batchSize, perJobResults: true }, async (fetched) => {
            // More jobs may be due, so the worker fetches again as soon as these are done.
            if (fetched.length === batchSize) wake(name)
            return runInTurn(fetched, run, isStopping)
          })
          workers.set(name, worker)
        }
      }
      // Moving the demo clock runs due jobs immediately, outside the transaction that moved it.
      kernel.clock.onAdvance(AsyncLocalStorage.bind(runAll))
      every(options.pollSeconds, 'look', wakeAll)
      stopListening = await database.listen(
        channel,
        wake,
        () => void wakeAll().catch((error: unknown) => logDatabaseError(log, error, {}, 'the poll finds the jobs')),
      )
    },
    async stop() {
      await stopListening().catch(() => undefined)
      await stop()
      await boss.stop({ graceful: true, timeout: 10_000, close: false })
    },
  }
}

interface JobTransaction {
  readonly actor: Actor
  readonly scope: Scope
  readonly action: string
  /** Whether to commit even on a database that lost commits, so that the loss can be recorded. */
  readonly expectsNothing?: boolean
}

/** Returns the context of a job, which can open transactions as the system or as a user. */
export function jobContext(kernel: Kernel, isStopping: () => boolean): JobContext {
  const withinTransaction = async <T>(
    trx: Kysely<Tables>,
    attempt: ExternalCallAttempt,
    { actor, scope, action, expectsNothing }: JobTransaction,
    work: (context: Context) => Promise<T>,
  ): Promise<T> => {
    const notes: TrailNote[] = []
    const from = { requestId: crypto.randomUUID(), ip: 'server', agent: 'job' }
    const at = kernel.clock.now()
    const result = await attempt((outside) => work(buildContext(kernel, { trx, actor, scope, language: 'zh', action, ...from, notes, outside })))
    const { commitRecord: acknowledged } = kernel
    const trailRecord = expectsNothing ? { remember: acknowledged.remember } : acknowledged
    if (notes.length > 0) await writeTrail(trx, { actor, scope, action, outcome: 'done', ...from, at }, notes, trailRecord)
    return result
  }
  const runFor = <T>(actor: Actor, scope: Scope, action: string, work: (context: Context) => Promise<T>): Promise<T> =>
    withExternalCalls((attempt) =>
      inTransaction(kernel.database, scopeSettings(actor, scope, kernel.clock.now()), (trx) => withinTransaction(trx, attempt, { actor, scope, action }, work)),
    )
  return {
    run: (action, work) => runFor(systemActor, systemScope, action, work),
    runAs: async (userId, action, work, at) => {
      const signedIn: SignedInUser = await signedInUserById(kernel.database.kysely, userId)
      const centreId = at?.centreId ?? signedIn.posts[0]?.id ?? ''
      const scope = scopeOf(signedIn, { centre: String(centreId), mode: at?.mode ? String(at.mode) : undefined })
      const isElsewhere = at && scope.centreId !== null && (scope.centreId !== at.centreId || (at.mode !== null && scope.mode !== at.mode))
      if (isElsewhere) throw new Refusal('choose_centre', kernelRefusals.chooseCentre)
      return runFor(signedIn.actor, scope, action, work)
    },
    runAsOwner: (action, work) =>
      withExternalCalls((attempt) =>
        asOwner(kernel.database, (trx) => withinTransaction(trx, attempt, { actor: systemActor, scope: systemScope, action, expectsNothing: true }, work)),
      ),
    store: kernel.store,
    courier: kernel.courier,
    gateways: kernel.gateways,
    vault: kernel.vault,
    ownNetworks: kernel.settings.ownNetworks,
    signer: kernel.signer,
    invariants: kernel.invariants,
    commitRecord: kernel.commitRecord,
    now: kernel.clock.now,
    real: kernel.clock.real,
    isDemo: kernel.settings.mode === 'demo',
    checkMinutes: kernel.settings.checkMinutes,
    identity: kernel.identity,
    log: kernel.log,
    isStopping,
  }
}
