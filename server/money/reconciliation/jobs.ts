import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { handleJob, job, noPayload, subscribe } from '#/server/kernel/jobs/job.ts'
import { logDatabaseError } from '#/server/lib/database/connection-errors.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { dailyFileFetched } from '#/server/money/payouts/public.ts'
import { importFetchedFile, importFetchedJob, importFile, importFileJob } from '#/server/money/reconciliation/importing.ts'
import { matchDay } from '#/server/money/reconciliation/matching.ts'
import { remindOfMissingFiles } from '#/server/money/reconciliation/notifications.ts'
import { rulesJob } from '#/server/money/reconciliation/rules.ts'
import { beginDays, daysToBegin } from '#/server/money/reconciliation/store-files.ts'
import { daysToMatchAgain, followExceptions } from '#/server/money/reconciliation/store-match.ts'
import { openDaysOf } from '#/server/money/reconciliation/store-rules.ts'
import { closedDaysOfReleased, daysOfTransfers, moveReleasedRows, settleAbsentTransfers } from '#/server/money/reconciliation/store-transfers.ts'

const beginJob = job('reconciliation.begin', noPayload)
const followJob = job('reconciliation.follow', noPayload)

/** Number of past days that are searched for payments. */
const maxDaysBack = 7

/** Creates the past days on which a channel paid, and sends reminders of late files and differences. */
async function beginDueDays(job: JobContext): Promise<void> {
  const daysToStart = await job.run(beginJob.name, (ctx) => {
    const today = dayOf(ctx.now)
    return daysToBegin(ctx, shiftDay(today, -maxDaysBack), today)
  })
  for (const { channel_id, centre_id, day } of daysToStart) {
    if (job.isStopping()) return
    await job.run(beginJob.name, async (ctx) => {
      await beginDays(ctx, channel_id, centre_id, [day])
      await matchDay(ctx, channel_id, day)
    })
  }
  await job.run(beginJob.name, remindOfMissingFiles)
}

/** Matches each day. A day that fails does not stop the others, because they cannot be closed before. */
async function forEachDay<D extends Row<'recon_day', 'channel_id' | 'day'>>(
  job: JobContext,
  days: readonly D[],
  match: (day: D) => Promise<unknown>,
): Promise<void> {
  for (const day of days) {
    if (job.isStopping()) return
    try {
      await match(day)
    } catch (error) {
      logDatabaseError(job.log, error, { channelId: day.channel_id, day: day.day }, 'a day could not be matched again')
    }
  }
}

/**
 * Settles differences whose payout exception is resolved, or whose movement has been imported or registered since. Matches
 * days again when a transfer of theirs is registered or released.
 */
async function followDifferences(job: JobContext): Promise<void> {
  const days = await job.run(followJob.name, async (ctx) => {
    await followExceptions(ctx, null)
    await settleAbsentTransfers(ctx, null)
    return [...(await daysToMatchAgain(ctx)), ...(await daysOfTransfers(ctx))]
  })
  await forEachDay(job, days, ({ channel_id, day }) => job.run(followJob.name, (ctx) => matchDay(ctx, channel_id, day)))
  await forEachDay(job, await job.run(followJob.name, closedDaysOfReleased), (day) =>
    job.run(followJob.name, async (ctx) => matchDay(ctx, day.channel_id, await moveReleasedRows(ctx, day))),
  )
}

async function followRules(job: JobContext, centreId: number): Promise<void> {
  const days = await job.run(rulesJob.name, (ctx) => openDaysOf(ctx, centreId))
  await forEachDay(job, days, ({ channel_id, day }) => job.run(rulesJob.name, (ctx) => matchDay(ctx, channel_id, day)))
}

export const jobs: Jobs = {
  handlers: [
    handleJob(importFileJob, importFile),
    handleJob(importFetchedJob, importFetchedFile),
    handleJob(beginJob, beginDueDays),
    handleJob(followJob, followDifferences),
    handleJob(rulesJob, (job, { centreId }) => followRules(job, centreId)),
  ],
  reacts: [subscribe(dailyFileFetched, importFetchedJob, (fetched) => fetched)],
  every: { [beginJob.name]: 600, [followJob.name]: 60 },
}
