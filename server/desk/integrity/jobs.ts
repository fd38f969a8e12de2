import { lostCommitsJob, recoverLostOrders, recoveryJob, stopPayoutsOnLostCommits } from '#/server/desk/integrity/lost-commits.ts'
import { runDueChecks, runJob, runRequestedCheck } from '#/server/desk/integrity/running.ts'
import type { Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'

const checkJob = job('integrity.check', noPayload)

export const jobs: Jobs = {
  handlers: [
    handleJob(checkJob, runDueChecks),
    handleJob(runJob, runRequestedCheck),
    handleJob(lostCommitsJob, stopPayoutsOnLostCommits),
    handleJob(recoveryJob, recoverLostOrders),
  ],
  every: { [checkJob.name]: 300, [lostCommitsJob.name]: 10 },
}
