import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { DatabaseLost, isConnectionError } from '#/server/lib/database/lost.ts'

/** Too many wait for a connection: the caller should answer 503 with Retry-After. */
export class DatabaseBusy extends Error {
  readonly retryAfterSeconds = 2

  constructor(waiting: number) {
    super(`the database is busy: ${waiting} wait for a connection`)
    this.name = 'DatabaseBusy'
  }
}

/** A pool that says how many wait, so that the queue can have an end. */
export interface CountingPool extends PostgresPool {
  readonly waitingCount: number
}

// More would wait longer for a connection than their callers wait for them.
const queueMost = 200

/** How a transaction begins. */
export interface TransactionStart {
  /** The statements that begin it. */
  readonly head: string
  /** How long each of its statements may take; 0 for no limit. */
  readonly statementMs: number
  /** Nobody else is there yet, so that slow work keeps nobody waiting: filling a new database. */
  readonly isAlone?: boolean
}

interface Running {
  /** What begins the transaction, until it has begun. */
  head: string | null
  readonly statementMs: number
  readonly isAlone?: boolean
  isCommitting: boolean
  isOver: boolean
}

const running = new AsyncLocalStorage<Running>()

/**
 * Runs `work`, whose first act is to begin a transaction with the statements of the head, in one round trip. While it runs, a second connection is refused:
 * the embedded database has one, so it would wait for itself, and so would a server's pool when enough did it at once.
 */
export async function startingWith<T>(start: TransactionStart, work: () => Promise<T>): Promise<T> {
  refuseSecond()
  const own: Running = { ...start, isCommitting: false, isOver: false }
  try {
    return await running.run(own, work)
  } finally {
    own.isOver = true
  }
}

/** The limit of each statement of the transaction that is about to begin here; undefined when none is. */
export function askedStatementMs(): number | undefined {
  const own = running.getStore()
  return own && own.head !== null ? own.statementMs : undefined
}

function refuseSecond(): void {
  const outer = running.getStore()
  if (outer && !outer.isOver && outer.head === null)
    throw new Error('a second connection was asked for inside a transaction: use the transaction that is at hand')
}

/** Refuses slow work inside a transaction: it would hold a connection, and its locks, while others wait for them. It belongs into `ctx.outside`. */
export function refuseWithin(what: string): void {
  const outer = running.getStore()
  if (outer && !outer.isOver && outer.head === null && !outer.isAlone) throw new Error(`${what} inside a transaction: it is slow and belongs into ctx.outside`)
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

function asLost(error: unknown): unknown {
  return isConnectionError(error) ? new DatabaseLost(error, running.getStore()?.isCommitting ?? false) : error
}

class HeadedDriver extends PostgresDriver {
  readonly #pool: CountingPool
  readonly #translated = new WeakSet<DatabaseConnection>()

  constructor(config: PostgresDialectConfig & { readonly pool: CountingPool }) {
    super(config)
    this.#pool = config.pool
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    refuseSecond()
    if (this.#pool.waitingCount >= queueMost) throw new DatabaseBusy(this.#pool.waitingCount)
    try {
      return this.#translate(await super.acquireConnection())
    } catch (error) {
      // What node-postgres says when nobody gave a connection back in time; it has no code of its own.
      if (error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')) throw new DatabaseBusy(this.#pool.waitingCount)
      // A server that refuses a connection names one of many states, such as "not accepting connections" (55000).
      throw error instanceof pg.DatabaseError ? new DatabaseLost(error, false) : asLost(error)
    }
  }

  /** Makes a connection throw `DatabaseLost` when it breaks. */
  #translate(connection: DatabaseConnection): DatabaseConnection {
    if (this.#translated.has(connection)) return connection
    this.#translated.add(connection)
    const execute = connection.executeQuery.bind(connection)
    const executeQuery: typeof execute = (query, options) =>
      execute(query, options).catch((error: unknown) => {
        throw asLost(error)
      })
    return Object.assign(connection, { executeQuery })
  }

  override async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    const own = running.getStore()
    if (!own?.head) return super.beginTransaction(connection, settings)
    const { head } = own
    own.head = null
    try {
      await connection.executeQuery(CompiledQuery.raw(head))
    } catch (error) {
      await this.rollbackTransaction(connection)
      throw error
    }
  }

  override async commitTransaction(connection: Connection): Promise<void> {
    const own = running.getStore()
    if (own) own.isCommitting = true
    await super.commitTransaction(connection)
  }

  // A connection that was lost has nothing to roll back and is thrown away; the error that led here is the one to tell.
  override async rollbackTransaction(connection: Connection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}

/** PostgreSQL for Kysely, the same for both engines: only the pool differs. */
export class HeadedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig & { readonly pool: CountingPool }

  constructor(pool: CountingPool) {
    super({ pool })
    this.#config = { pool }
  }

  override createDriver(): PostgresDriver {
    return new HeadedDriver(this.#config)
  }
}
