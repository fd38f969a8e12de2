import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { DurableFiles } from '#/server/lib/database/embedded-files.ts'
import { genericPlanSetting } from '#/server/lib/database/prepared-plans.ts'

// The embedded database runs in a worker, so that a long query blocks neither the event loop nor the timer of its own
// limit.

/** A request from the main thread. */
export type WorkerRequest =
  | { readonly id: number; readonly kind: 'open' | 'dump' | 'syncs' | 'close' }
  | { readonly id: number; readonly kind: 'wire'; readonly bytes: Uint8Array }

/** The response to a request. `failure` means that the database cannot continue. */
export interface WorkerResponse {
  readonly id: number
  readonly bytes?: Uint8Array
  readonly count?: number
  readonly failure?: string
}

export interface ThreadOptions {
  /** Null for a database in memory. */
  readonly folder: string | null
  /** A data folder as a tar, used if the folder or the memory is empty. */
  readonly image: Uint8Array | null
  readonly timeZone: string
}

const options = workerData as ThreadOptions
const readyForQueryType = 'Z'.charCodeAt(0)
const readyMessageLength = 6
const terminateMessageType = 'X'.charCodeAt(0)

function startSettings(isDurable: boolean): string[] {
  // Unless `pg_temp` is listed, PostgreSQL searches it first.
  const commonSettings = [`TimeZone=${options.timeZone}`, 'jit=off', 'search_path=public,pg_temp', `plan_cache_mode=${genericPlanSetting.plan_cache_mode}`]
  // fdatasync, the default, is a stub in this build: only fsync reaches the host.
  const durableSettings = ['fsync=on', 'wal_sync_method=fsync', 'full_page_writes=on', 'synchronous_commit=on', 'max_wal_size=128MB', 'min_wal_size=32MB']
  return [...commonSettings, ...(isDurable ? durableSettings : [])].flatMap((each) => ['-c', each])
}

async function openEmbedded(): Promise<{ pg: PGlite; files: DurableFiles | null }> {
  const image = options.image && { loadDataDir: new Blob([options.image as Uint8Array<ArrayBuffer>]) }
  if (options.folder === null) {
    const pg = await PGlite.create({ ...image, startParams: [...PGlite.defaultStartParams, ...startSettings(false)] })
    return { pg, files: null }
  }
  const files = new DurableFiles(options.folder)
  const startParams = [...PGlite.defaultStartParams.filter((each) => each !== '-F'), ...startSettings(true)]
  const pg = await PGlite.create({ fs: files, startParams, ...image })
  const syncsBefore = files.syncs
  // Writes a log record and commits, without needing a table.
  await pg.exec(`select pg_logical_emit_message(true, 'opened', '')`)
  if (files.syncs === syncsBefore) throw new Error('the embedded database does not reach the disk: a commit caused no fsync; refusing to run')
  return { pg, files }
}

const databasePromise = openEmbedded()

async function answerWireMessage(pg: PGlite, files: DurableFiles | null, bytes: Uint8Array): Promise<Omit<WorkerResponse, 'id'>> {
  if (bytes[0] === terminateMessageType) return {}
  const parts: Uint8Array[] = []
  // The parts are views of the database's memory, so they must be copied.
  await pg.execProtocolRawStream(bytes, { syncToFs: false, onRawData: (part) => parts.push(part.slice()) })
  const answer = parts.length === 1 && parts[0] ? parts[0] : new Uint8Array(Buffer.concat(parts))
  if (files?.failure) return { failure: `the disk refused: ${files.failure.message}` }
  if (answer[answer.length - readyMessageLength] !== readyForQueryType) return { failure: 'the embedded database broke off its answer' }
  return { bytes: answer }
}

async function answerRequest(request: WorkerRequest): Promise<Omit<WorkerResponse, 'id'>> {
  const { pg, files } = await databasePromise
  if (request.kind === 'wire') return answerWireMessage(pg, files, request.bytes)
  if (request.kind === 'dump') return { bytes: new Uint8Array(await (await pg.dumpDataDir('none')).arrayBuffer()) }
  if (request.kind === 'close') await pg.close()
  return { count: files?.syncs ?? 0 }
}

parentPort?.on('message', (request: WorkerRequest) => {
  answerRequest(request).then(
    (answer) => parentPort?.postMessage({ ...answer, id: request.id }, answer.bytes ? [answer.bytes.buffer as ArrayBuffer] : []),
    (error: unknown) => parentPort?.postMessage({ id: request.id, failure: error instanceof Error ? error.message : String(error) }),
  )
})
