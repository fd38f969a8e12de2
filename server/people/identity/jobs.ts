import type { Jobs } from '#/server/kernel/context.ts'
import { pool } from '#/server/people/identity/recognition.ts'

/** Nothing runs by itself; the threads of identity end with the server. */
export const jobs: Jobs = { handlers: [], stop: () => pool.close() }
