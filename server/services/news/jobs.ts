import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { expectPublishable, publishNow } from '#/server/services/news/rules.ts'
import * as store from '#/server/services/news/store.ts'

export const publishDueJob = job('news.due', noPayload)

/**
 * Publishes due articles. An article that can no longer be published returns to draft or withdrawn and does not delay
 * the others.
 */
async function publishDueArticles(work: JobContext): Promise<void> {
  await work.run('news.publish', async (ctx) => {
    for (const id of await store.lockDueArticles(ctx)) {
      const row = await store.find(ctx, id)
      if (!row) continue
      try {
        await ctx.part(async () => {
          await expectPublishable(ctx, row)
          await publishNow(ctx, row, null)
        })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        const state = row.shown_no === null ? 'draft' : 'withdrawn'
        await store.changeArticleState(ctx, id, { state })
        ctx.note({ refType: 'article', refId: id, before: { state: row.state }, after: { state }, detail: { reason: error.error } })
      }
    }
  })
}

/** The jobs of news: scheduled publication. */
export const jobs: Jobs = { handlers: [handleJob(publishDueJob, publishDueArticles)], every: { [publishDueJob.name]: 60 } }
