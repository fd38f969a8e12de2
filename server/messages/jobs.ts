import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import * as store from '#/server/messages/store-inbox.ts'

const keepMs = 180 * 86_400_000

async function tidy(job: JobContext): Promise<void> {
  while (!job.isStopping()) {
    const gone = await job.run('messages.tidy', (ctx) => store.forget(ctx, new Date(ctx.now.getTime() - keepMs)))
    if (gone === 0) return
  }
}

/** What messages do by themselves: go after half a year. */
export const jobs: Jobs = { handlers: { 'messages.tidy': tidy }, every: { 'messages.tidy': 3600 } }
