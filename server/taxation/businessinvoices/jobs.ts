import type { Jobs } from '#/server/kernel/context.ts'
import { handle } from '#/server/kernel/job.ts'
import { packJob, packMonth } from '#/server/taxation/businessinvoices/packing.ts'

/** What is made of invoices of businesses when somebody asks. */
export const jobs: Jobs = { handlers: [handle(packJob, packMonth)] }
