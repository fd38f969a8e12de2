import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handle, job, nothing } from '#/server/kernel/job.ts'
import { findExcess } from '#/server/money/clearings/finding.ts'
import * as store from '#/server/money/clearings/store.ts'

const findJob = job('clearings.find', nothing)
const hour = 3600

/** Finds the excess of months closed since, and ends clearings whose period is over or whose excess is gone. */
async function daily(work: JobContext): Promise<void> {
  await work.run(findJob.name, (ctx) => findExcess(ctx, null, false))
  await work.run(findJob.name, store.expire)
}

export const jobs: Jobs = { handlers: [handle(findJob, daily)], every: { [findJob.name]: hour } }
