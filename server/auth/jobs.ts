import { countsKeptMs } from '#/server/auth/guessing.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { forgetCounts } from '#/server/kernel/throttle.ts'

/** Forgets failed sign-ins that mean nothing any more. */
async function forget(job: JobContext): Promise<void> {
  await job.runAsOwner('auth.forget', (ctx) => forgetCounts(ctx.db, 'login', new Date(ctx.real.getTime() - countsKeptMs)))
}

/** What sign-in does by itself. */
export const jobs: Jobs = { handlers: { 'auth.forget': forget }, every: { 'auth.forget': 3600 } }
