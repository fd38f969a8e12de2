import type { Context } from '#/server/kernel/context.ts'
import { drawReceipt } from '#/server/money/vouchers/document.ts'
import * as store from '#/server/money/vouchers/store.ts'
import * as kept from '#/server/money/vouchers/store-kept.ts'

/** Records a receipt for every one of these lines that the bank has paid; repeating it records nothing new. `month` is the month a line stands in. */
export async function recordPayments(ctx: Context, lines: readonly { readonly id: number; readonly month: string }[]): Promise<void> {
  if (lines.length > 0) await ctx.widen('receipts', () => store.addForLines(ctx, lines))
}

/** Marks the receipts of lines whose money came back. */
export async function markReturned(ctx: Context, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length > 0) await ctx.widen('receipts', () => store.markReturned(ctx, lineIds).then(() => kept.addFeesReturned(ctx, lineIds)))
}

/** Records the receipt of a confirmed top-up. */
export async function recordTopup(ctx: Context, topupId: number): Promise<void> {
  await ctx.widen('receipts', () => store.addForTopup(ctx, topupId))
}

/** Records the receipt of a paid refund. */
export async function recordRefund(ctx: Context, refundId: number): Promise<void> {
  await ctx.widen('receipts', () => store.addForRefund(ctx, refundId))
}

/** Records the receipts of the fees of batches from which nothing more is expected to come back. */
export async function recordFees(ctx: Context, batchIds: readonly number[]): Promise<void> {
  if (batchIds.length > 0) await ctx.widen('receipts', () => kept.addFees(ctx, batchIds))
}

/** Records the receipt of what a centre paid to the tax office. */
export async function recordTax(ctx: Context, taxPaymentId: number): Promise<void> {
  await ctx.widen('receipts', () => kept.addForTax(ctx, taxPaymentId))
}

/** Marks the receipt of a payment to the tax office that was taken back. */
export async function voidTax(ctx: Context, taxPaymentId: number): Promise<void> {
  await ctx.widen('receipts', () => kept.voidForTax(ctx, taxPaymentId))
}

/** A receipt that a channel has yet to give. */
export interface AwaitedReceipt {
  readonly id: number
  readonly no: string
  readonly centreId: number
  readonly unitId: number | null
  readonly tries: number
  /** Our number of the order that it is for. */
  readonly requestNo: string
}

/** Receipts that this channel has to be asked for now. */
export async function awaitedReceipts(ctx: Context, channelId: number, most: number): Promise<AwaitedReceipt[]> {
  const rows = await store.awaited(ctx, channelId, most)
  return rows.map((row) => ({
    id: row.id,
    no: row.no,
    centreId: row.centre_id,
    unitId: row.unit_id,
    tries: row.receipt_tries,
    requestNo: row.request_no,
  }))
}

/** Keeps the receipt that the channel gave, as it came, in place of one drawn here. */
export async function keepReceipt(ctx: Context, { id, no, centreId, unitId }: AwaitedReceipt, bytes: Uint8Array): Promise<void> {
  const { id: fileId, sha256 } = await ctx.files.save({ name: `${no}.pdf`, mediaType: 'application/pdf', bytes, purpose: 'voucher', unitId, centreId })
  if (await store.setReceipt(ctx, id, fileId)) ctx.note({ refType: 'voucher', refId: id, unitId, centreId, detail: { no, sha256, from: 'channel' } })
}

const minuteMs = 60_000
/** From a minute to a day; after about a week the channel is not asked any more, and what is drawn here says who drew it. */
const triesMost = 16

/** The channel has no receipt yet: it is asked again later, ever less often. */
export async function putReceiptOff(ctx: Context, { id, tries }: AwaitedReceipt): Promise<void> {
  const delay = Math.min(minuteMs * 2 ** tries, 1440 * minuteMs)
  await store.putOff(ctx, id, tries + 1 >= triesMost ? null : new Date(ctx.now.getTime() + delay))
}

/** A receipt with the file that stands for it, as papers of a batch hold it. */
export interface KeptReceipt {
  readonly no: string
  readonly name: string
  /** Drawn here where neither a channel nor a person brought one. */
  readonly bytes: (read: (fileId: string) => Promise<Uint8Array>) => Promise<Uint8Array>
}

/** The receipts of a batch behind this one, so many at a time, in the order of their ids. */
export async function receiptsOfBatch(ctx: Context, batchId: number, after: number, most: number): Promise<{ receipts: KeptReceipt[]; last: number | null }> {
  const rows = await store.ofBatch(ctx, batchId, after, most)
  return {
    receipts: rows.map((row) => ({
      no: row.no,
      name: row.payee_name,
      bytes: (read) => (row.file_id !== null && (row.is_from_channel || row.is_uploaded) ? read(row.file_id) : drawReceipt(row)),
    })),
    last: rows.at(-1)?.id ?? null,
  }
}
