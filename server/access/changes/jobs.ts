import { applyDue } from '#/server/access/changes/applying.ts'
import type { Jobs } from '#/server/kernel/context.ts'
import { handle, job, noPayload } from '#/server/kernel/job.ts'

const applyJob = job('changes.apply', noPayload)
const everySeconds = 60

/** Applies approved changes when they fall due. */
export const jobs: Jobs = {
  handlers: [handle(applyJob, (work) => work.run(applyJob.name, applyDue))],
  every: { [applyJob.name]: everySeconds },
}
