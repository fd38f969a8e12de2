import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { exportLog } from '#/server/system/audit/export.ts'
import { signHeads } from '#/server/system/audit/store-signatures.ts'
import { verify } from '#/server/system/audit/verification.ts'

/** Signs the chains' heads once a day. The log carries the signature too: kept elsewhere, it proves what the database can no longer. */
async function sign(job: JobContext): Promise<void> {
  const signed = await job.run('audit.sign', (ctx) => signHeads(ctx, job.signer))
  if (signed) job.log.info(signed, 'the heads of the audit chains were signed')
}

/** What the trail does by itself. */
export const jobs: Jobs = { handlers: { 'audit.verify': verify, 'audit.export': exportLog, 'audit.sign': sign }, every: { 'audit.sign': 300 } }
