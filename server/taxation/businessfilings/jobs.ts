import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload, subscribe } from '#/server/kernel/jobs/job.ts'
import { levyRateSet } from '#/server/people/entities/public.ts'
import { certificatesJob, matchCertificates } from '#/server/taxation/businessfilings/certificates.ts'
import { markChangedFilings, markJob } from '#/server/taxation/businessfilings/outdated.ts'
import { centresWithBusinesses } from '#/server/taxation/businessfilings/store-facts.ts'
import { watchCentre } from '#/server/taxation/businessfilings/watching.ts'
import { businessInvoiceIssued } from '#/server/taxation/invoices/public.ts'

const watchJob = job('businessfilings.watch', noPayload)
const watchIntervalSeconds = 6 * 3600

async function watchThresholds(work: JobContext): Promise<void> {
  for (const centreId of await work.run(watchJob.name, centresWithBusinesses)) {
    if (work.isStopping()) throw new Error('the server is stopping')
    await work.run(watchJob.name, (ctx) => watchCentre(ctx, centreId))
  }
}

export const jobs: Jobs = {
  handlers: [handleJob(certificatesJob, matchCertificates), handleJob(watchJob, watchThresholds), handleJob(markJob, markChangedFilings)],
  reacts: [
    subscribe(levyRateSet, markJob, (happened) => happened),
    subscribe(businessInvoiceIssued, markJob, ({ entityId, issuedOn }) => ({ entityId, from: issuedOn })),
  ],
  every: { [watchJob.name]: watchIntervalSeconds },
}
