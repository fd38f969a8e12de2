import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handle, job, nothing } from '#/server/kernel/job.ts'
import { extendShort, findLate, remindDue } from '#/server/people/entities/calendar.ts'

const portion = 50
const sweepJob = job('entities.sweep', nothing)

/** Continues calendars, finds what is late, reminds of what is due. Safe on several servers: each takes what the others have not. */
async function sweep(job: JobContext): Promise<void> {
  for (const work of [extendShort, findLate, remindDue]) {
    while (!job.isStopping()) if ((await job.run('entities.sweep', (ctx) => work(ctx, portion))) < portion) break
  }
}

/** What businesses do by themselves. */
export const jobs: Jobs = { handlers: [handle(sweepJob, sweep)], every: { [sweepJob.name]: 30 } }
