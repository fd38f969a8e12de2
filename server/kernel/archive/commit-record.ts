import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'

// Each server records its own commits and payout orders in a local folder. After a failover or a restored backup, the
// database may lack some of them, although its books are consistent.

const TrailHead = z.object({ chain: z.int(), seq: z.int(), hash: z.string() })
/** The last row of a chain of the audit trail. */
export type TrailHead = z.output<typeof TrailHead>

const SentOrder = z.object({ channelId: z.int(), requestNo: z.string(), amount: z.int(), at: z.string() })
/** A payout order before it is sent to the bank. The amount is in fen. */
export type SentOrder = z.output<typeof SentOrder>

// The file stores every head committed since the last check, not only the newest head of each chain. After a loss, new
// commits soon carry higher numbers than the lost ones, so the newest head alone proves nothing.
const StoredHeads = z.object({ database: z.string(), heads: z.array(TrailHead) })

/** A recorded head that the database lacks. */
export interface LostHead extends TrailHead {
  /** Number of the newest row of this chain in the database. */
  readonly found: number
}

/** Thrown when the database refuses a commit, because it lacks the last heads that this server committed. */
export class DatabaseStale extends Error {
  readonly retryAfterSeconds = 2

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'DatabaseBehind'
  }
}

/** The SQLSTATE with which `app.audit_append` refuses a chain that lacks the expected head. */
const missingHeadCode = 'YC002'

/** Record of a server's commits and payout orders, stored outside the database. */
export interface CommitRecord {
  /**
   * Records committed heads of the trail. Each stays until a check finds it in the database; the newest head of each
   * chain stays permanently.
   */
  remember(heads: readonly TrailHead[]): void
  /**
   * Returns the heads of the last commits. A database that contains them lacks no earlier commit of any server, because
   * its log is one sequence.
   */
  last(): readonly TrailHead[]
  /** Records orders and waits until they are on disk. */
  addOrders(orders: readonly SentOrder[]): Promise<void>
  /**
   * Returns the orders sent on this day (yyyy-MM-dd) or later by this server, and by other servers that share its
   * folder.
   */
  ordersSince(day: string): SentOrder[]
  /** Returns the recorded heads that the database lacks. Removes those that it has, except the newest of each chain. */
  missing(): Promise<LostHead[]>
  /** Removes heads after their loss was logged. */
  forget(heads: readonly TrailHead[]): void
  /**
   * Converts the database's refusal of a commit into `DatabaseStale` and reports it. Returns other errors unchanged.
   */
  refusal(error: unknown): unknown
  /** Calls `handler` after each refused commit. */
  onRefusal(handler: () => void): void
  /** Writes pending heads to disk. */
  close(): void
}

const writeDelayMs = 200
const retentionDays = 30
const headsFilePattern = /^heads(.*)\.json$/
const ordersFilePattern = /^orders-(\d{4}-\d{2}-\d{2})(.*)\.log$/

/** Returns the time of the first migration, which identifies the database across restores and failovers. */
async function databaseIdentityOf({ kysely }: Database): Promise<string> {
  const result = await sql<{
    identity: string
  }>`select coalesce((extract(epoch from min(at)) * 1000000)::bigint::text, '') as identity from public.migration`.execute(kysely)
  return result.rows[0]?.identity ?? ''
}

function parseOrNull<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Returns the orders of a file. Skips a line that a power failure left incomplete. */
function readOrders(path: string): SentOrder[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => parseOrNull(SentOrder, line) ?? [])
}

const readHeads = (path: string) => (existsSync(path) ? parseOrNull(StoredHeads, readFileSync(path, 'utf8')) : null)

/** Replaces a file atomically. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

async function findMissingHeads(database: Database, heads: readonly TrailHead[]): Promise<LostHead[]> {
  if (heads.length === 0) return []
  const query = sql<LostHead>`select head.chain, head.seq, head.hash, coalesce((select max(seq) from audit_log where chain = head.chain), 0) as found
    from json_to_recordset(${JSON.stringify(heads)}::json) as head(chain bigint, seq bigint, hash text)
    where not exists (select from audit_log entry where entry.chain = head.chain and entry.seq = head.seq and entry.hash = decode(head.hash, 'hex'))
    order by head.chain, head.seq`
  return (await asOwner(database, (trx) => query.execute(trx))).rows
}

/** Removes the files of other databases, and files past the retention period. */
function removeOldFiles(folder: string, database: string, now: Date): void {
  const names = readdirSync(folder)
  const oldestDay = shiftDay(dayOf(now), -retentionDays)
  const foreignOwners = new Set<string>()
  for (const name of names) {
    const owner = headsFilePattern.exec(name)?.[1]
    const storedFile = owner === undefined ? null : readHeads(join(folder, name))
    if (owner === undefined || storedFile === null || storedFile.database === database) continue
    foreignOwners.add(owner)
    rmSync(join(folder, name))
  }
  for (const name of names) {
    const [, day = '', owner = ''] = ordersFilePattern.exec(name) ?? []
    if (day !== '' && (day < oldestDay || foreignOwners.has(owner))) rmSync(join(folder, name))
  }
}

/**
 * Returns the heads in all files of the folder. Servers may share the folder, and a stopped server may never return to
 * check its own file.
 */
function readStoredHeads(folder: string): TrailHead[] {
  const all = readdirSync(folder).flatMap((name) => (headsFilePattern.test(name) ? (readHeads(join(folder, name))?.heads ?? []) : []))
  return [...new Map(all.map((head) => [head.hash, head])).values()]
}

/** Removes lost heads from the files of other servers, so that the loss is reported once. */
function removeLostHeads(folder: string, fileName: string, lost: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    const fileHeads = headsFilePattern.test(name) && name !== fileName ? readHeads(join(folder, name)) : null
    if (fileHeads?.heads.some(({ hash }) => lost.has(hash)))
      replaceFile(join(folder, name), JSON.stringify({ ...fileHeads, heads: fileHeads.heads.filter(({ hash }) => !lost.has(hash)) }))
  }
}

// Several heads are returned, because acknowledgements of concurrent commits can arrive out of order.
const lastHeadCount = 4

/** Heads recorded in the folder: the newest of each chain, and every head that no check has found yet. */
class RecordedHeads {
  readonly #all = new Map<string, TrailHead>()
  /** Newest head by chain, in commit order: the last committed head is at the end. */
  readonly #newest = new Map<number, TrailHead>()

  add(heads: readonly TrailHead[]): void {
    for (const head of heads) {
      this.#all.set(head.hash, head)
      if (head.seq <= (this.#newest.get(head.chain)?.seq ?? 0)) continue
      this.#newest.delete(head.chain)
      this.#newest.set(head.chain, head)
    }
  }

  all = () => [...this.#all.values()]
  last = () => [...this.#newest.values()].slice(-lastHeadCount)

  /** Removes heads that a check found in the database, except the newest of each chain. */
  found(heads: readonly TrailHead[]): void {
    for (const { chain, hash } of heads) if (this.#newest.get(chain)?.hash !== hash) this.#all.delete(hash)
  }

  forget(lost: ReadonlySet<string>): void {
    for (const hash of lost) this.#all.delete(hash)
    this.#newest.clear()
    this.add(this.all())
  }
}

/** Opens this server's record for the database. Servers that share the folder need different names. */
export async function openCommitRecord(database: Database, folder: string, server: string, now: Date): Promise<CommitRecord> {
  mkdirSync(folder, { recursive: true })
  const identity = await databaseIdentityOf(database)
  const ownerSuffix = `-${server.replaceAll(/[^A-Za-z0-9.]+/g, '_')}`
  const fileName = `heads${ownerSuffix}.json`
  removeOldFiles(folder, identity, now)
  const recordedHeads = new RecordedHeads()
  recordedHeads.add(readStoredHeads(folder))
  let reportRefusal: () => void = () => undefined
  let timer: NodeJS.Timeout | null = null
  const write = () => {
    if (timer) clearTimeout(timer)
    timer = null
    replaceFile(join(folder, fileName), JSON.stringify({ database: identity, heads: recordedHeads.all() }))
  }
  const scheduleWrite = () => {
    timer ??= setTimeout(write, writeDelayMs).unref()
  }
  return {
    remember(fresh) {
      // The last head of a chain in a transaction proves that transaction's earlier heads.
      recordedHeads.add([...new Map(fresh.map((head) => [head.chain, head])).values()])
      scheduleWrite()
    },
    last: recordedHeads.last,
    async addOrders(orders) {
      for (const [day, some] of Map.groupBy(orders, ({ at }) => dayOf(new Date(at)))) {
        const path = join(folder, `orders-${day}${ownerSuffix}.log`)
        appendFileSync(path, some.map((order) => `${JSON.stringify(order)}\n`).join(''), { mode: 0o600 })
        const file = await open(path, 'a')
        await file.datasync().finally(() => file.close())
      }
    },
    ordersSince: (day) =>
      readdirSync(folder)
        .filter((name) => (ordersFilePattern.exec(name)?.[1] ?? '') >= day)
        .flatMap((name) => readOrders(join(folder, name))),
    async missing() {
      const rememberedHeads = recordedHeads.all()
      const lostHeads = await findMissingHeads(database, rememberedHeads)
      const hashes = new Set(lostHeads.map(({ hash }) => hash))
      recordedHeads.found(rememberedHeads.filter(({ hash }) => !hashes.has(hash)))
      return lostHeads
    },
    forget(lost) {
      const hashes = new Set(lost.map(({ hash }) => hash))
      recordedHeads.forget(hashes)
      write()
      removeLostHeads(folder, fileName, hashes)
    },
    refusal(error) {
      if (!(error instanceof Error && 'code' in error && error.code === missingHeadCode)) return error
      reportRefusal()
      return new DatabaseStale(error)
    },
    onRefusal: (handler) => {
      reportRefusal = handler
    },
    close: () => {
      if (timer) write()
    },
  }
}

/** A record that stores nothing, for programs that only fill a database. */
export const noCommitRecord: CommitRecord = {
  remember: () => undefined,
  last: () => [],
  addOrders: async () => undefined,
  ordersSince: () => [],
  missing: async () => [],
  forget: () => undefined,
  refusal: (error) => error,
  onRefusal: () => undefined,
  close: () => undefined,
}
