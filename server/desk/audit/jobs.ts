import { exportJob, writeLogWorkbook } from '#/server/desk/audit/export.ts'
import { signChainHeads } from '#/server/desk/audit/store-signatures.ts'
import { verifyChains, verifyJob } from '#/server/desk/audit/verification.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'

const signJob = job('audit.sign', noPayload)

/**
 * Signs the heads of the chains once a day. The server log repeats the signature, so an external copy of that log can
 * prove tampering.
 */
async function signHeads(job: JobContext): Promise<void> {
  const signedStatement = await job.run('audit.sign', (ctx) => signChainHeads(ctx, job.signer))
  if (signedStatement) job.log.info(signedStatement, 'the heads of the audit chains were signed')
}

export const jobs: Jobs = {
  handlers: [handleJob(verifyJob, verifyChains), handleJob(exportJob, writeLogWorkbook), handleJob(signJob, signHeads)],
  every: { [signJob.name]: 300 },
}
