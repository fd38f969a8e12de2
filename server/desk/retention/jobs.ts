import { retentionRules } from '#/server/desk/retention/rules.ts'
import * as store from '#/server/desk/retention/store.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload } from '#/server/kernel/jobs/job.ts'

const action = 'retention.sweep'
const sweepJob = job(action, noPayload)
const hourMs = 3_600_000
// Bytes may be older than their row, which a running transaction has not committed yet. This is the age at which they
// count as orphans.
const orphanAgeMs = 24 * hourMs
const abandonedAfterMs = 30 * 24 * hourMs
// The store has 256 parts. Each hourly run scans a sixteenth of them, so 16 runs scan the whole store.
const scanRoundHours = 16
const storePartCount = 256

/**
 * Deletes expired files: marks the row, removes the bytes, then deletes the row. After a crash the next run continues
 * with marked rows. A row that users can open always has its bytes.
 */
async function sweepFiles(job: JobContext): Promise<void> {
  while (!job.isStopping()) {
    const ids = await job.runAsOwner(action, async (ctx) => {
      const { db, now } = ctx
      const before = new Date(now.getTime() - abandonedAfterMs)
      await store.expireAbandonedPictures(db, now, before)
      for (const { person_id, count } of await store.expireFaces(db, now, before))
        ctx.note({ refType: 'operator', refId: person_id, detail: { facesDeleted: count } })
      await store.markExpiredFiles(db, now)
      return store.markedFileIds(db)
    })
    if (ids.length === 0) return
    for (const id of ids) await job.store.remove(id)
    await job.runAsOwner(action, ({ db }) => store.deleteFileRows(db, ids))
  }
}

/** Deletes bytes without a row, which rolled-back transactions left. Each hour scans another part of the store. */
async function sweepOrphans(job: JobContext): Promise<void> {
  const { real } = await job.runAsOwner(action, async (ctx) => ({ real: ctx.real }))
  const hour = Math.floor(real.getTime() / hourMs) % scanRoundHours
  for (let part = hour; part < storePartCount && !job.isStopping(); part += scanRoundHours) {
    const storedObjects = await job.store.list(part.toString(16).padStart(2, '0'))
    const oldIds = storedObjects.filter(({ at }) => at.getTime() < real.getTime() - orphanAgeMs).map(({ id }) => id)
    for (let from = 0; from < oldIds.length; from += store.maxFiles) {
      const ids = oldIds.slice(from, from + store.maxFiles)
      const storedIds = await job.runAsOwner(action, ({ db }) => store.existingFileIds(db, ids))
      const orphans = ids.filter((id) => !storedIds.has(id))
      for (const id of orphans) await job.store.remove(id)
      if (orphans.length > 0) job.log.info({ files: orphans.length }, 'bytes without a row were removed')
    }
  }
}

/** Deletes all data past its retention, one chunk per transaction. Several servers may run it concurrently. */
async function sweep(job: JobContext): Promise<void> {
  for (const rule of retentionRules) {
    let deletedCount = store.maxRows
    while (deletedCount === store.maxRows && !job.isStopping()) deletedCount = await job.runAsOwner(action, (ctx) => store.deleteExpiredRows(ctx, rule))
  }
  await sweepFiles(job)
  await sweepOrphans(job)
}

export const jobs: Jobs = { handlers: [handleJob(sweepJob, sweep)], every: { [sweepJob.name]: 3600 } }
