import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { extendShortCalendars, markLateObligations, remindOfDueObligations } from '#/server/people/entities/calendar.ts'

const chunkSize = 50
const sweepJob = job('entities.sweep', noPayload)

/**
 * Extends calendars, marks overdue obligations and sends reminders. Safe on several servers: locked rows are skipped.
 */
async function sweepObligations(job: JobContext): Promise<void> {
  for (const sweepStep of [extendShortCalendars, markLateObligations, remindOfDueObligations]) {
    while (!job.isStopping()) if ((await job.run('entities.sweep', (ctx) => sweepStep(ctx, chunkSize))) < chunkSize) break
  }
}

export const jobs: Jobs = { handlers: [handleJob(sweepJob, sweepObligations)], every: { [sweepJob.name]: 30 } }
