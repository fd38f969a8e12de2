import type { Context } from '#/server/kernel/context.ts'
import { job, noPayload } from '#/server/kernel/jobs/job.ts'
import * as store from '#/server/money/payouts/store.ts'

/** Sends the queued lines that may be sent now. */
export const dispatchJob = job('payouts.dispatch', noPayload)

/**
 * Queues the payable lines of a batch, each with its permanent request number. The caller has locked the batch row and
 * enqueues `dispatchJob`. Skips lines queued earlier. Returns the number of newly queued lines.
 */
export async function queueBatch(ctx: Context, batch: { readonly id: number; readonly month: string; readonly channel_id: number }): Promise<number> {
  return store.queueLines(ctx, batch)
}

export { refusalInAllLanguages, refusalText } from '#/server/money/payouts/channels/file-refusals.ts'
export { endFetching, setFileOutcome } from '#/server/money/payouts/channels/store-inbox.ts'
export { dailyFileFetched, linesReturned } from '#/server/money/payouts/dispatch/events.ts'
export { applyReturns } from '#/server/money/payouts/dispatch/returns.ts'
export { haltMoment, type RerouteTarget, rerouteLines, rerouteTargetsOf, unsentTotals } from '#/server/money/payouts/dispatch/store-reroute.ts'
export { openDifference } from '#/server/money/payouts/exceptions/differences.ts'
export { type LostOrder, queryLostOrders } from '#/server/money/payouts/exceptions/lost-orders.ts'
export { placeOf as placeOfChannel } from '#/server/money/payouts/exceptions/store-exceptions.ts'
export {
  feeShares,
  isOrderOfBatch,
  lastOrderOf,
  openExceptionNo,
  openExceptionsOf,
  paymentsByOrder,
  returnedAt,
} from '#/server/money/payouts/store-fragments.ts'
