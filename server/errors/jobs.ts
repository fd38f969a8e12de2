import * as store from '#/server/errors/store.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'

const keepMs = 30 * 86_400_000

async function tidy(job: JobContext): Promise<void> {
  while (!job.isStopping()) {
    const gone = await job.run('errors.tidy', (ctx) => store.forget(ctx, new Date(ctx.real.getTime() - keepMs)))
    if (gone === 0) return
  }
}

/** What reports of browsers do by themselves: go after thirty days. */
export const jobs: Jobs = { handlers: { 'errors.tidy': tidy }, every: { 'errors.tidy': 3600 } }
