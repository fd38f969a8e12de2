import { refuseWithin } from '#/server/lib/database/dialect.ts'
import type { PlainPdf } from '#/server/lib/pdf/plain-worker.ts'
import { ThreadPool } from '#/server/lib/threads/pool.ts'

const writers = new ThreadPool<Uint8Array, PlainPdf>(new URL('./plain-worker.ts', import.meta.url), { threads: 1, taskMs: 15_000, megabytes: 600 })

/**
 * Rewrites an uploaded PDF in a worker so that signatures can be appended: plain object table, no forms, scripts or open
 * actions. Throws when it cannot be read, or has far more objects than pages need.
 */
export async function plainPdf(pdf: Uint8Array): Promise<PlainPdf> {
  refuseWithin('reading a document')
  const outcome = await writers.ask(pdf)
  if (outcome.answer === null) throw new Error(`a PDF could not be rewritten: ${outcome.why}`)
  return outcome.answer
}
