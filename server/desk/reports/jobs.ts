import { exportJob, writeReport } from '#/server/desk/reports/export.ts'
import { sumFile, unsummedFileIds } from '#/server/desk/reports/store-fees.ts'
import { buildMonth, dueMonths } from '#/server/desk/reports/store-months.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'

const monthJob = job('reports.month', noPayload)
const feeJob = job('reports.fees', noPayload)
const hourSeconds = 3600
const minuteSeconds = 60

/** Sums up the past months, oldest first, each in its own transaction. */
async function buildDueMonths(job: JobContext): Promise<void> {
  for (const month of await job.run(monthJob.name, dueMonths)) {
    if (job.isStopping()) return
    await job.run(monthJob.name, async (ctx) => ((await dueMonths(ctx))[0] === month ? buildMonth(ctx, month) : 0))
  }
}

/** Adds the fees of channel files that arrived after their month was summed. */
async function addLateFees(job: JobContext): Promise<void> {
  for (const fileId of await job.run(feeJob.name, unsummedFileIds)) {
    if (job.isStopping()) return
    await job.run(feeJob.name, (ctx) => sumFile(ctx, fileId))
  }
}

export const jobs: Jobs = {
  handlers: [handleJob(exportJob, writeReport), handleJob(monthJob, buildDueMonths), handleJob(feeJob, addLateFees)],
  every: { [monthJob.name]: hourSeconds, [feeJob.name]: minuteSeconds },
}
