import { AsyncLocalStorage } from 'node:async_hooks'
import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPool,
  type QueryResult,
  SingleConnectionProvider,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { DatabaseLost, isConnectionError } from '#/server/lib/database/connection-errors.ts'

/** Thrown when too many requests wait for a connection. The response is 503 with Retry-After. */
export class DatabaseBusy extends Error {
  readonly retryAfterSeconds = 2

  constructor(waiting: number) {
    super(`the database is busy: ${waiting} wait for a connection`)
    this.name = 'DatabaseBusy'
  }
}

/** A pool that reports its queue length, so that the queue can be bounded. */
export interface CountingPool extends PostgresPool {
  readonly waitingCount: number
  /** Whether its connections accept a statement before the previous one has ended. */
  readonly isPipelined?: boolean
}

// Beyond this queue length, callers would give up before getting a connection.
const maxQueueLength = 200

export interface TransactionStart {
  /** Statements that begin the transaction. */
  readonly head: string
  /** Time limit per statement in milliseconds; 0 means none. */
  readonly statementMs: number
  /** Allows slow work in the transaction while nothing else runs, such as filling a new database. */
  readonly isAlone?: boolean
  /**
   * Sends the first statement without waiting for the head statements. If these fail before the transaction begins, the
   * first statement runs outside of it with the rights of the login role, which sees no rows without a scope.
   */
  readonly isScoped?: boolean
}

interface OpenTransaction {
  /** Statements that begin the transaction, or null once they were sent. */
  head: string | null
  readonly statementMs: number
  readonly isAlone?: boolean
  readonly isScoped?: boolean
  /** Settles when the head statements have ended. */
  beginning: Promise<unknown>
  /** The first failure of a statement since the last rollback to a savepoint. */
  failure?: unknown
  isCommitting: boolean
  /** Whether the commit or the rollback was sent. Work that another failure left running may issue statements later. */
  isEnding: boolean
  isOver: boolean
  /** Whether the database currently shows this transaction rows outside the caller's scope. */
  isWidened: boolean
  /** Settles when the latest statement has ended. */
  lastStatement: Promise<unknown>
}

const transactionStorage = new AsyncLocalStorage<OpenTransaction>()
/** Holds the transaction whose scope is widened, so that work that outlives it never widens another transaction. */
const wideningStorage = new AsyncLocalStorage<OpenTransaction>()

/**
 * Runs `work`, whose statements see rows outside the scope of the transaction. The driver sends the setting with the
 * first statement that needs it, so adjacent widenings share it and one without statements costs nothing.
 */
export function inWidenedScope<T>(work: () => Promise<T>): Promise<T> {
  const transactionState = transactionStorage.getStore()
  if (!transactionState || transactionState.isOver) throw new Error('a scope was widened outside a transaction')
  return wideningStorage.run(transactionState, work)
}

const wideningOn = CompiledQuery.raw("select set_config('app.all', 'on', true)")
const wideningOff = CompiledQuery.raw("select set_config('app.all', '', true)")
const savepointRollback = /^rollback to /
// After a failure PostgreSQL refuses all statements (25P02). One that shares the preparation of a refused one finds none
// (26000).
const consequenceCodes: readonly (string | undefined)[] = ['25P02', '26000']
const transactionEnd = /^(commit|rollback)$/

/**
 * Runs `work`, whose first statement begins a transaction with the head statements in one round trip. Meanwhile a
 * second connection is refused. The embedded database has only one and would deadlock, as would a pool of PostgreSQL
 * connections under load.
 */
export async function startTransactionWith<T>(start: TransactionStart, work: () => Promise<T>): Promise<T> {
  refuseSecondConnection()
  const transactionState: OpenTransaction = {
    ...start,
    beginning: Promise.resolve(),
    isCommitting: false,
    isEnding: false,
    isOver: false,
    isWidened: false,
    lastStatement: Promise.resolve(),
  }
  try {
    return await transactionStorage.run(transactionState, work)
  } finally {
    transactionState.isOver = true
  }
}

/** Returns the statement limit of the transaction about to begin, or undefined if there is none. */
export function requestedStatementMs(): number | undefined {
  const transactionState = transactionStorage.getStore()
  return transactionState && transactionState.head !== null ? transactionState.statementMs : undefined
}

/** Returns the statement limit of the running transaction, or undefined outside of one. */
export function runningStatementMs(): number | undefined {
  const transactionState = transactionStorage.getStore()
  return transactionState && !transactionState.isOver ? transactionState.statementMs : undefined
}

function refuseSecondConnection(): void {
  const outerTransaction = transactionStorage.getStore()
  if (outerTransaction && !outerTransaction.isOver && outerTransaction.head === null)
    throw new Error('a second connection was asked for inside a transaction: use the transaction that is at hand')
}

/**
 * Throws if called inside a transaction, because slow work there would hold a connection and locks. Such work belongs
 * in `ctx.outside`.
 */
export function refuseInTransaction(what: string): void {
  const outerTransaction = transactionStorage.getStore()
  if (outerTransaction && !outerTransaction.isOver && outerTransaction.head === null && !outerTransaction.isAlone)
    throw new Error(`${what} inside a transaction: it is slow and belongs into ctx.outside`)
}

type Connection = Parameters<PostgresDriver['rollbackTransaction']>[0]

function toConnectionError(error: unknown): unknown {
  return isConnectionError(error) ? new DatabaseLost(error, transactionStorage.getStore()?.isCommitting ?? false) : error
}

type Execute = DatabaseConnection['executeQuery']

async function setScope(execute: Execute, transactionState: OpenTransaction, sqlText: string, isWidened: boolean): Promise<void> {
  if (transactionEnd.test(sqlText) || transactionState.isWidened === isWidened) return
  transactionState.isWidened = isWidened
  // A rollback to a savepoint restores the setting itself, because the savepoint was issued in the same scope.
  if (!savepointRollback.test(sqlText)) await execute(isWidened ? wideningOn : wideningOff)
}

/**
 * Sends a statement and the setting of its scope without waiting for the statements before them. PostgreSQL runs them
 * in order, and refuses all that follow a failed one. Those that were already sent throw the first failure, which decides
 * on a retry.
 */
async function executePipelined(execute: Execute, transactionState: OpenTransaction, query: CompiledQuery, isWidened: boolean): Promise<QueryResult<unknown>> {
  if (savepointRollback.test(query.sql)) transactionState.failure = undefined
  const isIssuedAfterFailure = transactionState.failure !== undefined
  const executeOrExplain: Execute = (each) =>
    execute<never>(each).catch((error: unknown) => {
      const isConsequence = error instanceof pg.DatabaseError && consequenceCodes.includes(error.code)
      if (isConsequence && !isIssuedAfterFailure) throw transactionState.failure ?? error
      transactionState.failure ??= error
      throw error
    })
  const setting = setScope(executeOrExplain, transactionState, query.sql, isWidened)
  const [answer] = await Promise.all([executeOrExplain(query), setting])
  return answer
}

/** Executes the statements of a transaction one after another, each in the scope of the work that issued it. */
function executeInScope(execute: Execute, query: CompiledQuery, isPipelined: boolean): Promise<QueryResult<unknown>> {
  const transactionState = transactionStorage.getStore()
  if (!transactionState || transactionState.isOver) return execute(query)
  if (transactionState.isEnding && !transactionEnd.test(query.sql)) return Promise.reject(new Error('a statement was issued after the end of its transaction'))
  const isWidened = wideningStorage.getStore() === transactionState
  if (isPipelined) return executePipelined(execute, transactionState, query, isWidened)
  const result = transactionState.lastStatement.then(async () => {
    await setScope(execute, transactionState, query.sql, isWidened)
    return execute(query)
  })
  transactionState.lastStatement = result.catch(() => undefined)
  return result
}

class HeadedDriver extends PostgresDriver {
  readonly #pool: CountingPool
  readonly #translated = new WeakSet<DatabaseConnection>()
  #opening: Promise<void> | undefined
  #isClosed = false

  constructor(config: PostgresDialectConfig & { readonly pool: CountingPool }) {
    super(config)
    this.#pool = config.pool
  }

  get #isPipelined(): boolean {
    return this.#pool.isPipelined === true
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    refuseSecondConnection()
    if (this.#isClosed) throw new Error('the database is closed')
    this.#opening ??= this.init()
    await this.#opening
    if (this.#pool.waitingCount >= maxQueueLength) throw new DatabaseBusy(this.#pool.waitingCount)
    try {
      return this.#translate(await super.acquireConnection())
    } catch (error) {
      // node-postgres has no error code for a connection timeout, so this matches its message.
      if (error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')) throw new DatabaseBusy(this.#pool.waitingCount)
      // A server that refuses a connection may report one of many states, such as "not accepting connections" (55000).
      throw error instanceof pg.DatabaseError ? new DatabaseLost(error, false) : toConnectionError(error)
    }
  }

  /** Wraps a connection so that it sets the scope of each statement, and throws `DatabaseLost` when it breaks. */
  #translate(connection: DatabaseConnection): DatabaseConnection {
    if (this.#translated.has(connection)) return connection
    this.#translated.add(connection)
    const execute = connection.executeQuery.bind(connection)
    const executeQuery = <R>(query: CompiledQuery<R>): Promise<QueryResult<R>> =>
      (executeInScope(execute, query, this.#isPipelined) as Promise<QueryResult<R>>).catch((error: unknown) => {
        throw toConnectionError(error)
      })
    return Object.assign(connection, { executeQuery })
  }

  override async destroy(): Promise<void> {
    this.#isClosed = true
    await super.destroy()
  }

  override async beginTransaction(connection: Connection, settings: TransactionSettings): Promise<void> {
    const transactionState = transactionStorage.getStore()
    if (!transactionState?.head) return super.beginTransaction(connection, settings)
    const { head } = transactionState
    transactionState.head = null
    const beginning = connection.executeQuery(CompiledQuery.raw(head))
    if (this.#isPipelined && transactionState.isScoped) {
      beginning.catch(() => undefined)
      transactionState.beginning = beginning
      return
    }
    try {
      await beginning
    } catch (error) {
      await this.rollbackTransaction(connection)
      throw error
    }
  }

  override async commitTransaction(connection: Connection): Promise<void> {
    const transactionState = transactionStorage.getStore()
    await transactionState?.beginning
    if (transactionState) transactionState.isCommitting = transactionState.isEnding = true
    await super.commitTransaction(connection)
  }

  // A lost connection has nothing to roll back and is discarded. The caller needs the original error.
  override async rollbackTransaction(connection: Connection): Promise<void> {
    const transactionState = transactionStorage.getStore()
    if (transactionState) transactionState.isEnding = true
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}

class HeadedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig & { readonly pool: CountingPool }

  constructor(pool: CountingPool) {
    super({ pool })
    this.#config = { pool }
  }

  override createDriver(): HeadedDriver {
    return new HeadedDriver(this.#config)
  }
}

/** Lends the connection of a transaction to several statements at a time, which Kysely's own provider does not. */
class SharedConnectionProvider implements ConnectionProvider {
  readonly #connection: Promise<DatabaseConnection>

  constructor(provider: SingleConnectionProvider) {
    this.#connection = provider.provideConnection(async (connection) => connection)
  }

  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    return consumer(await this.#connection)
  }
}

// An executor with plugins would wait again. This program uses none.
class PipeliningExecutor extends DefaultQueryExecutor {
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider(provider instanceof SingleConnectionProvider ? new SharedConnectionProvider(provider) : provider)
  }
}

/** Opens a pool of either engine. */
export function openKysely<Tables>(pool: CountingPool): Kysely<Tables> {
  const dialect = new HeadedDialect(pool)
  if (!pool.isPipelined) return new Kysely({ dialect })
  const driver = dialect.createDriver()
  const executor = new PipeliningExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), new DefaultConnectionProvider(driver))
  return new Kysely({ config: { dialect }, dialect, driver, executor })
}
