import { dateTimeOf } from '#/domain/base/period.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { findExcess } from '#/server/money/clearings/finding.ts'
import * as store from '#/server/money/clearings/store.ts'

const findJob = job('clearings.find', noPayload)
const hourSeconds = 3600
/** The hour (Asia/Shanghai) at which the daily search starts. People close months, so once a day is enough. */
const searchHour = 3

/** Finds the excess of newly closed months, and ends clearings that expired or lost their excess. */
async function findDaily(work: JobContext): Promise<void> {
  await work.run(findJob.name, async (ctx) => {
    if (Number(dateTimeOf(ctx.now).slice(11, 13)) !== searchHour) return
    await findExcess(ctx, null, false)
    await store.expireClearings(ctx)
  })
}

export const jobs: Jobs = { handlers: [handleJob(findJob, findDaily)], every: { [findJob.name]: hourSeconds } }
