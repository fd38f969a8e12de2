import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { DatabaseLost } from '#/server/lib/database/connection-errors.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { startTransactionWith } from '#/server/lib/database/dialect.ts'
import { isStalePlan } from '#/server/lib/database/prepared-plans.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

type TransactionWork<T> = (trx: Kysely<Tables>) => Promise<T>

/** Limits and retries of a transaction. Tests replace `random` and `sleep`. */
export interface TransactionOptions {
  /** Time limit per statement in milliseconds, for slow work such as migrations; 0 means none. */
  readonly statementMs?: number
  /** Allows slow work while nothing else runs, such as filling a new database. */
  readonly isAlone?: boolean
  /** Maximum number of attempts, including the first. */
  readonly tries?: number
  readonly random?: () => number
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

const serializationFailureCode = '40001'
const deadlockCode = '40P01'
const maxTries = 6
const firstPauseMs = 20
// A caller waits this long for a lost database. Then the response is 503, and the client can repeat the request.
const maxLostMs = 5000

function isRetryable(error: unknown): boolean {
  if (isStalePlan(error)) return true
  if (error instanceof DatabaseLost) return !error.isCommitUnknown
  return typeof error === 'object' && error !== null && 'code' in error && (error.code === serializationFailureCode || error.code === deadlockCode)
}

/**
 * Quotes a text as an SQL literal for any value of `standard_conforming_strings`. PostgreSQL text cannot contain NUL.
 */
export function quoteLiteral(text: string): string {
  if (text.includes('\0')) throw new RangeError('a text for the database with a zero character')
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

async function retryTransaction<T>(run: () => Promise<T>, options: TransactionOptions): Promise<T> {
  const { tries = maxTries, random = Math.random, sleep: pause = sleep } = options
  const startedAt = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= tries || !isRetryable(error)) throw error
      if (error instanceof DatabaseLost && performance.now() - startedAt > maxLostMs) throw error
      await pause(random() * firstPauseMs * 2 ** attempt)
    }
  }
}

const afterCommitWorkByTrx = new WeakMap<object, (() => void)[]>()

/** Runs `work` after this transaction has committed, but never after a rollback or an unknown outcome. */
export function afterCommit(trx: Kysely<Tables>, work: () => void): void {
  afterCommitWorkByTrx.get(trx)?.push(work)
}

interface TransactionRole {
  readonly kysely: Kysely<Tables>
  /** Statements that set the role. */
  readonly role: string
}

function transact<T>(database: Database, { kysely, role }: TransactionRole, work: TransactionWork<T>, options: TransactionOptions): Promise<T> {
  const { statementMs = database.limits.statementMs, isAlone = false } = options
  // Limits apply only on PostgreSQL. The embedded engine cannot interrupt itself and is limited from outside. JIT is
  // off, because compiling takes far longer than the short statements of this program. The planner overestimates their
  // cost, because it cannot know that the RLS conditions hold for all rows at once.
  const limits = `; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${database.limits.idleMs}; set local jit = off`
  const head = `begin${database.engine === 'server' ? limits : ''}${role}`
  // Typed as unknown, because comparing both Kysely types takes the compiler 15 seconds.
  const run = async () => {
    const afterCommitWork: (() => void)[] = []
    const runWork = (trx: unknown) => {
      afterCommitWorkByTrx.set(trx as object, afterCommitWork)
      return work(trx as Kysely<Tables>)
    }
    const result = await startTransactionWith({ head, statementMs, isAlone, isScoped: role !== '' }, () => kysely.transaction().execute(runWork))
    for (const each of afterCommitWork) each()
    return result
  }
  return retryTransaction(run, options)
}

function settingsStatement(settings: Readonly<Record<string, string>>): string {
  const setStatements = Object.entries(settings).map(([name, value]) => `set_config(${quoteLiteral(name)}, ${quoteLiteral(value)}, true)`)
  return setStatements.length > 0 ? `; select ${setStatements.join(', ')}` : ''
}

/**
 * Runs a transaction as the application role with transaction-local settings. No setting remains for the next user of
 * the connection, and `work` cannot commit. Serialization failures, deadlocks, stale plans and connections lost before
 * the commit are retried up to a limit, so `work` must be repeatable. Throws `DatabaseLost` if a connection broke
 * during the commit, whose outcome is unknown.
 */
export function inTransaction<T>(
  database: Database,
  settings: Readonly<Record<string, string>>,
  work: TransactionWork<T>,
  options: TransactionOptions = {},
): Promise<T> {
  return transact(database, { kysely: database.requests, role: `; set local role app_rw${settingsStatement(settings)}` }, work, options)
}

/** Runs a read-only transaction as the application role on a replica. */
export function inReplica<T>(database: Database, kysely: Kysely<Tables>, settings: Readonly<Record<string, string>>, work: TransactionWork<T>): Promise<T> {
  return transact(database, { kysely, role: `; set local role app_rw${settingsStatement(settings)}` }, work, { tries: 1 })
}

/**
 * Runs a request's transaction as the accounts role. That role sees accounts, sessions, tickets and the rows of all
 * tenants, but owns nothing.
 */
export function asAccounts<T>(database: Database, work: TransactionWork<T>, settings: Readonly<Record<string, string>> = {}): Promise<T> {
  return transact(database, { kysely: database.requests, role: `; set local role app_accounts${settingsStatement(settings)}` }, work, {})
}

/** Runs a transaction as the database owner, for start-up and clean-up jobs but never for requests. */
export function asOwner<T>(database: Database, work: TransactionWork<T>, options: TransactionOptions = {}): Promise<T> {
  return transact(database, { kysely: database.kysely, role: '' }, work, options)
}
