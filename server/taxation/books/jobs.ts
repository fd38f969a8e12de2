import type { Jobs } from '#/server/kernel/context.ts'
import { handleJob } from '#/server/kernel/jobs/job.ts'
import { exportJob, writeEntries } from '#/server/taxation/books/export.ts'

export const jobs: Jobs = { handlers: [handleJob(exportJob, writeEntries)] }
