import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { type Embedded, EmbeddedError } from '#/server/kernel/embedded.ts'

// First come, first served: the embedded database has one connection, and a transaction keeps it until its end.
class Turnstile {
  #last: Promise<void> = Promise.resolve()

  async enter(): Promise<() => void> {
    const before = this.#last
    let leave: () => void = () => undefined
    this.#last = new Promise((resolve) => {
      leave = resolve
    })
    await before
    return leave
  }
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #database: Embedded
  readonly #generation: number
  readonly leave: () => void

  constructor(database: Embedded, leave: () => void) {
    this.#database = database
    this.#generation = database.generation
    this.leave = leave
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#generation !== this.#database.generation) throw new EmbeddedError('the connection was lost', { code: '08006' })
    const { rows = [], affected = 0 } = await this.#database.query(query.sql, query.parameters)
    return { rows: rows as R[], numAffectedRows: BigInt(affected) }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, and the embedded database has no cursors
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream')
  }
}

class EmbeddedDriver implements Driver {
  readonly #database: Embedded
  readonly #turnstile = new Turnstile()

  constructor(database: Embedded) {
    this.#database = database
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection(this.#database, await this.#turnstile.enter())
  }

  async beginTransaction(connection: EmbeddedConnection, _settings: TransactionSettings): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: EmbeddedConnection): Promise<void> {
    connection.leave()
  }

  async destroy(): Promise<void> {
    await this.#database.close()
  }
}

/** Kysely on the embedded database. */
export function embeddedDialect(database: Embedded): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EmbeddedDriver(database),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
