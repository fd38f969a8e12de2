import { copyJob, writeCopy } from '#/server/desk/personal/copying.ts'
import type { Jobs } from '#/server/kernel/context.ts'
import { handleJob } from '#/server/kernel/jobs/job.ts'

export const jobs: Jobs = { handlers: [handleJob(copyJob, writeCopy)] }
