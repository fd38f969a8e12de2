import type { Context } from '#/server/kernel/context.ts'
import { drawReceipt } from '#/server/money/vouchers/document.ts'
import * as store from '#/server/money/vouchers/store.ts'
import * as stored from '#/server/money/vouchers/store-changes.ts'

export { taxPayments } from '#/server/money/vouchers/questions.ts'
export { hasReceipt, receiptNo } from '#/server/money/vouchers/store-fragments.ts'

/** Records a receipt for each of these paid lines. Can be repeated. `month` is the month of the line's partition. */
export async function recordPaymentReceipts(ctx: Context, lines: readonly { readonly id: number; readonly month: string }[]): Promise<void> {
  if (lines.length > 0) await ctx.widen('receipts', () => store.addReceiptsOfLines(ctx, lines))
}

/** Marks the receipts of returned lines, and records receipts of returned fees. */
export async function markVouchersReturned(ctx: Context, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length > 0) await ctx.widen('receipts', () => store.markVouchersReturned(ctx, lineIds).then(() => stored.addReturnedFeeReceipts(ctx, lineIds)))
}

/** Records the receipt of a confirmed top-up. */
export async function recordTopupReceipt(ctx: Context, topupId: number): Promise<void> {
  await ctx.widen('receipts', () => store.addReceiptOfTopup(ctx, topupId))
}

/** Records the receipt of a paid refund. */
export async function recordRefundReceipt(ctx: Context, refundId: number): Promise<void> {
  await ctx.widen('receipts', () => store.addReceiptOfRefund(ctx, refundId))
}

/** Marks the receipt of a refund that the bank sent back. */
export async function markRefundReceiptReturned(ctx: Context, refundId: number): Promise<void> {
  await ctx.widen('receipts', () => stored.markReceiptOfReturnedRefund(ctx, refundId))
}

/** Records the fee receipts of batches for which no return is possible any more. */
export async function recordFeeReceipts(ctx: Context, batchIds: readonly number[]): Promise<void> {
  if (batchIds.length > 0) await ctx.widen('receipts', () => stored.addFeeReceipts(ctx, batchIds))
}

/** Records the receipt of a centre's payment to the tax office. */
export async function recordTaxReceipt(ctx: Context, taxPaymentId: number): Promise<void> {
  await ctx.widen('receipts', () => stored.addTaxReceipt(ctx, taxPaymentId))
}

/** Marks the receipt of a reversed payment to the tax office. */
export async function voidTaxReceipt(ctx: Context, taxPaymentId: number): Promise<void> {
  await ctx.widen('receipts', () => stored.markReceiptOfReversedTax(ctx, taxPaymentId))
}

/** A receipt that a channel has not provided yet. */
export interface PendingReceipt {
  readonly id: number
  readonly no: string
  readonly centreId: number
  readonly unitId: number | null
  readonly tries: number
  /** Our order number. */
  readonly requestNo: string
}

/** Returns the receipts to request from this channel now. */
export async function pendingReceipts(ctx: Context, channelId: number, limit: number): Promise<PendingReceipt[]> {
  const rows = await store.pendingReceipts(ctx, channelId, limit)
  return rows.map((row) => ({
    id: row.id,
    no: row.no,
    centreId: row.centre_id,
    unitId: row.unit_id,
    tries: row.receipt_tries,
    requestNo: row.request_no,
  }))
}

/** Stores the channel's receipt unchanged. This receipt replaces a generated one. */
export async function storeReceipt(ctx: Context, { id, no, centreId, unitId }: PendingReceipt, bytes: Uint8Array): Promise<void> {
  const { id: fileId, sha256 } = await ctx.files.save({ name: `${no}.pdf`, mediaType: 'application/pdf', bytes, purpose: 'voucher', unitId, centreId })
  if (await store.setChannelReceipt(ctx, id, fileId)) ctx.note({ refType: 'voucher', refId: id, unitId, centreId, detail: { no, sha256, from: 'channel' } })
}

const minuteMs = 60_000
/**
 * Maximum number of requests. Pauses grow from a minute to a day, so the requests end after about a week. The generated
 * receipt then names the platform as its author.
 */
const maxTries = 16

/** Schedules the next request of a missing receipt, with growing pauses. */
export async function postponeReceipt(ctx: Context, { id, tries }: PendingReceipt): Promise<void> {
  const delayMs = Math.min(minuteMs * 2 ** tries, 1440 * minuteMs)
  await store.postponeRequest(ctx, id, tries + 1 >= maxTries ? null : new Date(ctx.now.getTime() + delayMs))
}

export interface ReceiptDocument {
  readonly no: string
  readonly name: string
  /** Returns the document. Generates it if neither a channel nor a user provided a file. */
  readonly bytes: (read: (fileId: string) => Promise<Uint8Array>) => Promise<Uint8Array>
}

/** Returns up to `limit` receipts of a batch after this id, ordered by id. */
export async function receiptsOfBatch(
  ctx: Context,
  batchId: number,
  after: number,
  limit: number,
): Promise<{ receipts: ReceiptDocument[]; last: number | null }> {
  const rows = await store.listByBatch(ctx, batchId, after, limit)
  return {
    receipts: rows.map((row) => ({
      no: row.no,
      name: row.payee_name,
      bytes: (read) => (row.file_id !== null && (row.is_from_channel || row.is_uploaded) ? read(row.file_id) : drawReceipt(row)),
    })),
    last: rows.at(-1)?.id ?? null,
  }
}
