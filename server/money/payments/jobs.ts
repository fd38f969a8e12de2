import { dayOf } from '#/domain/base/period.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { recalculateBatch } from '#/server/money/lines/public.ts'
import { returnChangedBatch } from '#/server/money/payments/lifecycle.ts'
import * as store from '#/server/money/payments/store.ts'
import { batchesOfOtherPolicies, isAwaitingDecision } from '#/server/money/payments/store-renewal.ts'
import { policyInForce } from '#/server/money/tax/public.ts'

const renewJob = job('payments.renew', noPayload)
const renewSeconds = 300
const maxBatchesPerRun = 200

/**
 * Recomputes submitted batches whose policy is no longer in force, one transaction per batch. A batch whose figures
 * change returns to review.
 */
async function renew(job: JobContext): Promise<void> {
  const ids = await job.run(renewJob.name, async (ctx) => {
    const policy = await policyInForce(ctx, dayOf(ctx.now))
    return policy ? batchesOfOtherPolicies(ctx, policy.version, maxBatchesPerRun) : []
  })
  for (const id of ids) {
    if (job.isStopping()) return
    await job.run(renewJob.name, async (ctx) => {
      const batch = await store.lock(ctx, id)
      if (!batch || !isAwaitingDecision(batch)) return
      const { summary, figuresChanged } = await recalculateBatch(ctx, id, { reserves: true })
      if (figuresChanged) await returnChangedBatch(ctx, batch, summary.invalid > 0)
    })
  }
}

export const jobs: Jobs = { handlers: [handleJob(renewJob, renew)], every: { [renewJob.name]: renewSeconds } }
