import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/payouts/store.ts'

/** Puts every payable line of a batch into the queue, each with the request number it keeps for good. Answers how many. */
export async function queueBatch(ctx: Context, batch: { readonly id: number; readonly month: string; readonly channel_id: number }): Promise<number> {
  return store.queue(ctx, batch)
}
