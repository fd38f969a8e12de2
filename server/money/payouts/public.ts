import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/money/payouts/store.ts'

/**
 * Hands the payable lines of a batch over to its channel: each is queued with the request number it will keep. The caller holds the batch's row and enqueues
 * `payouts.dispatch`. Answers how many lines were queued; lines that were queued before stay as they are.
 */
export async function queueBatch(ctx: Context, batch: { readonly id: number; readonly month: string; readonly channel_id: number }): Promise<number> {
  return store.queueLines(ctx, batch)
}
