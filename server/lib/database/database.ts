import { AsyncResource } from 'node:async_hooks'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { HeadedDialect } from '#/server/lib/database/dialect.ts'
import { Embedded } from '#/server/lib/database/embedded.ts'
import { keepTidy } from '#/server/lib/database/embedded-upkeep.ts'
import { keepPlans } from '#/server/lib/database/kept-plan.ts'
import { type Replica, watchReplica } from '#/server/lib/database/replica.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { valueTypes } from '#/server/lib/database/values.ts'

type Unlisten = () => Promise<void>

interface Limits {
  readonly statementMs: number
  readonly idleMs: number
}

/** The product's database, whichever engine it is. */
export interface Database {
  /** As the owner: migrations, partitions, the queue, what jobs clear away. */
  readonly kysely: Kysely<Tables>
  /**
   * For requests: on a server the connections of a login role that owns nothing and cannot become the owner (see `DATABASE_APP_URL`). The embedded engine has
   * one user, its owner; there requests put the role on for each transaction, and only the rules of this program keep them from taking it off.
   */
  readonly requests: Kysely<Tables>
  /** A copy that follows a server, for reads that need not show the last moment; null: there is none. */
  readonly replica: Replica | null
  readonly engine: 'embedded' | 'server'
  /** How long a statement may take, and a transaction may pause between two, in milliseconds. */
  readonly limits: Limits
  /** Calls `handler` with the payload of each `notify` on the channel, until the answered function is called. */
  listen(channel: string, handler: (payload: string) => void): Promise<Unlisten>
  /** The data folder as a tar (embedded only), to open copies in memory. */
  readonly dump: () => Promise<Uint8Array>
  /** fsyncs that reached the host (embedded only). */
  readonly syncs: () => Promise<number>
  /** Waits for what is running and gives everything back. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** A PostgreSQL server, as the owner of the schema. */
  readonly url?: string | undefined
  /** The same database as the role that requests connect as; without it they share the owner's connections. */
  readonly appUrl?: string | undefined
  /** A read replica of the same server, as the role that requests connect as. */
  readonly replicaUrl?: string | undefined
  /** How far the replica may be behind, in milliseconds; half a minute unless told. */
  readonly behindMost?: number
  /** A folder for the embedded database, or `:memory:`. */
  readonly dir?: string | undefined
  /** For a new embedded database: what another database's `dump` gave. */
  readonly image?: Uint8Array | undefined
  readonly limits?: Partial<Limits>
  /** Refuses a server's roles that could do more than they should, and requests as the owner; production sets it. */
  readonly ordinaryRole?: boolean
  readonly log?: { warn(fields: object, message: string): void } | undefined
}

const poolSize = 10
const behindMost = 30_000
// Jobs and the queue, where requests have connections of their own.
const ownerPoolSize = 4
const usualLimits: Limits = { statementMs: 30_000, idleMs: 60_000 }
// A request that has waited so long is better refused: it would find its caller gone.
const waitMs = 10_000

/** What `::date`, `date_trunc` and the like go by, on both engines. */
export const databaseTimeZone = 'Asia/Shanghai'

/** Opens the database: `url` a PostgreSQL server (15 or newer), else the embedded one in `dir`. Throws DataDirInUse when another process has the folder. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const limits = { ...usualLimits, ...options.limits }
  return options.url ? openServer(options.url, limits, options) : openEmbedded(limits, options)
}

/** Whether the server was reached itself. A pool in between, such as PgBouncer, lends any of its connections and makes up the number of the process. */
async function isDirect(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0] !== undefined && rows[0].pid === Reflect.get(client, 'processID')
}

/** Without its name `pg_temp` comes first on the path, and a temporary table takes the place of ours. */
export const searchPath = 'public, pg_temp'

function openPool(base: pg.ClientConfig, max: number, log: OpenOptions['log']): pg.Pool {
  const pool = new pg.Pool({
    ...base,
    max,
    connectionTimeoutMillis: waitMs,
    // The time zone is one of the few settings that PgBouncer carries over to whichever connection it lends.
    onConnect: async (client) => {
      // Without a listener a connection that the server ends while it is in use would end this process; its user hears of it from the next statement.
      client.on('error', () => undefined)
      await client.query(`set timezone to '${databaseTimeZone}'; set search_path to ${searchPath}`)
      if (await isDirect(client)) keepPlans(client)
    },
  })
  // An idle connection that the server ended is replaced by the pool; without a listener it would end this process.
  pool.on('error', (error) => log?.warn({ error: String(error) }, 'a database connection was lost'))
  return pool
}

async function openServer(url: string, limits: Limits, options: OpenOptions): Promise<Database> {
  const { appUrl = null, log } = options
  if (options.ordinaryRole && appUrl === null)
    throw new Error('DATABASE_APP_URL is missing: name the role that requests connect as, one that owns nothing (docs/operations.md, PostgreSQL)')
  const parameters = { statement_timeout: limits.statementMs }
  const baseOf = async (connectionString: string): Promise<pg.ClientConfig> => ({
    connectionString,
    types: valueTypes,
    application_name: 'yunchuangke',
    ...((await takesParameters(connectionString, parameters, options)) && parameters),
  })
  const base = await baseOf(url)
  const appBase = appUrl === null ? base : await baseOf(appUrl)
  const owners = openPool(base, appUrl === null ? poolSize : ownerPoolSize, log)
  const pools = appUrl === null ? [owners] : [owners, openPool(appBase, poolSize, log)]
  const kysely = new Kysely<Tables>({ dialect: new HeadedDialect(owners) })
  const requests = pools[1] ? new Kysely<Tables>({ dialect: new HeadedDialect(pools[1]) }) : kysely
  const replica = options.replicaUrl === undefined ? null : openReplica(options.replicaUrl, requests, limits, options)
  const onlyEmbedded = async (): Promise<never> => {
    throw new Error('only the embedded database can do this')
  }
  const close = async () => {
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
    listen: (channel, handler) => listenOnServer(appBase, channel, handler),
    dump: onlyEmbedded,
    syncs: onlyEmbedded,
    close,
  }
}

// A statement ends at its limit on the server; when nothing was heard so much later, the server is gone.
const silentMs = 5000

/** A replica that is away keeps nobody from starting or working: it is asked when it is there. */
function openReplica(connectionString: string, primary: Kysely<Tables>, limits: Limits, { log, behindMost: most = behindMost }: OpenOptions): Replica {
  const base = { connectionString, types: valueTypes, application_name: 'yunchuangke', keepAlive: true, query_timeout: limits.statementMs + silentMs }
  return watchReplica({ kysely: new Kysely<Tables>({ dialect: new HeadedDialect(openPool(base, poolSize, log)) }), primary, behindMost: most, log })
}

const protocolViolation = '08P01'

/** PgBouncer refuses start parameters that it does not know: transactions then set their limit themselves, single statements have none. */
async function takesParameters(url: string, parameters: object, options: OpenOptions): Promise<boolean> {
  const check = async (config: pg.ClientConfig): Promise<void> => {
    const client = new pg.Client(config)
    try {
      await client.connect()
      if (options.ordinaryRole) await refuseUnbound(client)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  try {
    await check({ connectionString: url, ...parameters })
    return true
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === protocolViolation)) throw error
    await check({ connectionString: url })
    return false
  }
}

async function refuseUnbound(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select rolname as name from pg_roles where rolname = current_user and (rolsuper or rolbypassrls)')
  if (rows[0]) throw new Error(`row-level security does not bind the database role ${rows[0].name}: use one that is neither superuser nor BYPASSRLS`)
}

// A connection of its own: listening is bound to the session, which a pool in between may not keep.
async function listenOnServer(base: pg.ClientConfig, channel: string, handler: (payload: string) => void): Promise<Unlisten> {
  let client: pg.Client | null = null
  let isOver = false
  const reopen = () => {
    if (!isOver) setTimeout(() => void open().catch(reopen), 1000).unref()
  }
  const open = async (): Promise<void> => {
    const next = new pg.Client(base)
    next.on('error', () => undefined)
    next.on('notification', (heard) => handler(heard.payload ?? ''))
    next.on('end', () => {
      if (client === next) reopen()
    })
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
  }
  await open()
  return async () => {
    isOver = true
    await client?.end()
  }
}

async function openEmbedded(limits: Limits, options: OpenOptions): Promise<Database> {
  const embedded = await Embedded.open({
    folder: options.dir === undefined || options.dir === ':memory:' ? null : options.dir,
    image: options.image ?? null,
    timeZone: databaseTimeZone,
    ...limits,
    waitMs: 3 * waitMs,
    onTrouble: (message) => options.log?.warn({}, message),
  })
  const kysely = new Kysely<Tables>({ dialect: new HeadedDialect(embedded) })
  // Kysely's driver takes the pool at its first statement; without one, closing would leave the folder locked.
  await sql`select 1`.execute(kysely)
  const stopTidying = options.dir === undefined || options.dir === ':memory:' ? () => undefined : keepTidy(embedded, options.log)
  return {
    kysely,
    requests: kysely,
    replica: null,
    engine: 'embedded',
    limits,
    // What is told arrives in the midst of the transaction that told it; whoever hears is not part of that one.
    listen: (channel, handler) => embedded.listen(channel, AsyncResource.bind(handler)),
    dump: () => embedded.dump(),
    syncs: () => embedded.syncs(),
    close: async () => {
      stopTidying()
      await kysely.destroy()
      await embedded.end()
    },
  }
}
