import { bringBack, bringBackJob, memoryJob, stopIfBehind } from '#/server/desk/integrity/behind.ts'
import { checkDue, runJob, runRequested } from '#/server/desk/integrity/running.ts'
import type { Jobs } from '#/server/kernel/context.ts'
import { handle, job, noPayload } from '#/server/kernel/job.ts'

const checkJob = job('integrity.check', noPayload)

export const jobs: Jobs = {
  handlers: [handle(checkJob, checkDue), handle(runJob, runRequested), handle(memoryJob, stopIfBehind), handle(bringBackJob, bringBack)],
  every: { [checkJob.name]: 300, [memoryJob.name]: 10 },
}
