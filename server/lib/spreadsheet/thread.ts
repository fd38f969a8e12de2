import type { Answers, Kind, Questions } from '#/server/lib/spreadsheet/questions.ts'
import { MAX_CONTENT_BYTES, type SheetProblem } from '#/server/lib/spreadsheet/sheet.ts'
import { type Failure, type Outcome, ThreadPool } from '#/server/lib/threads/pool.ts'

const megabyte = 1024 * 1024

/** The threads that read lists, forms and XML from outside. */
export const readers = new ThreadPool<Questions[Kind], Answers[Kind]>(new URL('./reading-worker.ts', import.meta.url), {
  threads: 2,
  taskMs: 15_000,
  megabytes: 768,
  // A thread takes a tenth of a second to start, many times what a usual file takes: it stays.
  idleMs: 12 * 3_600_000,
})

/** Asks a thread to read a file, for 15 seconds and one more a megabyte: ten times what an idle machine takes. */
export function askReader<K extends Kind>(question: Questions[K] & { readonly kind: K }): Promise<Outcome<Answers[K]>> {
  return readers.ask(question, 15_000 + Math.ceil(question.bytes.byteLength / megabyte) * 1_000) as Promise<Outcome<Answers[K]>>
}

/** Returns what a file that no thread could read is refused with. Throws when the reader itself failed. */
export function problemOf({ why, detail }: { readonly why: Failure; readonly detail: string }): SheetProblem {
  if (why === 'broken') throw new Error(`reading a file failed: ${detail}`)
  return why === 'large' ? { code: 'too_large', what: 'content', max: MAX_CONTENT_BYTES } : { code: 'too_slow' }
}
