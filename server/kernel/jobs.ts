import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'

import type { Actor, AuditNote, Context, JobContext, Jobs, Scope } from '#/server/kernel/context.ts'
import type { Database } from '#/server/kernel/database.ts'
import { buildContext, type Kernel, systemActor, systemScope, writeAudit } from '#/server/kernel/kernel.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { type SignedIn, scopeOf, scopeSettings, signedInById } from '#/server/kernel/session.ts'
import type { Tables } from '#/server/kernel/tables.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'
import { asOwner, inTransaction } from '#/server/kernel/transaction.ts'

/** Queues work in the caller's transaction and runs it after the commit, on whichever server is free. */
export interface JobQueue {
  send(trx: Kysely<Tables>, job: string, data: Readonly<Record<string, unknown>>, options?: { afterSeconds?: number }): Promise<void>
}

/** A queue over pg-boss in the product's own database. */
export interface RunningQueue extends JobQueue {
  /** Prepares the queue's tables and the names of all jobs; nothing is worked on yet. */
  prepare(names: readonly string[]): Promise<void>
  work(kernel: Kernel, jobs: readonly Jobs[]): Promise<void>
  stop(): Promise<void>
}

// A payout worker that died must be replaced within 90 s (reliability.md §5.5).
const heartbeatSeconds = 30

/** Opens the queue; `idle` keeps it from polling (tests that call jobs by hand). */
export function openQueue(database: Database, log: Context['log'], options: { pollSeconds: number }): RunningQueue {
  const db = fromKysely(database.kysely as unknown as Parameters<typeof fromKysely>[0])
  const boss = new PgBoss({ db, schema: 'pgboss', schedule: false, superviseIntervalSeconds: 60 })
  boss.on('error', (error) => log.error({ error: String(error) }, 'the job queue reported an error'))
  const timers = new Set<NodeJS.Timeout>()
  const underway = new Set<Promise<void>>()
  let isStopping = false

  const runEvery = (kernel: Kernel, name: string, handler: Jobs['handlers'][string], seconds: number) => {
    const tick = async () => {
      if (isStopping) return
      const run = handler(
        jobContext(kernel, () => isStopping),
        {},
      ).catch((error: unknown) => log.error({ job: name, error: String(error) }, 'a repeated job failed'))
      underway.add(run)
      await run
      underway.delete(run)
      if (!isStopping) schedule()
    }
    const schedule = () => {
      const timer = setTimeout(() => {
        timers.delete(timer)
        void tick()
      }, seconds * 1000)
      timers.add(timer)
    }
    schedule()
  }

  return {
    async prepare(names) {
      await boss.start()
      const known = new Set((await boss.getQueues()).map((queue) => queue.name))
      for (const name of names)
        if (!known.has(name)) await boss.createQueue(name, { retryLimit: 5, retryDelay: 2, retryBackoff: true, expireInSeconds: 900, heartbeatSeconds })
      // pg-boss looks a queue up when it first hears of it, on its own connection; the embedded database has only one, and a transaction may hold it then.
      for (const name of names) await boss.insert(name, [])
      await sql`grant usage on schema pgboss to app_rw`.execute(database.kysely)
      await sql`grant select, insert, update on all tables in schema pgboss to app_rw`.execute(database.kysely)
      await sql`grant execute on all functions in schema pgboss to app_rw`.execute(database.kysely)
    },
    async send(trx, job, data, { afterSeconds } = {}) {
      await boss.send(job, data, {
        db: fromKysely(trx as unknown as Parameters<typeof fromKysely>[0]),
        ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
      })
    },
    async work(kernel, all) {
      for (const jobs of all) {
        for (const [name, handler] of Object.entries(jobs.handlers)) {
          const seconds = jobs.every?.[name]
          if (seconds !== undefined) runEvery(kernel, name, handler, seconds)
          await boss.work<Record<string, unknown>>(name, { pollingIntervalSeconds: options.pollSeconds, batchSize: 1 }, async ([job]) => {
            if (job)
              await handler(
                jobContext(kernel, () => isStopping),
                job.data ?? {},
              )
          })
        }
      }
    },
    async stop() {
      isStopping = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.allSettled(underway)
      await boss.stop({ graceful: true, timeout: 10_000, close: false })
    },
  }
}

interface Part {
  readonly actor: Actor
  readonly scope: Scope
  readonly action: string
}

/** What a job works with: transactions of its own, as the system or as a person. */
export function jobContext(kernel: Kernel, isStopping: () => boolean): JobContext {
  const within = async <T>(trx: Kysely<Tables>, { actor, scope, action }: Part, work: (context: Context) => Promise<T>): Promise<T> => {
    const notes: AuditNote[] = []
    const requestId = crypto.randomUUID()
    const ctx = buildContext(kernel, { trx, actor, scope, language: 'zh', action, requestId, ip: 'server', agent: 'job', notes })
    const result = await work(ctx)
    if (notes.length > 0) await writeAudit(trx, { actor, scope, action, outcome: 'done', requestId, ip: 'server', agent: 'job', at: ctx.now }, notes)
    return result
  }
  const runFor = <T>(actor: Actor, scope: Scope, action: string, work: (context: Context) => Promise<T>): Promise<T> =>
    inTransaction(kernel.database, scopeSettings(actor, scope), (trx) => within(trx, { actor, scope, action }, work))
  return {
    run: (action, work) => runFor(systemActor, systemScope, action, work),
    runAs: async (userId, action, work, at) => {
      const signedIn: SignedIn = await signedInById(kernel.database.kysely, userId)
      const centreId = at?.centreId ?? signedIn.posts[0]?.id ?? ''
      const scope = scopeOf(signedIn, { centre: String(centreId), mode: at?.mode ? String(at.mode) : undefined })
      const isElsewhere = at && scope.centreId !== null && (scope.centreId !== at.centreId || (at.mode !== null && scope.mode !== at.mode))
      if (isElsewhere) throw new Refusal('choose_centre', kernelRefusals.chooseCentre)
      return runFor(signedIn.actor, scope, action, work)
    },
    runAsOwner: (action, work) => asOwner(kernel.database, (trx) => within(trx, { actor: systemActor, scope: systemScope, action }, work)),
    store: kernel.store,
    courier: kernel.courier,
    vault: kernel.vault,
    identity: kernel.identity,
    log: kernel.log,
    isStopping,
  }
}
