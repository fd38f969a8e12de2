import type { Jobs } from '#/server/kernel/context.ts'
import { handle } from '#/server/kernel/job.ts'
import { packJob, packMonth } from '#/server/taxation/businessinvoices/packing.ts'

export const jobs: Jobs = { handlers: [handle(packJob, packMonth)] }
