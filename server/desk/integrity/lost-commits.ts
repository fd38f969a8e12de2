import { pages } from '#/api/pages.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { lostOrderCheck as name } from '#/server/desk/integrity/invariants.ts'
import * as store from '#/server/desk/integrity/store.ts'
import { addBrokenRun, addLostOrders, advanceSequences, missingOrders, ordersWithoutException, setBankResponses } from '#/server/desk/integrity/store-lost.ts'
import type { LostHead } from '#/server/kernel/archive/commit-record.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import { job, noPayload } from '#/server/kernel/jobs/job.ts'
import { newestEntryAt } from '#/server/kernel/request/store-trail.ts'
import { skipNumbers } from '#/server/kernel/rows/numbers.ts'
import { queryLostOrders } from '#/server/money/payouts/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

const action = 'integrity.check'
const maxOffenders = 20

const lostRowsText = ({ chain, seq, found }: LostHead) => `trail ${chain} ${found < seq ? `${found + 1}–${seq}` : `…–${seq}`}`

/**
 * Stops payouts when the database lacks trail rows that this server committed. Skips ahead with all sequences, so that
 * no number is issued twice, and lists the lost orders.
 */
export async function stopPayoutsOnLostCommits(job: JobContext): Promise<void> {
  const lostHeads = await job.commitRecord.missing()
  if (lostHeads.length === 0) return
  job.log.error({ invariant: name, lost: lostHeads }, 'the database is behind what this server committed: payouts are stopped')
  await job.runAsOwner(action, async (ctx) => {
    const newestEntryTime = await newestEntryAt(ctx.db)
    // Starts a day earlier, because an order may have been sent long before its batch was lost.
    const recentOrders = newestEntryTime === null ? [] : job.commitRecord.ordersSince(shiftDay(dayOf(newestEntryTime), -1))
    const orders = await missingOrders(ctx, recentOrders)
    const offenders = [...lostHeads.map(lostRowsText), ...orders.map((order) => `order ${order.requestNo}`)].slice(0, maxOffenders)
    await skipNumbers(ctx.db, ctx.now)
    await advanceSequences(ctx)
    const stop = await store.stopPayouts(ctx, await addBrokenRun(ctx, name, offenders), [name])
    await addLostOrders(ctx, orders)
    ctx.note({ refType: 'payout_stop', refId: stop?.id ?? 0, detail: { checks: [name], offenders, orders: orders.length } })
    const values = { checks: [name] }
    const path = `${pages.syslog.path}?pane=checks`
    await sendNotification(ctx, { to: await store.administratorIds(ctx), kind: 'payoutsStopped', values, path, refType: 'payout_stop', refId: stop?.id ?? 0 })
  })
  job.commitRecord.forget(lostHeads)
}

export const lostCommitsJob = job('integrity.memory', noPayload)
export const recoveryJob = job('integrity.bringBack', noPayload)

/** Queries the bank about the lost orders and lists them as payout exceptions, which two people resolve. */
export async function recoverLostOrders(job: JobContext): Promise<void> {
  const orders = await job.run('integrity.bringBack', ordersWithoutException)
  const answers = await queryLostOrders(job, orders)
  await job.run('integrity.bringBack', (ctx) => setBankResponses(ctx, answers))
}
