import { exportJob, exportLog } from '#/server/desk/audit/export.ts'
import { signChainHeads } from '#/server/desk/audit/store-signatures.ts'
import { verify, verifyJob } from '#/server/desk/audit/verification.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handle, job, noPayload } from '#/server/kernel/job.ts'

const signJob = job('audit.sign', noPayload)

/**
 * Signs the heads of the chains once a day. The server log repeats the signature, so an external copy of that log can
 * prove tampering.
 */
async function sign(job: JobContext): Promise<void> {
  const signed = await job.run('audit.sign', (ctx) => signChainHeads(ctx, job.signer))
  if (signed) job.log.info(signed, 'the heads of the audit chains were signed')
}

export const jobs: Jobs = {
  handlers: [handle(verifyJob, verify), handle(exportJob, exportLog), handle(signJob, sign)],
  every: { [signJob.name]: 300 },
}
