import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'
import { markFilesSealed, unsealedFiles } from '#/server/services/files/store.ts'

const action = 'files.seal'
const resealJob = job(action, noPayload)
const intervalSeconds = 60
const maxFiles = 200

/**
 * Encrypts files of earlier versions, one chunk a minute. Starts at a random id, so that an unreadable file does not
 * stop the others.
 */
async function resealFiles(job: JobContext): Promise<void> {
  const ids = await job.runAsOwner(action, ({ db, newId }) => unsealedFiles(db, newId(), maxFiles))
  const sealedIds: string[] = []
  for (const id of ids) {
    if (job.isStopping()) break
    const isDone = await job.store.reseal(id).then(
      () => true,
      (error: unknown) => {
        job.log.warn({ file: id, error: String(error) }, 'a file cannot be sealed')
        return false
      },
    )
    if (isDone) sealedIds.push(id)
  }
  if (sealedIds.length === 0) return
  await job.runAsOwner(action, ({ db }) => markFilesSealed(db, sealedIds))
  job.log.info({ files: sealedIds.length }, 'files were sealed')
}

export const jobs: Jobs = { handlers: [handleJob(resealJob, resealFiles)], every: { [resealJob.name]: intervalSeconds } }
