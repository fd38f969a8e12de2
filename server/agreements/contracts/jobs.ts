import { nextContractsToSeal, resumeJob } from '#/server/agreements/contracts/awaiting-seal.ts'
import { startContracts, startManyJob } from '#/server/agreements/contracts/bulk-start.ts'
import { expireContracts } from '#/server/agreements/contracts/expiring.ts'
import { zipContracts, zipJob } from '#/server/agreements/contracts/export.ts'
import { notifySigners, notifySignersJob, sendSignerText } from '#/server/agreements/contracts/notifications.ts'
import { sealContract, sealJob } from '#/server/agreements/contracts/sealing.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { type DataOf, handleJob, job, noPayload, subscribe } from '#/server/kernel/jobs/job.ts'
import { certificateSet } from '#/server/organisations/certificates/public.ts'

const sweepJob = job('contracts.sweep', noPayload)

/** Queues a seal job for each contract that was waiting for a certificate. */
async function resumeSealing(context: JobContext, { centreId, after }: DataOf<typeof resumeJob>): Promise<void> {
  await context.runAsOwner('contracts.seal', async (ctx) => {
    const { ids, next } = await nextContractsToSeal(ctx, centreId, after)
    await ctx.enqueueAll(
      sealJob,
      ids.map((contractId) => ({ contractId })),
    )
    if (next !== null) await ctx.enqueue(resumeJob, { centreId, after: next })
  })
}

export const jobs: Jobs = {
  handlers: [
    handleJob(sealJob, sealContract),
    handleJob(resumeJob, resumeSealing),
    handleJob(notifySignersJob, notifySigners),
    sendSignerText,
    handleJob(startManyJob, startContracts),
    handleJob(zipJob, zipContracts),
    handleJob(sweepJob, expireContracts),
  ],
  reacts: [subscribe(certificateSet, resumeJob, ({ centreId }) => ({ centreId, after: 0 }))],
  every: { [sweepJob.name]: 60 },
}
