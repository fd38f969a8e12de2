import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { requestedStatementMs } from '#/server/lib/database/dialect.ts'
import { syncFolder, syncPath } from '#/server/lib/database/embedded-files.ts'
import { lockFolder } from '#/server/lib/database/embedded-lock.ts'
import { ConnectionQueue } from '#/server/lib/database/embedded-queue.ts'
import { EmbeddedThread, ThreadWire } from '#/server/lib/database/embedded-thread.ts'
import { collectHints, type LiveHint } from '#/server/lib/database/hints.ts'
import { managePlans } from '#/server/lib/database/prepared-plans.ts'
import { valueTypes } from '#/server/lib/database/values.ts'

export interface EmbeddedOptions {
  /** Null for a database in memory. */
  readonly folder: string | null
  /** A data folder as a tar, for a new database. */
  readonly image: Uint8Array | null
  readonly timeZone: string
  /** Time limit per statement, after which the worker is terminated and the database reopened. */
  readonly statementMs: number
  /** Limit for a pause within a transaction. Beyond it the transaction is rolled back, because it blocks all others. */
  readonly idleMs: number
  /** Maximum wait for the connection. */
  readonly waitMs: number
  readonly onTrouble: (message: string) => void
}

interface Session {
  readonly thread: EmbeddedThread
  readonly client: pg.Client
  /** Why the session ended; null while it runs. */
  lost: Error | null
}

/** Builds an error in the form of node-postgres, for failures that PostgreSQL cannot report itself. */
function createDatabaseError(code: string, message: string): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code, severity: 'ERROR' })
}

const connectionFailureCode = '08006'
const rollbackPattern = /^\s*rollback\s*(?:;\s*)?$/i
const openTransactionStates = new Set(['T', 'E'])

/**
 * The embedded database as a pool of one connection. A caller holds it until the transaction ends, and callers queue in
 * order.
 */
export class EmbeddedDatabase implements PostgresPool {
  readonly options: object = {}
  readonly #options: EmbeddedOptions
  readonly #unlock: () => void
  readonly #turns: ConnectionQueue
  readonly #listeners = new Map<string, Set<(payload: string) => void>>()
  #session: Promise<Session>
  #ending: Promise<void> | null = null
  #isClosed = false
  /** Number of statements since the start, by which the maintenance decides whether to run. */
  statements = 0

  private constructor(options: EmbeddedOptions, unlock: () => void) {
    this.#options = options
    this.#turns = new ConnectionQueue(options.waitMs)
    this.#unlock = unlock
    this.#session = this.#openSession()
  }

  /**
   * Opens the database, creating it on first use. Throws DataDirInUse, or an Error if writes do not reach the disk.
   */
  static async open(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
    const { folder } = options
    if (folder !== null) mkdirSync(dirname(folder), { recursive: true })
    const unlock = folder === null ? () => undefined : lockFolder(folder)
    try {
      if (folder !== null && !existsSync(folder)) await createDatabaseFolder(folder, options)
      const embedded = new EmbeddedDatabase(options, unlock)
      await embedded.#session
      return embedded
    } catch (error) {
      unlock()
      throw error
    }
  }

  get waitingCount(): number {
    return this.#turns.waiting
  }

  async #openSession(): Promise<Session> {
    const { folder, image, timeZone } = this.#options
    const thread = await EmbeddedThread.start({ folder, image: folder === null ? image : null, timeZone })
    const client = new pg.Client({ user: 'postgres', database: 'postgres', stream: () => new ThreadWire(thread), types: valueTypes })
    const session: Session = { thread, client, lost: null }
    client.on('error', (error) => this.#lose(session, error))
    client.on('notification', ({ channel, payload }) => this.deliverHints([{ channel, payload: payload ?? '' }]))
    await client.connect()
    managePlans(client)
    collectHints(client, (hints) => this.deliverHints(hints))
    for (const channel of this.#listeners.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    return session
  }

  /** Ends a broken session and reopens the database. Acknowledged commits are on disk, and the rest is rolled back. */
  #lose(session: Session, why: Error): void {
    if (session.lost || this.#isClosed) return
    session.lost = 'code' in why ? why : createDatabaseError(connectionFailureCode, why.message)
    this.#options.onTrouble(`the embedded database is opened again: ${why.message}`)
    const termination = session.thread.end()
    if (this.#options.folder === null) this.#session = Promise.reject(new Error(`a database in memory was lost: ${why.message}`))
    else this.#session = termination.then(() => this.#openSession())
    // The next caller that uses the session gets the error.
    this.#session.catch(() => undefined)
  }

  /** Returns the session. Retries a failed opening, because the disk may have space again. */
  async #current(): Promise<Session> {
    const session = this.#session
    try {
      return await session
    } catch (error) {
      if (this.#options.folder === null) throw error
      if (this.#session === session) this.#session = this.#openSession()
      return this.#session
    }
  }

  async connect(): Promise<PostgresPoolClient> {
    return this.#connect(requestedStatementMs() ?? this.#options.statementMs)
  }

  async #connect(statementMs: number): Promise<PostgresPoolClient> {
    await this.#turns.enter()
    try {
      return this.#lease(await this.#current(), statementMs)
    } catch (error) {
      this.#turns.leave()
      throw error
    }
  }

  #lease(session: Session, statementMs: number): PostgresPoolClient {
    let idleTimer: NodeJS.Timeout | undefined
    let leaseError: Error | null = null
    const expire = () => {
      leaseError = createDatabaseError('25P03', 'terminating connection due to idle-in-transaction timeout')
      void this.#release(session)
    }
    const startIdleTimer = () => {
      idleTimer = setTimeout(expire, this.#options.idleMs).unref()
    }
    const query = async <R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      clearTimeout(idleTimer)
      const connectionError = session.lost ?? leaseError
      if (connectionError && rollbackPattern.test(text)) return { command: 'ROLLBACK', rowCount: 0, rows: [] }
      if (connectionError) throw connectionError
      try {
        return (await this.#limited(session, statementMs, text, parameters)) as PostgresQueryResult<R>
      } finally {
        startIdleTimer()
      }
    }
    const release = () => {
      clearTimeout(idleTimer)
      if (leaseError) return
      leaseError = new Error('this connection was given back')
      void this.#release(session)
    }
    startIdleTimer()
    return { query: query as PostgresPoolClient['query'], release }
  }

  async #limited(session: Session, statementMs: number, text: string, parameters: readonly unknown[]): Promise<unknown> {
    this.statements++
    const expire = () => this.#lose(session, createDatabaseError('57014', 'canceling statement due to statement timeout'))
    const timer = statementMs > 0 ? setTimeout(expire, statementMs) : undefined
    try {
      return await session.client.query(text, parameters as unknown[])
    } catch (error) {
      if (isFatal(error)) this.#lose(session, error)
      throw session.lost ?? error
    } finally {
      clearTimeout(timer)
    }
  }

  // Rolls back an open transaction, so that the next caller does not inherit it.
  async #release(session: Session): Promise<void> {
    try {
      if (!session.lost && openTransactionStates.has(session.client.getTransactionStatus() ?? ''))
        await this.#limited(session, this.#options.statementMs, 'rollback', [])
    } catch (error) {
      this.#lose(session, error as Error)
    } finally {
      this.#turns.leave()
    }
  }

  /** Runs a maintenance statement when the connection is free, with a separate time limit. */
  async run<R>(text: string, limitMs: number): Promise<R[]> {
    const client = await this.#connect(limitMs)
    try {
      return (await client.query<R>(text, [])).rows
    } finally {
      client.release()
    }
  }

  /** Calls `handler` with the payload of each notification on the channel. Continues after the database is reopened. */
  async listen(channel: string, handler: (payload: string) => void): Promise<() => Promise<void>> {
    const handlers = this.#listeners.get(channel) ?? new Set()
    if (handlers.size === 0) await this.run(`listen ${pg.escapeIdentifier(channel)}`, this.#options.statementMs)
    this.#listeners.set(channel, handlers.add(handler))
    return async () => {
      handlers.delete(handler)
      if (handlers.size > 0 || this.#ending) return
      this.#listeners.delete(channel)
      await this.run(`unlisten ${pg.escapeIdentifier(channel)}`, this.#options.statementMs)
    }
  }

  /** Passes hints directly to the listeners, which are all in this process. */
  deliverHints(hints: readonly LiveHint[]): void {
    for (const { channel, payload } of hints) for (const listener of this.#listeners.get(channel) ?? []) listener(payload)
  }

  async #asking<T>(ask: (thread: EmbeddedThread) => Promise<T>): Promise<T> {
    await this.#turns.enter()
    try {
      return await ask((await this.#current()).thread)
    } finally {
      this.#turns.leave()
    }
  }

  /** Returns the data folder as a tar, from which copies can be opened in memory. */
  async dump(): Promise<Uint8Array> {
    return this.#asking(async (thread) => (await thread.ask({ kind: 'dump' })).bytes ?? new Uint8Array())
  }

  /** Returns the number of fsyncs that reached the host since opening. */
  async syncs(): Promise<number> {
    return this.#asking(async (thread) => (await thread.ask({ kind: 'syncs' })).count ?? 0)
  }

  /** Waits for the running transaction, writes a checkpoint and releases the folder. */
  end(): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end(): Promise<void> {
    await this.#turns.close()
    this.#isClosed = true
    const { folder } = this.#options
    try {
      const { thread, client } = await this.#session
      if (folder !== null) {
        await client.query('checkpoint')
        await thread.ask({ kind: 'close' })
      }
      await thread.end()
    } catch (error) {
      // A lost database in memory needs no closing.
      if (folder !== null) throw error
    } finally {
      this.#unlock()
    }
  }
}

function isFatal(error: unknown): error is Error {
  return error instanceof pg.DatabaseError ? error.severity === 'FATAL' || error.severity === 'PANIC' : false
}

// Creates the folder under a temporary name and renames it when it is complete and on disk. A partial folder is thus
// never mistaken for a database.
async function createDatabaseFolder(folder: string, { image, timeZone }: EmbeddedOptions): Promise<void> {
  const draft = `${folder}.tmp`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  const thread = await EmbeddedThread.start({ folder: draft, image, timeZone })
  try {
    // Closing also writes a checkpoint, but does not report a failure of it.
    const client = new pg.Client({ user: 'postgres', database: 'postgres', stream: () => new ThreadWire(thread) })
    await client.connect()
    await client.query('checkpoint')
    await thread.ask({ kind: 'close' })
  } finally {
    await thread.end()
  }
  syncFolder(draft)
  renameSync(draft, folder)
  syncPath(dirname(folder))
}
