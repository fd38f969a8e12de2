import { pool } from '#/server/identity/recognition.ts'
import type { Jobs } from '#/server/kernel/context.ts'

/** Nothing runs by itself; the threads of identity end with the server. */
export const jobs: Jobs = { handlers: {}, stop: () => pool.close() }
