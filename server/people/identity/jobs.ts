import type { Jobs } from '#/server/kernel/context.ts'
import { recognitionPool } from '#/server/people/identity/recognition.ts'

/** No jobs; the recognition threads stop with the server. */
export const jobs: Jobs = { handlers: [], stop: () => recognitionPool.close() }
