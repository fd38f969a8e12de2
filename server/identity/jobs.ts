import { pool } from '#/server/identity/recognition.ts'
import * as store from '#/server/identity/store.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'

const dayMs = 86_400_000

/** Forgets who sent how many pictures yesterday. */
async function sweep(job: JobContext): Promise<void> {
  await job.runAsOwner('identity.sweep', (ctx) => store.forgetCountsBefore(ctx.db, new Date(ctx.real.getTime() - dayMs)))
}

/** What identity does without a request; its threads end with the server. */
export const jobs: Jobs = { handlers: { 'identity.sweep': sweep }, every: { 'identity.sweep': 3600 }, stop: () => pool.close() }
