import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { Embedded } from '#/server/kernel/embedded.ts'
import { embeddedDialect } from '#/server/kernel/embedded-dialect.ts'
import type { Tables } from '#/server/kernel/tables.ts'

/** The product's database, whichever engine it is. `kysely` works as the owner; requests go through `inTransaction`. */
export interface Database {
  readonly kysely: Kysely<Tables>
  readonly engine: 'embedded' | 'server'
  /** The data folder as a tar (embedded only), to open copies in memory. */
  readonly dump: () => Promise<Uint8Array>
  /** fsyncs that reached the host (embedded only). */
  readonly syncs: () => Promise<number>
  close(): Promise<void>
}

interface OpenOptions {
  /** A PostgreSQL server. */
  readonly url?: string
  /** A folder for the embedded database, or `:memory:`. */
  readonly dir?: string
  /** For `:memory:`: what another database's `dump` gave. */
  readonly image?: Uint8Array
  readonly statementTimeoutMs?: number
}

const poolSize = 10
const statementTimeoutMs = 30_000

const int8 = 20
const numeric = 1700
const date = 1082
const int8Array = 1016

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a number beyond the safe integers: ${text}`)
  return value
}

// Both engines give the same values: whole numbers as safe integers, decimals and days as text, moments as Date.
function typeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === int8) return safeInteger
  if (oid === numeric || oid === date) return (text: string) => text
  if (oid === int8Array) return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(safeInteger))
  return pg.types.getTypeParser(oid, format as 'text')
}

function openServer(url: string, timeoutMs: number): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    statement_timeout: timeoutMs,
    types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
  })
  // An idle connection that the server ended is replaced by the pool; without a listener it would end this process.
  pool.on('error', () => undefined)
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const onlyEmbedded = async (): Promise<never> => {
    throw new Error('only the embedded database can do this')
  }
  return { kysely, engine: 'server', dump: onlyEmbedded, syncs: onlyEmbedded, close: () => kysely.destroy() }
}

/** Opens the database: `url` a PostgreSQL server (15 or newer), else the embedded one in `dir`. Throws DataDirInUse when another process has the folder. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const timeoutMs = options.statementTimeoutMs ?? statementTimeoutMs
  if (options.url) return openServer(options.url, timeoutMs)
  const folder = options.dir === undefined || options.dir === ':memory:' ? null : options.dir
  const embedded = await Embedded.open({ folder, statementTimeoutMs: timeoutMs, ...(options.image && { image: options.image }) })
  const kysely = new Kysely<Tables>({ dialect: embeddedDialect(embedded) })
  return { kysely, engine: 'embedded', dump: () => embedded.dump(), syncs: () => embedded.syncs(), close: () => kysely.destroy() }
}
