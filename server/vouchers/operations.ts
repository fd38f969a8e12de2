import type { Modules } from '#/api/modules.ts'
import { voucherFields, voucherKinds, voucherRefusals } from '#/api/vouchers.texts.ts'
import { maskCard } from '#/domain/identity.ts'
import { fen, plainYuan } from '#/domain/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/implementation.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { writeSheet } from '#/server/kernel/spreadsheet.ts'
import { drawReceipt } from '#/server/vouchers/document.ts'
import * as store from '#/server/vouchers/store.ts'

const zipMost = 5000
const exportMost = 50_000

function present(row: store.VoucherRow) {
  return {
    id: row.id,
    no: row.no,
    kind: row.kind,
    unitName: row.unit_name,
    batchId: row.batch_id,
    batchNo: row.batch_no,
    lineNo: row.line_no,
    amount: fen(row.amount_fen),
    payerName: row.payer_name,
    payerAccount: maskCard(row.payer_account),
    payeeName: row.payee_name,
    payeeAccount: maskCard(row.payee_account),
    bankSerial: row.bank_serial,
    tradedAt: row.traded_at.toISOString(),
    isReturned: row.is_returned,
  }
}

/** The headings of the list, in its order. */
export function headings(ctx: Pick<Context, 'language'>) {
  const order = ['no', 'kind', 'unit', 'batchNo', 'lineNo', 'payer', 'payee', 'payeeAccount', 'amount', 'serial', 'time', 'returned'] as const
  return order.map((name) => ({ heading: say(voucherFields[name], ctx.language), width: 20 }))
}

/** A receipt as a row of the list. */
export function sheetRow(ctx: Pick<Context, 'language'>, row: store.VoucherRow): string[] {
  return [
    row.no,
    say(voucherKinds[row.kind], ctx.language),
    row.unit_name,
    row.batch_no ?? '',
    row.line_no ?? '',
    row.payer_name,
    row.payee_name,
    maskCard(row.payee_account),
    plainYuan(fen(row.amount_fen)),
    row.bank_serial,
    row.traded_at.toISOString(),
    row.is_returned ? say(voucherFields.returned, ctx.language) : '',
  ]
}

export const vouchers: Implementation<Modules['vouchers']> = {
  async list(ctx, { page, size, ...filter }) {
    const rows = await store.list(ctx, filter, { size, from: (page - 1) * size })
    const { count, amount } = await store.totals(ctx, filter)
    return { rows: rows.map(present), count, totals: { amount: fen(amount) } }
  },

  async pdf(ctx, by) {
    const row = (await store.find(ctx, by)) ?? refuse(voucherRefusals, 'notFound')
    if (row.file_id !== null) return { fileId: row.file_id }
    const bytes = await drawReceipt(row)
    const { id, sha256 } = await ctx.files.save({
      name: `${row.no}.pdf`,
      mediaType: 'application/pdf',
      bytes,
      purpose: 'voucher',
      unitId: row.unit_id,
      centreId: row.centre_id,
    })
    await store.setFile(ctx, row.id, id)
    ctx.note({ refType: 'voucher', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, detail: { no: row.no, sha256 } })
    return { fileId: id }
  },

  async zip(ctx, filter) {
    const ids = await store.idsOf(ctx, filter, zipMost + 1)
    if (ids.length === 0) refuse(voucherRefusals, 'nothing')
    if (ids.length > zipMost) refuse(voucherRefusals, 'tooMany', { most: zipMost })
    const taskId = await store.addTask(ctx, { kind: 'vouchers.zip', title: `电子回单 ${ids.length} 份`, total: ids.length })
    await ctx.enqueue('vouchers.zip', { taskId, userId: ctx.actor.userId, ids, centreId: ctx.scope.centreId })
    ctx.note({ refType: 'task', refId: taskId, detail: { receipts: ids.length } })
    return { taskId, count: ids.length }
  },

  async exportList(ctx, filter) {
    const rows = await store.list(ctx, filter, { size: exportMost, from: 0 })
    const bytes = await writeSheet({
      sheets: [
        {
          name: 'receipts',
          stamp: `${ctx.actor.name} · ${ctx.now.toISOString()} · ${JSON.stringify(filter)} · ${rows.length}`,
          columns: headings(ctx),
          rows: rows.map((row) => sheetRow(ctx, row)),
        },
      ],
    })
    const { id, sha256 } = await ctx.files.save({
      name: '支付凭证.xlsx',
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bytes,
      purpose: 'export',
      unitId: ctx.actor.unitId,
      centreId: ctx.scope.centreId,
      keepDays: 7,
    })
    ctx.note({ refType: 'file', refId: id, detail: { rows: rows.length, sha256 } })
    return { fileId: id }
  },
}
