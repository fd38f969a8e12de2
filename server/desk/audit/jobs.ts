import { exportJob, exportLog } from '#/server/desk/audit/export.ts'
import { signHeads } from '#/server/desk/audit/store-signatures.ts'
import { verify, verifyJob } from '#/server/desk/audit/verification.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handle, job, nothing } from '#/server/kernel/job.ts'

const signJob = job('audit.sign', nothing)

/** Signs the chains' heads once a day. The log carries the signature too: kept elsewhere, it proves what the database can no longer. */
async function sign(job: JobContext): Promise<void> {
  const signed = await job.run('audit.sign', (ctx) => signHeads(ctx, job.signer))
  if (signed) job.log.info(signed, 'the heads of the audit chains were signed')
}

/** What the trail does by itself. */
export const jobs: Jobs = {
  handlers: [handle(verifyJob, verify), handle(exportJob, exportLog), handle(signJob, sign)],
  every: { [signJob.name]: 300 },
}
