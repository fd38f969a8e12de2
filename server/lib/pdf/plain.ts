import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import type { PlainFault, PlainPdf } from '#/server/lib/pdf/plain-worker.ts'
import { ThreadPool } from '#/server/lib/threads/pool.ts'

const plainMs = 15_000
const writers = new ThreadPool<Uint8Array, PlainPdf | PlainFault>(new URL('./plain-worker.ts', import.meta.url), {
  threads: 1,
  taskMs: plainMs,
  megabytes: 600,
})

/**
 * Rewrites an uploaded PDF in a worker so that signatures can be appended. The result has a plain object table and no
 * forms, scripts, open actions or tags. Returns the fault if that is not possible; a timeout may only mean a busy
 * machine. Throws if the worker itself failed.
 */
export async function plainPdf(pdf: Uint8Array, withinMs = plainMs): Promise<PlainPdf | PlainFault | 'pdfSlow'> {
  refuseInTransaction('reading a document')
  const outcome = await writers.ask(pdf, withinMs)
  if (outcome.answer !== null) return outcome.answer
  if (outcome.why === 'broken') throw new Error(`rewriting a PDF failed: ${outcome.detail}`)
  return outcome.why === 'large' ? 'pdfComplex' : 'pdfSlow'
}
