import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { lockFolder, syncFolder } from '#/server/kernel/embedded-files.ts'
import type { Request, Response, WorkerOptions } from '#/server/kernel/embedded-worker.ts'

/** A database error with what PostgreSQL says of it, in the same fields as the `pg` driver's. */
export class EmbeddedError extends Error {
  readonly code: string | undefined
  readonly detail: string | undefined
  readonly constraint: string | undefined
  readonly table: string | undefined

  constructor(message: string, facts: { code?: string; detail?: string; constraint?: string; table?: string } = {}) {
    super(message)
    this.code = facts.code
    this.detail = facts.detail
    this.constraint = facts.constraint
    this.table = facts.table
  }
}

interface Pending {
  readonly resolve: (response: Response) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout | null
}

type Ask = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

const checkpointMs = 5 * 60 * 1000
const walCheckMs = 20 * 1000
const walMost = 64 * 1024 * 1024
const vacuumMs = 24 * 60 * 60 * 1000

export interface EmbeddedOptions {
  readonly folder: string | null
  readonly image?: Uint8Array
  /** After so long a query is ended by ending its thread and opening the database again. */
  readonly statementTimeoutMs: number
}

/** The embedded database behind messages: one connection, one query at a time. */
export class Embedded {
  readonly #options: EmbeddedOptions
  readonly #pending = new Map<number, Pending>()
  readonly #timers: NodeJS.Timeout[] = []
  readonly #unlock: () => void
  #worker: Promise<Worker>
  #lastId = 0
  #isClosing = false
  /** Grows when the thread was replaced: whoever was in a transaction has lost it. */
  generation = 0

  private constructor(options: EmbeddedOptions, unlock: () => void) {
    this.#options = options
    this.#unlock = unlock
    this.#worker = this.#launch(options.folder)
  }

  /** Opens (and on first use creates) the database; throws DataDirInUse, or an Error when a write does not reach the disk. */
  static async open(options: EmbeddedOptions): Promise<Embedded> {
    const unlock = options.folder === null ? () => undefined : lockFolder(prepareFolder(options.folder))
    try {
      if (options.folder !== null && !existsSync(options.folder)) await create(options.folder)
      const database = new Embedded(options, unlock)
      await database.#worker
      if (options.folder !== null) await database.#proveDurable()
      database.#keepTidy()
      return database
    } catch (error) {
      unlock()
      throw error
    }
  }

  async #launch(folder: string | null): Promise<Worker> {
    const workerData: WorkerOptions = { folder, image: this.#options.image ?? null }
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve())
      worker.once('error', reject)
    })
    worker.on('message', (response: Response) => this.#settle(response))
    worker.on('error', (error) => this.#fail(error instanceof Error ? error : new Error(String(error))))
    return worker
  }

  #settle(response: Response): void {
    const waiting = this.#pending.get(response.id)
    if (!waiting) return
    this.#pending.delete(response.id)
    if (waiting.timer) clearTimeout(waiting.timer)
    if (response.error) waiting.reject(new EmbeddedError(response.error.message, response.error))
    else waiting.resolve(response)
  }

  #fail(error: Error): void {
    for (const waiting of this.#pending.values()) {
      if (waiting.timer) clearTimeout(waiting.timer)
      waiting.reject(error)
    }
    this.#pending.clear()
  }

  async #restart(): Promise<void> {
    const old = await this.#worker
    this.generation++
    this.#worker = (async () => {
      await old.terminate()
      this.#fail(new EmbeddedError('canceling statement due to statement timeout', { code: '57014' }))
      return this.#launch(this.#options.folder)
    })()
    await this.#worker
  }

  async ask(ask: Ask): Promise<Response> {
    const worker = await this.#worker
    const id = ++this.#lastId
    return new Promise<Response>((resolve, reject) => {
      // In memory there is nothing to open again: a database that was ended would be an empty one.
      const isLimited = ask.kind === 'query' && this.#options.folder !== null
      const timer = isLimited ? setTimeout(() => void this.#restart(), this.#options.statementTimeoutMs) : null
      this.#pending.set(id, { resolve, reject, timer })
      worker.postMessage({ ...ask, id })
    })
  }

  async query(text: string, parameters: readonly unknown[] = []): Promise<Response> {
    return this.ask({ kind: 'query', text, parameters })
  }

  /** The whole data folder as a tar, to open copies of it in memory. */
  async dump(): Promise<Uint8Array> {
    return (await this.ask({ kind: 'dump' })).bytes ?? new Uint8Array()
  }

  /** How many fsyncs have reached the host since the database was opened. */
  async syncs(): Promise<number> {
    return (await this.ask({ kind: 'syncs' })).count ?? 0
  }

  async #proveDurable(): Promise<void> {
    const before = await this.syncs()
    await this.query('create table if not exists durability_probe (at timestamptz not null)')
    await this.query('delete from durability_probe')
    await this.query('insert into durability_probe values (now())')
    if ((await this.syncs()) === before) throw new Error('the embedded database does not reach the disk: a commit caused no fsync; refusing to run')
  }

  #keepTidy(): void {
    const { folder } = this.#options
    if (folder === null) return
    const quietly = (text: string) => void this.query(text).catch(() => undefined)
    const everySoOften = (work: () => void, ms: number) => this.#timers.push(setInterval(work, ms).unref())
    everySoOften(() => quietly('checkpoint'), checkpointMs)
    everySoOften(() => sizeOf(join(folder, 'pg_wal')) > walMost && quietly('checkpoint'), walCheckMs)
    everySoOften(() => quietly('vacuum (analyze)'), vacuumMs)
  }

  async close(): Promise<void> {
    if (this.#isClosing) return
    this.#isClosing = true
    for (const timer of this.#timers) clearInterval(timer)
    const worker = await this.#worker
    if (this.#options.folder !== null) {
      await this.query('checkpoint')
      await this.ask({ kind: 'close' })
    }
    await worker.terminate()
    this.#unlock()
  }
}

function prepareFolder(folder: string): string {
  mkdirSync(dirname(folder), { recursive: true })
  return folder
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce(
    (sum, entry) => sum + (entry.isFile() ? (statSync(join(folder, entry.name), { throwIfNoEntry: false })?.size ?? 0) : 0),
    0,
  )
}

// A folder that was begun and not finished would be taken for a database: it is made beside its place and renamed when it is whole and on the disk.
async function create(folder: string): Promise<void> {
  const draft = `${folder}.tmp`
  rmSync(draft, { recursive: true, force: true })
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: { folder: draft, image: null } satisfies WorkerOptions })
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('message', ({ id, error }: Response) => {
      if (error) reject(new EmbeddedError(error.message, error))
      else if (id === 0) worker.postMessage({ id: 1, kind: 'query', text: 'checkpoint', parameters: [] } satisfies Request)
      else if (id === 1) worker.postMessage({ id: 2, kind: 'close' } satisfies Request)
      else resolve()
    })
  })
  await worker.terminate()
  syncFolder(draft)
  renameSync(draft, folder)
  syncFolder(dirname(folder))
}
