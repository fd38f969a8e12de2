import { applyDueChanges } from '#/server/access/changes/applying.ts'
import type { Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'

const applyJob = job('changes.apply', noPayload)
const intervalSeconds = 60

/** The recurring job that applies approved changes whose time has come. */
export const jobs: Jobs = {
  handlers: [handleJob(applyJob, (work) => work.run(applyJob.name, applyDueChanges))],
  every: { [applyJob.name]: intervalSeconds },
}
