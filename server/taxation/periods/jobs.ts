import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { type DataOf, handleJob, job, noPayload, subscribe } from '#/server/kernel/jobs/job.ts'
import { linesReturned } from '#/server/money/payouts/public.ts'
import { certificatesJob, matchCertificates } from '#/server/taxation/periods/certificates.ts'
import { chunkSize, completeEdition, computeLinesJob } from '#/server/taxation/periods/closing.ts'
import { exportJob, exportLines } from '#/server/taxation/periods/export.ts'
import { computeLines, policyOf } from '#/server/taxation/periods/line-computation.ts'
import { createEmptyPeriods, notifyCorrections, sendFilingReminders } from '#/server/taxation/periods/notifications.ts'
import { officialJob, packOfficial } from '#/server/taxation/periods/official.ts'
import { sharesJob, writeShares } from '#/server/taxation/periods/shares.ts'
import * as store from '#/server/taxation/periods/store.ts'
import * as lines from '#/server/taxation/periods/store-lines.ts'

const remindJob = job('periods.remind', noPayload)
const correctionsJob = job('periods.corrections', noPayload)
const hourSeconds = 3600

/**
 * Writes the lines of a closed period, 5,000 payees per transaction. A restarted job resumes after the last written
 * line.
 */
async function computeAllLines(work: JobContext, { declarationId }: DataOf<typeof computeLinesJob>): Promise<void> {
  for (;;) {
    if (work.isStopping()) throw new Error('the server is stopping')
    const isDone = await work.run(computeLinesJob.name, async (ctx) => {
      const row = await store.lockPeriodForComputing(ctx, declarationId)
      if (!row?.is_computing) return true
      const people = await lines.nextPeople(ctx, row, await lines.lastComputedPayeeId(ctx, row), chunkSize)
      if (people.length === 0) {
        await completeEdition(ctx, row)
        return true
      }
      const policy = await policyOf(ctx, row.month)
      await lines.addLines(ctx, row, await computeLines(ctx, row, people, policy, false))
      await store.addProgress(ctx, row.id, people.length)
      return false
    })
    if (isDone) return
  }
}

/** Creates periods for months without payments and sends reminders. */
async function runDailyTasks(work: JobContext): Promise<void> {
  await work.run(remindJob.name, createEmptyPeriods)
  await work.run(remindJob.name, notifyCorrections)
  await work.run(remindJob.name, sendFilingReminders)
}

export const jobs: Jobs = {
  handlers: [
    handleJob(computeLinesJob, computeAllLines),
    handleJob(officialJob, packOfficial),
    handleJob(exportJob, exportLines),
    handleJob(sharesJob, writeShares),
    handleJob(certificatesJob, matchCertificates),
    handleJob(remindJob, runDailyTasks),
    handleJob(correctionsJob, (work) => work.run(correctionsJob.name, notifyCorrections)),
  ],
  reacts: [subscribe(linesReturned, correctionsJob, () => ({}))],
  every: { [remindJob.name]: hourSeconds },
}
