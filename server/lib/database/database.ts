import { AsyncResource } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { gatherWrites, setSilenceLimit, wrapQuery } from '#/server/lib/database/client.ts'
import { isConnectionError } from '#/server/lib/database/connection-errors.ts'
import { openKysely, runningStatementMs } from '#/server/lib/database/dialect.ts'
import { EmbeddedDatabase } from '#/server/lib/database/embedded.ts'
import { startMaintenance } from '#/server/lib/database/embedded-maintenance.ts'
import { collectHints, HintSender, type LiveHint } from '#/server/lib/database/hints.ts'
import { type DatabaseLimits, defaultDatabaseLimits } from '#/server/lib/database/limits.ts'
import { genericPlanSetting, managePlans } from '#/server/lib/database/prepared-plans.ts'
import { type Replica, watchReplica } from '#/server/lib/database/replica.ts'
import { refuseRoleBeyondPolicies, refuseUnfitServer } from '#/server/lib/database/server-checks.ts'
import { keepAlive, listenOnServer, withStartLock } from '#/server/lib/database/sessions.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { valueTypes } from '#/server/lib/database/values.ts'

type Unlisten = () => Promise<void>

/** The product's database, on PostgreSQL or the embedded engine. */
export interface Database {
  /** Connections as the owner, for migrations, partitions, the queue and clean-up jobs. */
  readonly kysely: Kysely<Tables>
  /**
   * Connections for requests. On PostgreSQL they use a login role that owns nothing and cannot become the owner (see
   * `DATABASE_APP_URL`). The embedded engine has only its owner. There each transaction sets the role, and only this
   * program prevents statements from resetting it.
   */
  readonly requests: Kysely<Tables>
  /** A read replica for reads that may be slightly stale, or null if there is none. */
  readonly replica: Replica | null
  readonly engine: 'embedded' | 'server'
  readonly limits: DatabaseLimits
  /**
   * Calls `handler` with the payload of each hint on the channel until the returned function is called. Calls
   * `afterGap` after reconnecting, because hints may have been missed.
   */
  listen(channel: string, handler: (payload: string) => void, afterGap?: () => void): Promise<Unlisten>
  /**
   * Sends a hint to the listeners of all servers shortly afterwards, outside any transaction. The hint is lost if this
   * server stops first.
   */
  hint(channel: string, payload: string): void
  /**
   * Calls `handler` when a connection is lost, and when one opens after that, because it may lead to an older copy of
   * the database.
   */
  onLoss(handler: () => void): void
  /**
   * Runs `work` while no other server runs such work on this database. Servers that start together run it one after
   * another.
   */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Returns the data folder as a tar, from which copies can be opened in memory (embedded only). */
  readonly dump: () => Promise<Uint8Array>
  /** Returns the number of fsyncs that reached the host (embedded only). */
  readonly syncs: () => Promise<number>
  /** Waits for running work and releases all resources. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** URL of a PostgreSQL server, with the owner of the schema as user. */
  readonly url?: string | undefined
  /** URL of the same database with the role for requests as user. By default requests share the owner's connections. */
  readonly appUrl?: string | undefined
  /** URL of a read replica of the same server, with the role for requests as user. */
  readonly replicaUrl?: string | undefined
  /** A direct address of the same server for LISTEN, where `url` leads through a pool that does not pass it on. */
  readonly listenUrl?: string | undefined
  /** Maximum number of connections for requests and for jobs; `defaultConnections` by default. */
  readonly connections?: { readonly requests: number; readonly jobs: number } | undefined
  /** The maximum lag of the replica in milliseconds; 30 seconds by default. */
  readonly maxLagMs?: number
  /** Folder of the embedded database, or `:memory:`. */
  readonly dir?: string | undefined
  /** For a new embedded database: the `dump` of an existing one. */
  readonly image?: Uint8Array | undefined
  readonly limits?: Partial<DatabaseLimits>
  /** Refuses database roles with excessive rights, and requests that run as the owner. Set in production. */
  readonly ordinaryRole?: boolean
  readonly log?: { warn(fields: object, message: string): void } | undefined
}

/**
 * Default number of connections of this server. More than about two per core of the database gain no speed, because
 * payments of one centre then wait for each other while they hold locks.
 */
export const defaultConnections = { requests: Math.min(20, 2 * availableParallelism() + 1), jobs: 4 } as const

const maxLagMs = 30_000

/** Time zone of `::date`, `date_trunc` and similar on both engines. */
export const databaseTimeZone = 'Asia/Shanghai'

/**
 * Opens PostgreSQL (15 or newer) at `url`, otherwise the embedded database in `dir`. Throws DataDirInUse if another
 * process uses the folder.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const limits = { ...defaultDatabaseLimits, ...options.limits }
  return options.url ? openServer(options.url, limits, options) : openEmbedded(limits, options)
}

/**
 * Returns whether the connection is direct. A pool such as PgBouncer switches connections and reports a process id that
 * does not exist.
 */
async function isDirectConnection(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0] !== undefined && rows[0].pid === Reflect.get(client, 'processID')
}

/**
 * Unless `pg_temp` is listed, PostgreSQL searches it first, and a temporary table would hide a table of the product.
 */
export const searchPath = 'public, pg_temp'

interface PoolOptions {
  readonly max: number
  readonly limits: DatabaseLimits
  readonly log: OpenOptions['log']
  readonly onHints?: (hints: readonly LiveHint[]) => void
  /** Called when a connection is lost, or opens after a loss. */
  readonly onLoss?: () => void
}

function openPool(base: pg.ClientConfig, { max, limits, log, onHints, onLoss }: PoolOptions): pg.Pool {
  let isLost = false
  const reportLoss = () => {
    if (!isLost) onLoss?.()
    isLost = true
  }
  const pool = new pg.Pool({
    ...base,
    max,
    pipeline: true,
    ...keepAlive,
    connectionTimeoutMillis: limits.connectMs,
    // The time zone is one of the few settings that PgBouncer preserves across its connections.
    onConnect: async (client) => {
      // Without this listener, a server that closes a connection in use would crash this process. The caller gets the
      // error from the next statement.
      client.on('error', reportLoss)
      gatherWrites(client)
      setSilenceLimit(client, () => {
        const statementMs = runningStatementMs() ?? limits.statementMs
        return statementMs === 0 ? 0 : statementMs + limits.silentMs
      })
      await client.query(`set timezone to '${databaseTimeZone}'; set search_path to ${searchPath}`)
      if (await isDirectConnection(client)) {
        await client.query(`set plan_cache_mode to ${genericPlanSetting.plan_cache_mode}`)
        managePlans(client)
      }
      if (onHints) collectHints(client, onHints)
      wrapQuery(
        client,
        (ask) => (query, values) =>
          ask(query, values).catch((error: unknown) => {
            if (isConnectionError(error)) reportLoss()
            throw error
          }),
      )
      if (isLost) onLoss?.()
      isLost = false
    },
  })
  // The pool replaces idle connections that the server closed. Without this listener they would crash this process.
  pool.on('error', (error) => {
    reportLoss()
    log?.warn({ error: String(error) }, 'a database connection was lost')
  })
  return Object.assign(pool, { isPipelined: true })
}

async function openServer(url: string, limits: DatabaseLimits, options: OpenOptions): Promise<Database> {
  const { appUrl = null, listenUrl = appUrl ?? url, log, connections = defaultConnections } = options
  if (options.ordinaryRole && appUrl === null)
    throw new Error('DATABASE_APP_URL is missing: name the role that requests connect as, one that owns nothing (docs/operations.md, PostgreSQL)')
  const parameters = { statement_timeout: limits.statementMs }
  const clientConfigOf = async (connectionString: string): Promise<pg.ClientConfig> => ({
    connectionString,
    types: valueTypes,
    application_name: 'yunchuangke',
    ...((await acceptsParameters(connectionString, parameters, { ...options, limits })) && parameters),
  })
  const ownerConfig = await clientConfigOf(url)
  const appConfig = appUrl === null ? ownerConfig : await clientConfigOf(appUrl)
  const listenConfig = listenUrl === (appUrl ?? url) ? appConfig : await clientConfigOf(listenUrl)
  const lossHandlers = new Set<() => void>()
  const onLoss = () => {
    for (const handler of lossHandlers) handler()
  }
  const sharedOptions = { limits, log, onLoss, onHints: (hints: readonly LiveHint[]) => sender.add(hints) }
  const ownerPool = openPool(ownerConfig, { ...sharedOptions, max: appUrl === null ? connections.requests : connections.jobs })
  const pools = appUrl === null ? [ownerPool] : [ownerPool, openPool(appConfig, { ...sharedOptions, max: connections.requests })]
  const kysely = openKysely<Tables>(ownerPool)
  const sender = new HintSender(kysely, log)
  const requests = pools[1] ? openKysely<Tables>(pools[1]) : kysely
  const replica = options.replicaUrl === undefined ? null : openReplica(options.replicaUrl, requests, limits, options)
  const refuseServerCall = async (): Promise<never> => {
    throw new Error('only the embedded database can do this')
  }
  const close = async () => {
    await sender.flush()
    await replica?.close()
    await requests.destroy()
    await kysely.destroy()
    for (const pool of pools) if (!pool.ending) await pool.end()
  }
  return {
    kysely,
    requests,
    replica,
    engine: 'server',
    limits,
    listen: (channel, handler, afterGap) => {
      const reloadAfterGap = () => {
        onLoss()
        afterGap?.()
      }
      return listenOnServer(listenConfig, limits, channel, { handler, afterGap: reloadAfterGap })
    },
    hint: (channel, payload) => sender.add([{ channel, payload }]),
    onLoss: (handler) => void lossHandlers.add(handler),
    alone: (work) => withStartLock(ownerConfig, limits, work),
    dump: refuseServerCall,
    syncs: refuseServerCall,
    close,
  }
}

/** Opens the replica without waiting for it: an unavailable replica must not delay the start or requests. */
function openReplica(connectionString: string, primary: Kysely<Tables>, limits: DatabaseLimits, options: OpenOptions): Replica {
  const { log, maxLagMs: limit = maxLagMs, connections = defaultConnections } = options
  const replicaConfig = { connectionString, types: valueTypes, application_name: 'yunchuangke' }
  return watchReplica({
    kysely: openKysely<Tables>(openPool(replicaConfig, { max: connections.requests, limits, log })),
    primary,
    maxLagMs: limit,
    log,
  })
}

const protocolViolationCode = '08P01'

/**
 * Returns whether the server accepts start parameters. PgBouncer refuses unknown ones, so single statements then have
 * no time limit. Throws for a server that is too old, another encoding or missing time zone data, and with `ordinaryRole`
 * for a role that bypasses row security.
 */
async function acceptsParameters(url: string, parameters: object, options: OpenOptions & { readonly limits: DatabaseLimits }): Promise<boolean> {
  const { connectMs } = options.limits
  const check = async (config: pg.ClientConfig): Promise<void> => {
    const client = new pg.Client({ ...config, connectionTimeoutMillis: connectMs })
    client.on('error', () => undefined)
    setSilenceLimit(client, () => connectMs)
    try {
      await client.connect()
      await refuseUnfitServer(client, databaseTimeZone)
      if (options.ordinaryRole) await refuseRoleBeyondPolicies(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  try {
    await check({ connectionString: url, ...parameters })
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === protocolViolationCode)) throw error
    await check({ connectionString: url })
    return false
  }
}

async function openEmbedded(limits: DatabaseLimits, options: OpenOptions): Promise<Database> {
  const embedded = await EmbeddedDatabase.open({
    folder: options.dir === undefined || options.dir === ':memory:' ? null : options.dir,
    image: options.image ?? null,
    timeZone: databaseTimeZone,
    ...limits,
    waitMs: 3 * limits.connectMs,
    onTrouble: (message) => options.log?.warn({}, message),
  })
  const kysely = openKysely<Tables>(embedded)
  // Kysely's driver acquires the pool on its first statement. Without a statement, closing would leave the folder
  // locked.
  await sql`select 1`.execute(kysely)
  const stopMaintenance = options.dir === undefined || options.dir === ':memory:' ? () => undefined : startMaintenance(embedded, options.log)
  return {
    kysely,
    requests: kysely,
    replica: null,
    engine: 'embedded',
    limits,
    // Notifications arrive during the notifying transaction. The binding runs the handler outside the async context of
    // that transaction.
    listen: (channel, handler) => embedded.listen(channel, AsyncResource.bind(handler)),
    hint: (channel, payload) => embedded.deliverHints([{ channel, payload }]),
    // The embedded database is a local folder, so a new connection never leads to an older copy.
    onLoss: () => undefined,
    alone: (work) => work(),
    dump: () => embedded.dump(),
    syncs: () => embedded.syncs(),
    close: async () => {
      stopMaintenance()
      await kysely.destroy()
      await embedded.end()
    },
  }
}
