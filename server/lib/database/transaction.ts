import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '#/server/lib/database/database.ts'
import { startingWith } from '#/server/lib/database/dialect.ts'
import { isStalePlan } from '#/server/lib/database/kept-plan.ts'
import { DatabaseLost } from '#/server/lib/database/lost.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

type Work<T> = (trx: Kysely<Tables>) => Promise<T>

/** How a transaction is limited, and how it is tried again; tests put in their own chance and sleep. */
export interface TransactionOptions {
  /** For work that takes long by nature, such as migrations: how long one statement may take; 0 for no limit. */
  readonly statementMs?: number
  /** For filling a new database, before anybody else is there: slow work may stand in it. */
  readonly isAlone?: boolean
  /** How often it is tried at most, the first time included. */
  readonly tries?: number
  readonly random?: () => number
  readonly sleep?: (milliseconds: number) => Promise<unknown>
}

const serializationFailure = '40001'
const deadlock = '40P01'
const triesMost = 6
const firstPauseMs = 20

function isRetryable(error: unknown): boolean {
  if (isStalePlan(error)) return true
  if (error instanceof DatabaseLost) return !error.isCommitUnknown
  return typeof error === 'object' && error !== null && 'code' in error && (error.code === serializationFailure || error.code === deadlock)
}

/** A text as a literal of SQL, whatever `standard_conforming_strings` says; PostgreSQL has no text with a zero character. */
export function literal(text: string): string {
  if (text.includes('\0')) throw new RangeError('a text for the database with a zero character')
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

async function withTries<T>(run: () => Promise<T>, options: TransactionOptions): Promise<T> {
  const { tries = triesMost, random = Math.random, sleep: pause = sleep } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= tries || !isRetryable(error)) throw error
      await pause(random() * firstPauseMs * 2 ** attempt)
    }
  }
}

interface As {
  readonly kysely: Kysely<Tables>
  /** The statements that put a role on. */
  readonly role: string
}

function transact<T>(database: Database, { kysely, role }: As, work: Work<T>, options: TransactionOptions): Promise<T> {
  const { statementMs = database.limits.statementMs, isAlone = false } = options
  // The embedded engine's limits are kept from outside: its own timers cannot interrupt it. Compiling a statement would take a server far longer than our short ones
  // run; its guess of their cost knows nothing of row-level security that holds for all rows at once.
  const limits = `; set local statement_timeout = ${statementMs}; set local idle_in_transaction_session_timeout = ${database.limits.idleMs}; set local jit = off`
  const head = `begin${database.engine === 'server' ? limits : ''}${role}`
  // A transaction is a Kysely; shown that, the compiler would compare both types with every table in them for a quarter of a minute.
  const begun = (trx: unknown) => work(trx as Kysely<Tables>)
  return withTries(() => startingWith({ head, statementMs, isAlone }, () => kysely.transaction().execute(begun)), options)
}

function setting(settings: Readonly<Record<string, string>>): string {
  const sets = Object.entries(settings).map(([name, value]) => `set_config(${literal(name)}, ${literal(value)}, true)`)
  return sets.length > 0 ? `; select ${sets.join(', ')}` : ''
}

/**
 * Runs one transaction as the application role with these transaction-local settings; nothing leaks to the next user of the connection, and `work` cannot
 * commit. Serialisation failures, deadlocks, stale plans and connections lost before the commit are retried a bounded number of times, so `work` must be able to run
 * again from the start. Throws `DatabaseLost` when a connection broke during the commit, whose outcome is then unknown.
 */
export function inTransaction<T>(database: Database, settings: Readonly<Record<string, string>>, work: Work<T>, options: TransactionOptions = {}): Promise<T> {
  return transact(database, { kysely: database.requests, role: `; set local role app_rw${setting(settings)}` }, work, options)
}

/** The same for reads on a replica of the database, where nothing can be written. */
export function inReplica<T>(database: Database, kysely: Kysely<Tables>, settings: Readonly<Record<string, string>>, work: Work<T>): Promise<T> {
  return transact(database, { kysely, role: `; set local role app_rw${setting(settings)}` }, work, { tries: 1 })
}

/** Runs one transaction of a request on what the application role cannot see: accounts, sessions, tickets, the rows of all tenants. It owns nothing either. */
export function asAccounts<T>(database: Database, work: Work<T>, settings: Readonly<Record<string, string>> = {}): Promise<T> {
  return transact(database, { kysely: database.requests, role: `; set local role app_accounts${setting(settings)}` }, work, {})
}

/** Runs one transaction as the owner of the database: start-up, jobs that clear away; never a request. */
export function asOwner<T>(database: Database, work: Work<T>, options: TransactionOptions = {}): Promise<T> {
  return transact(database, { kysely: database.kysely, role: '' }, work, options)
}
