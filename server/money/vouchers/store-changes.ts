import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { fileFacts } from '#/server/kernel/files/store-files.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { taxPayments } from '#/server/money/vouchers/questions.ts'
import type { VoucherRow } from '#/server/money/vouchers/store.ts'

/** The payee of taxes in business documents. */
const taxOffice = '税务机关'

/** A fee receipt covers the payments of its batch that were booked before it. */
const coversLine = (fee: string) =>
  sql`${sql.ref(fee)}.kind = 'fee' and ${sql.ref(fee)}.batch_id = line.batch_id and ${sql.ref(fee)}.created_at >= line.booked_at`

/**
 * Adds the fee receipts of these batches once no return is possible, for the fees actually paid. A batch that closes
 * again after a late payment gets another one for the fees that no receipt covers.
 */
export async function addFeeReceipts(ctx: Context, batchIds: readonly number[]): Promise<void> {
  await ctx.run`insert into voucher (no, kind, centre_id, unit_id, mode, batch_id, amount_fen, payer_name, payer_account, payee_name, payee_account, payee_bank, bank_serial, traded_at, created_at)
    select 'FW' || batch.no || case when earlier.count > 0 then '-' || earlier.count + 1 else '' end, 'fee', batch.centre_id, batch.unit_id, batch.mode, batch.id, paid.fee, unit.name, '', centre.legal_name, centre.account_no, centre.account_bank, batch.no,
      coalesce(batch.finished_at, ${ctx.now}::timestamptz), ${ctx.now}::timestamptz
    from payment_batch batch join unit on unit.id = batch.unit_id join centre on centre.id = batch.centre_id cross join lateral (
        select coalesce(sum(line.fee_fen), 0)::bigint as fee from payment_line line where line.month = batch.month and line.batch_id = batch.id and line.state = 'success'
          and not exists (select from voucher issued where ${coversLine('issued')})) paid
      cross join lateral (select count(*) from voucher issued where issued.kind = 'fee' and issued.batch_id = batch.id) earlier
    where batch.id = any(${[...batchIds]}::bigint[]) and batch.state = 'closed' and paid.fee > 0 on conflict do nothing`
}

/** Adds receipts for fees returned with these lines, if a fee receipt covers them. That receipt stays unchanged. */
export async function addReturnedFeeReceipts(ctx: Context, lineIds: readonly number[]): Promise<void> {
  await ctx.run`insert into voucher (no, kind, centre_id, unit_id, mode, batch_id, amount_fen, payer_name, payer_account, payee_name, payee_account, payee_bank, bank_serial, traded_at, created_at)
    select 'FT' || line.no, 'refund', line.centre_id, line.unit_id, line.mode, line.batch_id, line.fee_fen, fee.payee_name, fee.payee_account, fee.payer_name, '', '', line.no, ${ctx.now}::timestamptz,
      ${ctx.now}::timestamptz
    from voucher paid join payment_batch batch on batch.id = paid.batch_id join payment_line line on line.month = batch.month and line.id = paid.line_id
      cross join lateral (select * from voucher issued where ${coversLine('issued')} order by issued.id limit 1) fee
    where paid.line_id = any(${[...lineIds]}::bigint[]) and line.fee_fen > 0 on conflict do nothing`
}

/** Adds the receipt of a tax payment or refund, with the registered document if it is a PDF. */
export async function addTaxReceipt(ctx: Context, taxPaymentId: number): Promise<void> {
  await ctx.run`insert into voucher (no, kind, centre_id, mode, tax_payment_id, amount_fen, payer_name, payer_account, payee_name, payee_account, bank_serial, traded_at, created_at, file_id, is_uploaded)
    select 'JK' || replace(paid.month, '-', '') || lpad(paid.centre_id::text, 2, '0') || lpad(paid.id::text, 6, '0'), 'tax', paid.centre_id, paid.mode, paid.id, abs(paid.amount_fen),
      case when paid.amount_fen > 0 then centre.account_name else ${taxOffice} end, case when paid.amount_fen > 0 then centre.account_no else '' end,
      case when paid.amount_fen > 0 then ${taxOffice} else centre.account_name end, case when paid.amount_fen > 0 then '' else centre.account_no end,
      paid.serial, paid.paid_on::timestamp at time zone 'Asia/Shanghai', ${ctx.now}::timestamptz, case when file.media_type = 'application/pdf' then paid.file_id end, file.media_type = 'application/pdf'
    from ${ask(ctx, taxPayments)} paid join centre on centre.id = paid.centre_id join lateral ${fileFacts(sql`paid.file_id`)} file on true
    where paid.id = ${taxPaymentId} on conflict do nothing`
}

/** Marks the receipt of a refund that the bank sent back. */
export const markReceiptOfReturnedRefund = (ctx: Context, refundId: number): Promise<void> =>
  ctx.run`update voucher set is_returned = true, file_id = case when is_from_channel or is_uploaded then file_id end where refund_id = ${refundId}`

/** Marks the receipt of a reversed payment to the tax office. */
export const markReceiptOfReversedTax = (ctx: Context, taxPaymentId: number): Promise<void> =>
  ctx.run`update voucher set is_returned = true, file_id = case when is_from_channel or is_uploaded then file_id end where tax_payment_id = ${taxPaymentId}`

/** Restarts the requests to the bank. Returns false if the channel provides no receipts. */
export async function restartReceiptRequests(ctx: Context, id: number): Promise<boolean> {
  return (
    (await ctx.affected`update voucher set receipt_due_at = ${ctx.now}, receipt_tries = 0 where id = ${id} and not is_from_channel and not is_uploaded
    and (receipt_due_at is not null or receipt_tries > 0)`) > 0
  )
}

/** Makes an uploaded document the receipt. The replaced one is stored too. */
export async function replaceReceiptByUpload(ctx: Context, row: VoucherRow, file: { id: string; sha256: string; reason: string }): Promise<void> {
  await ctx.db
    .insertInto('voucher_upload')
    .values({
      voucher_id: row.id,
      centre_id: row.centre_id,
      unit_id: row.unit_id,
      file_id: file.id,
      sha256: file.sha256,
      replaced_file_id: row.file_id,
      reason: file.reason,
      uploaded_by: ctx.actor.userId,
      uploaded_at: ctx.now,
    })
    .execute()
  await ctx.run`update voucher set file_id = ${file.id}, is_uploaded = true, receipt_due_at = null where id = ${row.id}`
}

export interface UploadRow extends Row<'voucher_upload', 'id' | 'file_id' | 'sha256' | 'replaced_file_id' | 'reason' | 'uploaded_at'> {
  by: string
}

/** Returns the uploads of a receipt, newest first. */
export async function uploadsOf(ctx: Context, id: number): Promise<UploadRow[]> {
  return ctx.rows<UploadRow>`select brought.id, brought.file_id, brought.sha256, brought.replaced_file_id, brought.reason, brought.uploaded_at, app_user.name as by
    from voucher_upload brought join app_user on app_user.id = brought.uploaded_by where brought.voucher_id = ${id} and ${inScope(ctx.scope, 'brought')} order by brought.id desc`
}
