import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { workingDaysAgo } from '#/domain/base/working-days.ts'
import { findChannelKind } from '#/domain/organisations/payout-channel.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { type DataOf, handleJob, job, noPayload, subscribe } from '#/server/kernel/jobs/job.ts'
import { fetchBalances, fetchDailyFiles, fetchReceipts } from '#/server/money/payouts/channels/fetching.ts'
import { noticesJob } from '#/server/money/payouts/channels/notices.ts'
import { type ChannelRef, channelOpener } from '#/server/money/payouts/channels/registry.ts'
import { recallPayee } from '#/server/money/payouts/dispatch/claiming.ts'
import { busyChannels, importReturns, queryDueOrdersOnChannel, sendQueuedOrdersOnChannel } from '#/server/money/payouts/dispatch/dispatch.ts'
import { dispatchJob } from '#/server/money/payouts/public.ts'
import * as store from '#/server/money/payouts/store.ts'
import * as tallies from '#/server/money/payouts/store-tallies.ts'
import { recordFeeReceipts } from '#/server/money/vouchers/public.ts'
import { channelResumed } from '#/server/organisations/centres/public.ts'
import { operatorChanged } from '#/server/people/operators/public.ts'

const dispatchDueJob = job('payouts.look', noPayload)
/** Runs all periodic work at once. */
export const sweepJob = job('payouts.sweep', noPayload)
const closeJob = job('payouts.close', noPayload)
const receiptsJob = job('payouts.receipts', noPayload)
const balancesJob = job('payouts.balances', noPayload)
const dailyFilesJob = job('payouts.dailyFiles', noPayload)
const recallJob = job('payouts.recall', z.object({ operatorId: Id, unitId: Id.nullish() }))

/** Number of full banking days in which a success may be returned before its batch is closed. */
const returnWindowDays = 3

/** Returns the latest end of a batch whose return window is over. */
function returnWindowEnd(now: Date): Date {
  return new Date(`${shiftDay(workingDaysAgo(dayOf(now), returnWindowDays, workingCalendar), 1)}T00:00:00+08:00`)
}

/** The ids of the channels that each server is working on. */
const busyByStore = new WeakMap<object, Set<number>>()
const runningWork = new Set<Promise<void>>()
const slowChannelMs = 2000
const shutdownMs = 10_000

/** Returns whether calls to the channel use the network and may take long. */
const isRemote = ({ channel_kind }: ChannelRef) => findChannelKind(channel_kind)?.can.includes('test') ?? false

/**
 * Works on every channel concurrently. A slow channel continues in the background and is not started again meanwhile,
 * so a hanging bank delays only its own payments.
 */
async function workOnFreeChannels(job: JobContext, work: (ref: ChannelRef) => Promise<unknown>): Promise<void> {
  const busyIds = busyByStore.get(job.store) ?? new Set<number>()
  busyByStore.set(job.store, busyIds)
  const freeChannels = (await busyChannels(job)).filter((ref) => !busyIds.has(ref.channel_id))
  const runs = freeChannels.map((ref) => {
    busyIds.add(ref.channel_id)
    const run: Promise<void> = work(ref)
      .catch((error: unknown) => job.log.error({ channelId: ref.channel_id, error: String(error) }, 'the work of a channel failed'))
      .then(() => {
        busyIds.delete(ref.channel_id)
        runningWork.delete(run)
      })
    runningWork.add(run)
    return isRemote(ref) ? Promise.race([run, sleep(slowChannelMs, undefined, { ref: false })]) : run
  })
  await Promise.all(runs)
}

async function dispatch(job: JobContext): Promise<void> {
  const open = channelOpener(job)
  await workOnFreeChannels(job, (ref) => sendQueuedOrdersOnChannel(job, open, ref))
}

async function sendAndQuery(job: JobContext): Promise<void> {
  if (!(await job.run('payouts.look', store.isAnyLineDue))) return
  const open = channelOpener(job)
  await workOnFreeChannels(job, async (ref) => {
    await sendQueuedOrdersOnChannel(job, open, ref)
    await queryDueOrdersOnChannel(job, open, ref)
  })
}

async function applyNotices(job: JobContext): Promise<void> {
  await importReturns(job, channelOpener(job))
}

async function sweep(job: JobContext): Promise<void> {
  await sendAndQuery(job)
  await applyNotices(job)
}

async function closeBatches(job: JobContext): Promise<void> {
  await job.run('payouts.close', async (ctx) => {
    const closedBatches = await tallies.closeFinishedBatches(ctx, returnWindowEnd(ctx.now))
    await recordFeeReceipts(
      ctx,
      closedBatches.map((batch) => batch.id),
    )
    for (const batch of closedBatches)
      ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, to: 'closed' } })
  })
}

/** Runs after a change that may make a payee unpayable. Lines of payable payees stay queued. */
async function recallPayeeLines(job: JobContext, { operatorId, unitId = null }: DataOf<typeof recallJob>): Promise<void> {
  await job.run('payouts.recall', (ctx) => recallPayee(ctx, operatorId, unitId))
}

/** The background jobs of payouts: send, query, apply returns, recall unpayable lines, close finished batches. */
export const jobs: Jobs = {
  handlers: [
    handleJob(dispatchJob, dispatch),
    handleJob(dispatchDueJob, sendAndQuery),
    handleJob(sweepJob, sweep),
    handleJob(closeJob, closeBatches),
    handleJob(recallJob, recallPayeeLines),
    handleJob(noticesJob, applyNotices),
    handleJob(receiptsJob, fetchReceipts),
    handleJob(balancesJob, fetchBalances),
    handleJob(dailyFilesJob, fetchDailyFiles),
  ],
  reacts: [subscribe(operatorChanged, recallJob, (changed) => changed), subscribe(channelResumed, dispatchJob, () => ({}))],
  every: { [dispatchDueJob.name]: 2, [sweepJob.name]: 10, [closeJob.name]: 60, [receiptsJob.name]: 15, [balancesJob.name]: 60, [dailyFilesJob.name]: 1800 },
  // Calls in progress may finish within this time. The lines of aborted calls are queried later.
  stop: async () => void (await Promise.race([Promise.allSettled(runningWork), sleep(shutdownMs, undefined, { ref: false })])),
}
