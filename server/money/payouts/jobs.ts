import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { dayOf } from '#/domain/period.ts'
import { workingDaysBack } from '#/domain/working-days.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { type DataOf, handle, job, nothing, react } from '#/server/kernel/job.ts'
import { workingCalendar } from '#/server/kernel/working-calendar.ts'
import { channelsOf } from '#/server/money/payouts/channels.ts'
import { recallOf } from '#/server/money/payouts/claiming.ts'
import { askDue, sendQueued, takeReturns } from '#/server/money/payouts/dispatch.ts'
import { dispatchJob } from '#/server/money/payouts/public.ts'
import * as store from '#/server/money/payouts/store.ts'
import { channelResumed } from '#/server/organisations/centres/public.ts'
import { operatorChanged } from '#/server/people/operators/public.ts'

const lookJob = job('payouts.look', nothing)
/** Runs all periodic work at once. */
export const sweepJob = job('payouts.sweep', nothing)
const closeJob = job('payouts.close', nothing)
const recallJob = job('payouts.recall', z.object({ operatorId: Id, unitId: Id.nullish() }))

/** Banking days a success is watched for a return before the batch is closed (domain.md §6). */
const returnWindowDays = 3
const dayMs = 86_400_000

/** What ended before this moment has been watched long enough. */
function watchedUntil(now: Date): Date {
  const today = dayOf(now)
  const days = (Date.parse(today) - Date.parse(workingDaysBack(today, returnWindowDays, workingCalendar))) / dayMs
  return new Date(now.getTime() - days * dayMs)
}

async function dispatch(job: JobContext): Promise<void> {
  await sendQueued(job, channelsOf(job))
}

async function sendAndAsk(job: JobContext): Promise<void> {
  if (!(await job.run('payouts.look', store.isAnyDue))) return
  const open = channelsOf(job)
  await sendQueued(job, open)
  await askDue(job, open)
}

async function sweep(job: JobContext): Promise<void> {
  await sendAndAsk(job)
  await takeReturns(job, channelsOf(job))
}

async function close(job: JobContext): Promise<void> {
  await job.run('payouts.close', async (ctx) => {
    for (const batch of await store.closeFinished(ctx, watchedUntil(ctx.now)))
      ctx.note({ refType: 'batch', refId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id, detail: { no: batch.no, to: 'closed' } })
  })
}

/** Asked for whenever somebody may have stopped being payable; one who is payable loses nothing. */
async function recall(job: JobContext, { operatorId, unitId = null }: DataOf<typeof recallJob>): Promise<void> {
  await job.run('payouts.recall', (ctx) => recallOf(ctx, operatorId, unitId))
}

/** The background jobs of payouts: send, query, apply returns, recall what may not be sent, close finished batches. */
export const jobs: Jobs = {
  handlers: [handle(dispatchJob, dispatch), handle(lookJob, sendAndAsk), handle(sweepJob, sweep), handle(closeJob, close), handle(recallJob, recall)],
  reacts: [react(operatorChanged, recallJob, (changed) => changed), react(channelResumed, dispatchJob, () => ({}))],
  every: { [lookJob.name]: 2, [sweepJob.name]: 10, [closeJob.name]: 60 },
}
