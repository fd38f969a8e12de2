import { operatorTaskTexts } from '#/api/people/operators.texts.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type DataOf, handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { setTaskState } from '#/server/kernel/jobs/task-work.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { notifyEndingDocuments } from '#/server/people/operators/ending.ts'
import { exportJob, writeOperators } from '#/server/people/operators/export.ts'
import { verifyCandidates, verifyJob } from '#/server/people/operators/review.ts'
import { clearExpiredDocumentDays } from '#/server/people/operators/store-roster.ts'

const verifyChunkSize = 50
const documentsJob = job('operators.papers', noPayload)

/** Verifies many payees under review, in chunks. A restart queries again, and the last answer counts. */
async function verifyPeople(job: JobContext, task: DataOf<typeof verifyJob>): Promise<void> {
  const { taskId, userId, ids, language } = task
  let matchCount = 0
  for (let from = 0; from < ids.length; from += verifyChunkSize) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const verifyChunk = async (ctx: Context) => {
      await setTaskState(ctx, taskId, { state: 'running', done_count: from })
      return (await verifyCandidates(ctx, ids.slice(from, from + verifyChunkSize))).ok.length
    }
    matchCount += await job.runAs(userId, 'operators.verify', verifyChunk, task)
  }
  const message = translate(operatorTaskTexts.verified, language, { ok: matchCount, fail: ids.length - matchCount })
  await job.run('operators.verify', (ctx) => setTaskState(ctx, taskId, { state: 'done', done_count: ids.length, message }))
}

const notificationsPerRun = 200

/** Clears expired consents and announces IDs that end soon. */
async function sweepDocuments(job: JobContext): Promise<void> {
  while (!job.isStopping()) if ((await job.run('operators.papers', (ctx) => clearExpiredDocumentDays(ctx))) === 0) break
  while (!job.isStopping()) if ((await job.run('operators.papers', (ctx) => notifyEndingDocuments(ctx, notificationsPerRun))) < notificationsPerRun) break
}

export const jobs: Jobs = {
  handlers: [handleJob(exportJob, writeOperators), handleJob(verifyJob, verifyPeople), handleJob(documentsJob, sweepDocuments)],
  every: { [documentsJob.name]: 3600 },
}
