import type { Modules } from '#/api/modules.ts'
import { voucherRefusals, voucherTaskTexts } from '#/api/money/vouchers.texts.ts'
import { maskCard } from '#/domain/base/identity.ts'
import { fen, parseYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { addWorkingDays } from '#/domain/base/working-days.ts'
import { receiptDays } from '#/domain/money/voucher.ts'
import type { Context } from '#/server/kernel/context.ts'
import { workingCalendar } from '#/server/kernel/installation/working-calendar.ts'
import { requestTask } from '#/server/kernel/jobs/task-work.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { drawReceipt } from '#/server/money/vouchers/document.ts'
import { zipJob } from '#/server/money/vouchers/jobs.ts'
import { voucherColumns } from '#/server/money/vouchers/sheet.ts'
import * as store from '#/server/money/vouchers/store.ts'
import * as stored from '#/server/money/vouchers/store-changes.ts'
import { storeDocument } from '#/server/services/files/public.ts'

const maxZipFiles = 5000
const maxRows = 50_000
/** Days after which a payee's copy is deleted. The payee can generate the copy again. */
const copyKeepDays = 7

/** Converts the amount of a filter to fen. */
const parseFilter = ({ amount, ...rest }: Omit<store.VoucherFilter, 'amount'> & { readonly amount?: string | undefined }): store.VoucherFilter => ({
  ...rest,
  ...(amount && { amount: parseYuan(amount) ?? fen(0) }),
})

/** Payees cannot see the batch, which contains other payees. */
function presentVoucher({ scope, actor }: Context, row: store.VoucherRow) {
  const isOwn = scope.operatorId !== null
  return {
    id: row.id,
    no: row.no,
    kind: row.kind,
    unitName: row.unit_name ?? '',
    centreName: row.centre_name,
    batchId: isOwn ? null : row.batch_id,
    batchNo: isOwn ? null : row.batch_no,
    lineNo: row.line_no,
    declarationId: row.period_id,
    amount: fen(row.amount_fen),
    payerName: row.payer_name,
    payerAccount: maskCard(row.payer_account),
    payeeName: row.payee_name,
    payeeAccount: maskCard(row.payee_account),
    ...fieldsOf(row, 'bank_serial', 'traded_at', 'is_returned', 'is_from_channel', 'is_uploaded'),
    receipt: store.receiptStateOf(row),
    expectedOn: row.receipt_due_at === null ? null : addWorkingDays(dayOf(row.traded_at), receiptDays, workingCalendar),
    may: {
      fetch:
        (actor.may('zf:make') || actor.may('zf:pay') || actor.may('zf:offline')) &&
        !row.is_from_channel &&
        !row.is_uploaded &&
        (row.receipt_due_at !== null || row.receipt_tries > 0),
      upload: actor.unitId === null && actor.may('zf:offline'),
    },
  }
}

/** Generates a copy of the receipt for its payee. */
async function drawForPayee(ctx: Context, row: store.VoucherRow): Promise<{ fileId: string }> {
  const storedReceipt =
    (row.is_from_channel || row.is_uploaded) && row.file_id !== null ? await ctx.widen('own payments', () => ctx.files.open(row.file_id ?? '')) : null
  const bytes = storedReceipt?.bytes ?? (await ctx.outside('receipt', row, () => drawReceipt(row)))
  const { id, sha256 } = await ctx.files.save({
    name: `${row.no}.pdf`,
    mediaType: 'application/pdf',
    bytes,
    purpose: 'export',
    operatorId: ctx.scope.operatorId,
    keepDays: copyKeepDays,
  })
  ctx.note({ refType: 'voucher', refId: row.id, detail: { no: row.no, sha256 } })
  return { fileId: id }
}

export const vouchers: Implementation<Modules['vouchers']> = {
  async list(ctx, { page, size, after, before, isWhole, ...requested }) {
    const filter = parseFilter(requested)
    const [{ rows, next }, { count, sums }] = await Promise.all([store.list(ctx, filter, { page, size, after, before }), store.totals(ctx, filter, isWhole)])
    return { rows: rows.map((row) => presentVoucher(ctx, row)), count, next, totals: sums && { amount: fen(sums.amount) } }
  },

  async pdf(ctx, by) {
    const row = (await store.find(ctx, by)) ?? refuse(voucherRefusals, 'notFound')
    if (ctx.scope.operatorId !== null) return drawForPayee(ctx, row)
    if (row.file_id !== null) return { fileId: row.file_id }
    // Until the channel's receipt arrives, a generated one is shown but not stored.
    const isTemporary = row.receipt_due_at !== null
    const bytes = await ctx.outside('receipt', row, () => drawReceipt(row))
    const { id, sha256 } = await ctx.files.save({
      name: `${row.no}.pdf`,
      mediaType: 'application/pdf',
      bytes,
      purpose: 'voucher',
      unitId: row.unit_id,
      centreId: row.centre_id,
      ...(isTemporary && { keepDays: copyKeepDays }),
    })
    if (!isTemporary && !(await store.setVoucherFile(ctx, row.id, id))) return { fileId: (await store.find(ctx, { id: row.id }))?.file_id ?? id }
    ctx.note({ refType: 'voucher', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, sha256 } })
    return { fileId: id }
  },

  async own(ctx, { lineId }) {
    const voucher = ctx.scope.operatorId === null ? undefined : await store.find(ctx, { lineId })
    return drawForPayee(ctx, voucher ?? refuse(voucherRefusals, 'notFound'))
  },

  async zip(ctx, requested) {
    const filter = parseFilter(requested)
    if (filter.ids) expectAllFound(filter.ids, await store.matchingIds(ctx, { ids: filter.ids }, filter.ids.length))
    const ids = await store.matchingIds(ctx, filter, maxZipFiles + 1)
    if (ids.length === 0) refuse(voucherRefusals, 'nothing')
    if (ids.length > maxZipFiles) refuse(voucherRefusals, 'tooMany', { most: maxZipFiles })
    const title = translate(voucherTaskTexts.title, ctx.language, { count: ids.length })
    const taskId = await requestTask(ctx, zipJob, { title, total: ids.length }, (requested) => ({ ...requested, ids }))
    ctx.note({ refType: 'task', refId: taskId, detail: { receipts: ids.length } })
    return { taskId, count: ids.length }
  },

  async fetch(ctx, { id }) {
    const row = (await store.find(ctx, { id })) ?? refuse(voucherRefusals, 'notFound')
    if (!(await stored.restartReceiptRequests(ctx, id))) refuse(voucherRefusals, 'nothingToFetch')
    ctx.note({ refType: 'voucher', refId: id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, tries: row.receipt_tries } })
    return {}
  },

  async upload(ctx, { id, reason, file }) {
    const row = (await store.find(ctx, { id })) ?? refuse(voucherRefusals, 'notFound')
    if (reason.length < 2) refuse(voucherRefusals, 'reasonNeeded')
    const fileOwner = { purpose: 'voucher', unitId: row.unit_id, centreId: row.centre_id }
    const { fileId, sha256 } = await storeDocument(ctx, { upload: file, pictures: false, ...fileOwner })
    const [last] = await stored.uploadsOf(ctx, id)
    if (last?.sha256 === sha256) refuse(voucherRefusals, 'sameFile')
    await stored.replaceReceiptByUpload(ctx, row, { id: fileId, sha256, reason })
    ctx.note({ refType: 'voucher', refId: id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, sha256, reason, replaced: row.file_id } })
    return {}
  },

  async uploads(ctx, { id }) {
    if (!(await store.find(ctx, { id }))) refuse(voucherRefusals, 'notFound')
    return (await stored.uploadsOf(ctx, id)).map((row) => ({
      id: row.id,
      by: row.by,
      at: row.uploaded_at.toISOString(),
      ...fieldsOf(row, 'reason', 'file_id', 'sha256', 'replaced_file_id'),
    }))
  },

  async exportList(ctx, requested) {
    const filter = parseFilter(requested)
    const name = translate(voucherTaskTexts.list, ctx.language)
    const read = async () => {
      const rows = await exportRows((size) => store.listNewest(ctx, filter, size), maxRows)
      return { name, language: ctx.language, filter: requested, columns: voucherColumns, rows }
    }
    const { fileId } = await storeExport(ctx, requested, read, {}, { name })
    return { fileId }
  },
}
