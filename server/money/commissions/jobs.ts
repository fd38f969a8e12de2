import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { issueBills } from '#/server/money/commissions/issuing.ts'
import { dueBooks } from '#/server/money/commissions/store-bills.ts'

const issueJob = job('commissions.issue', noPayload)
const hourSeconds = 3600

/** Issues the bills of the last ended month (China time), one transaction per centre and mode. */
async function issue(job: JobContext): Promise<void> {
  const places = await job.run(issueJob.name, (ctx) => dueBooks(ctx, monthStart(monthOf(ctx.now))))
  for (const place of places) {
    if (job.isStopping()) return
    await job.run(issueJob.name, (ctx) => issueBills(ctx, place, shiftMonth(monthOf(ctx.now), -1), null))
  }
}

export const jobs: Jobs = { handlers: [handleJob(issueJob, issue)], every: { [issueJob.name]: hourSeconds } }
