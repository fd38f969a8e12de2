import type { ReadingKind, ReadingRequests, ReadingResults } from '#/server/lib/spreadsheet/reading-requests.ts'
import { MAX_CONTENT_BYTES, type SheetProblem } from '#/server/lib/spreadsheet/sheet.ts'
import { type PoolFailure, type PoolOutcome, ThreadPool } from '#/server/lib/threads/pool.ts'

const megabyte = 1024 * 1024

/** Worker threads that read uploaded lists, forms and XML. */
export const readerPool = new ThreadPool<ReadingRequests[ReadingKind], ReadingResults[ReadingKind]>(new URL('./reading-worker.ts', import.meta.url), {
  threads: 2,
  taskMs: 15_000,
  megabytes: 768,
  // A worker stays alive, because starting one takes 0.1 seconds, far longer than reading a usual file.
  idleMs: 12 * 3_600_000,
})

/**
 * Asks a worker to read a file. The time limit is 15 seconds plus one per megabyte, ten times what an
 * idle machine needs.
 */
export function readInWorker<K extends ReadingKind>(question: ReadingRequests[K] & { readonly kind: K }): Promise<PoolOutcome<ReadingResults[K]>> {
  return readerPool.ask(question, 15_000 + Math.ceil(question.bytes.byteLength / megabyte) * 1_000) as Promise<PoolOutcome<ReadingResults[K]>>
}

/** Returns the refusal for a file that no worker could read. Throws if the reader itself failed. */
export function sheetProblemOf({ why, detail }: { readonly why: PoolFailure; readonly detail: string }): SheetProblem {
  if (why === 'broken') throw new Error(`reading a file failed: ${detail}`)
  return why === 'large' ? { code: 'too_large', what: 'content', max: MAX_CONTENT_BYTES } : { code: 'too_slow' }
}
