import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { notifyOfOverdueObjection } from '#/server/money/collections/notifications.ts'
import * as store from '#/server/money/collections/store-objections.ts'

const escalateJob = job('collections.escalate', noPayload)
const hourSeconds = 3600
const limit = 100

/** Escalates objections without a timely answer to centre and platform, with one message each. */
async function escalate(job: JobContext): Promise<void> {
  for (let hasMore = true; hasMore && !job.isStopping(); ) {
    hasMore = await job.run(escalateJob.name, async (ctx) => {
      const ids = await store.overdueObjections(ctx, limit)
      for (const row of await store.listByIds(ctx, ids)) {
        await store.update(ctx, row.id, { escalated_at: ctx.now })
        await notifyOfOverdueObjection(ctx, row)
      }
      return ids.length === limit
    })
  }
}

export const jobs: Jobs = { handlers: [handleJob(escalateJob, escalate)], every: { [escalateJob.name]: hourSeconds } }
