import type { Jobs } from '#/server/kernel/context.ts'
import { handleJob } from '#/server/kernel/jobs/job.ts'
import { packJob, packMonth } from '#/server/taxation/businessinvoices/packing.ts'

export const jobs: Jobs = { handlers: [handleJob(packJob, packMonth)] }
