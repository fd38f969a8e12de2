import { pool } from '#/server/identity/recognition.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { forgetCounts } from '#/server/kernel/throttle.ts'

const dayMs = 86_400_000

/** Forgets who sent how many pictures yesterday. */
async function sweep(job: JobContext): Promise<void> {
  await job.runAsOwner('identity.sweep', (ctx) => forgetCounts(ctx.db, 'card ', new Date(ctx.real.getTime() - dayMs)))
}

/** What identity does without a request; its threads end with the server. */
export const jobs: Jobs = { handlers: { 'identity.sweep': sweep }, every: { 'identity.sweep': 3600 }, stop: () => pool.close() }
