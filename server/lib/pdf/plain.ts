import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import type { PlainPdf, PlainPdfFault } from '#/server/lib/pdf/plain-worker.ts'
import { ThreadPool } from '#/server/lib/threads/pool.ts'

const defaultTimeoutMs = 15_000
const rewriterPool = new ThreadPool<Uint8Array, PlainPdf | PlainPdfFault>(new URL('./plain-worker.ts', import.meta.url), {
  threads: 1,
  taskMs: defaultTimeoutMs,
  megabytes: 600,
})

/**
 * Rewrites an uploaded PDF in a worker so that signatures can be appended. The result has a plain object table and no
 * forms, scripts, open actions or tags. Returns the fault if that is not possible; a timeout may only mean a busy
 * machine. Throws if the worker itself failed.
 */
export async function rewriteAsPlainPdf(pdf: Uint8Array, withinMs = defaultTimeoutMs): Promise<PlainPdf | PlainPdfFault | 'pdfSlow'> {
  refuseInTransaction('reading a document')
  const outcome = await rewriterPool.ask(pdf, withinMs)
  if (outcome.answer !== null) return outcome.answer
  if (outcome.why === 'broken') throw new Error(`rewriting a PDF failed: ${outcome.detail}`)
  return outcome.why === 'large' ? 'pdfComplex' : 'pdfSlow'
}
