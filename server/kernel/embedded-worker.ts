import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFiles } from '#/server/kernel/embedded-files.ts'

// The embedded database in a thread of its own: a long query then blocks neither the event loop nor its own time limit.

/** What the main thread asks. */
export type Request =
  | { readonly id: number; readonly kind: 'query'; readonly text: string; readonly parameters: readonly unknown[] }
  | { readonly id: number; readonly kind: 'dump' }
  | { readonly id: number; readonly kind: 'syncs' }
  | { readonly id: number; readonly kind: 'close' }

/** What comes back. */
export interface Response {
  readonly id: number
  readonly rows?: Record<string, unknown>[]
  readonly affected?: number
  readonly bytes?: Uint8Array
  readonly count?: number
  readonly error?: { readonly message: string; readonly code?: string; readonly detail?: string; readonly constraint?: string; readonly table?: string }
}

export interface WorkerOptions {
  /** null keeps everything in memory. */
  readonly folder: string | null
  /** A prepared data folder as a tar, for databases in memory. */
  readonly image: Uint8Array | null
}

const int8 = 20
const numeric = 1700
const date = 1082

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`a number beyond the safe integers: ${text}`)
  return value
}

const parsers = { [int8]: safeInteger, [numeric]: (text: string) => text, [date]: (text: string) => text }

async function open({ folder, image }: WorkerOptions): Promise<{ pg: PGlite; files: DurableFiles | null }> {
  if (folder === null) {
    const pg = await PGlite.create({ parsers, ...(image && { loadDataDir: new Blob([image as Uint8Array<ArrayBuffer>]) }) })
    return { pg, files: null }
  }
  const files = new DurableFiles(folder)
  const startParams = [
    ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
    '-c',
    'fsync=on',
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'full_page_writes=on',
  ]
  const pg = await PGlite.create({ fs: files, parsers, startParams })
  return { pg, files }
}

const opened = await open(workerData as WorkerOptions)

async function run(request: Request): Promise<Omit<Response, 'id'>> {
  const { pg, files } = opened
  if (request.kind === 'dump') return { bytes: new Uint8Array(await (await pg.dumpDataDir('none')).arrayBuffer()) }
  if (request.kind === 'syncs') return { count: files?.syncs ?? 0 }
  if (request.kind === 'close') {
    await pg.close()
    return {}
  }
  if (request.parameters.length === 0) {
    const results = await pg.exec(request.text)
    const last = results.at(-1)
    return { rows: (last?.rows ?? []) as Record<string, unknown>[], affected: last?.affectedRows ?? 0 }
  }
  const result = await pg.query<Record<string, unknown>>(request.text, [...request.parameters])
  return { rows: result.rows, affected: result.affectedRows ?? 0 }
}

function factsOf(error: unknown): NonNullable<Response['error']> {
  const { message = String(error), code, detail, constraint, table } = error as Partial<Record<'message' | 'code' | 'detail' | 'constraint' | 'table', string>>
  return { message, ...(code && { code }), ...(detail && { detail }), ...(constraint && { constraint }), ...(table && { table }) }
}

parentPort?.on('message', (request: Request) => {
  run(request)
    .then((answer) => parentPort?.postMessage({ id: request.id, ...answer }))
    .catch((error: unknown) => parentPort?.postMessage({ id: request.id, error: factsOf(error) }))
})
parentPort?.postMessage({ id: 0 })
