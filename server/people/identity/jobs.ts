import type { Jobs } from '#/server/kernel/context.ts'
import { recognitionPool } from '#/server/people/identity/recognition.ts'

/** There are no scheduled jobs. The recognition threads end with the server. */
export const jobs: Jobs = { handlers: [], stop: () => recognitionPool.close() }
