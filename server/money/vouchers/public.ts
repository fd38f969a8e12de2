import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/money/vouchers/store.ts'

/** Records a receipt for every one of these lines that the bank has paid; repeating it records nothing new. `month` is the month a line stands in. */
export async function recordPayments(ctx: Context, lines: readonly { readonly id: number; readonly month: string }[]): Promise<void> {
  if (lines.length > 0) await ctx.widen('receipts', () => store.addForLines(ctx, lines))
}

/** Marks the receipts of lines whose money came back. */
export async function markReturned(ctx: Context, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length > 0) await ctx.widen('receipts', () => store.markReturned(ctx, lineIds))
}

/** Records the receipt of a confirmed top-up. */
export async function recordTopup(ctx: Context, topupId: number): Promise<void> {
  await ctx.widen('receipts', () => store.addForTopup(ctx, topupId))
}
