import type { Jobs } from '#/server/kernel/context.ts'
import { handle, job, nothing } from '#/server/kernel/job.ts'
import { readCalendar } from '#/server/kernel/working-calendar.ts'

/** A year was published: the days are read anew. */
export const calendarJob = job('policies.calendar', nothing)

export const jobs: Jobs = { handlers: [handle(calendarJob, (work) => work.run(calendarJob.name, (ctx) => readCalendar(ctx.db)))] }
