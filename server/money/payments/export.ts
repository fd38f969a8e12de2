import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { invoiceStatusNames } from '#/api/money/collections.texts.ts'
import { batchExportTexts, batchFields, batchStateNames } from '#/api/money/payments.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { BatchSort } from '#/domain/money/batch.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import * as store from '#/server/money/payments/store.ts'

type Row = store.BatchRow

const momentText = (at: Date | null) => (at === null ? '' : dateTimeOf(at))
const endedCount = (row: Row) => row.success_count + row.failed_count + row.returned_count

const columns: readonly ListColumn<Row>[] = [
  { heading: batchFields.no, width: 24, value: (row) => row.no },
  { heading: batchFields.state, width: 14, value: (row, language) => translate(batchStateNames[row.state], language) },
  { heading: batchFields.unit, width: 28, value: (row) => row.unit_name },
  { heading: batchFields.centre, width: 22, value: (row) => row.centre_name },
  { heading: batchFields.mode, width: 14, value: (row, language) => translate(contractModeNames[row.mode], language) },
  { heading: batchFields.order, width: 28, value: (row) => row.order_title },
  { heading: batchFields.channel, width: 18, value: (row) => row.channel_name },
  { heading: batchFields.lines, kind: 'number', width: 8, value: (row) => row.line_count },
  { heading: batchExportTexts.success, kind: 'number', width: 10, value: (row) => row.success_count },
  { heading: batchExportTexts.failed, kind: 'number', width: 10, value: (row) => row.failed_count },
  { heading: batchExportTexts.returned, kind: 'number', width: 10, value: (row) => row.returned_count },
  { heading: batchExportTexts.open, kind: 'number', width: 10, value: (row) => Math.max(0, row.payable_count - endedCount(row)) },
  { heading: batchFields.grossAmount, kind: 'money', width: 16, value: (row) => row.gross_fen },
  { heading: batchFields.tax, kind: 'money', width: 14, value: (row) => row.vat_fen + row.surcharge_fen + row.iit_fen },
  { heading: batchFields.fee, kind: 'money', width: 14, value: (row) => row.fee_fen },
  { heading: batchFields.netAmount, kind: 'money', width: 16, value: (row) => row.net_fen },
  { heading: batchFields.cost, kind: 'money', width: 16, value: (row) => row.cost_fen },
  { heading: batchFields.retryTitle, width: 24, value: (row) => row.retry_of_no ?? '' },
  { heading: batchFields.remark, width: 24, value: (row) => row.remark },
  { heading: batchFields.maker, width: 12, value: (row) => row.maker_name },
  { heading: batchFields.created, width: 20, value: (row) => momentText(row.created_at) },
  { heading: batchFields.submitted, width: 20, value: (row) => momentText(row.submitted_at) },
  { heading: batchFields.checker, width: 12, value: (row) => row.checker_name ?? '' },
  { heading: batchFields.auditor, width: 12, value: (row) => row.auditor_name ?? '' },
  { heading: batchFields.payer, width: 12, value: (row) => row.payer_name ?? '' },
  { heading: batchFields.paidAt, width: 20, value: (row) => momentText(row.paid_at) },
  { heading: batchFields.invoice, width: 12, value: (row, language) => translate(invoiceStatusNames[row.invoice_state], language) },
  { heading: batchFields.finished, width: 20, value: (row) => momentText(row.finished_at) },
]

export const batchesFileName = (ctx: Context): string => translate(batchExportTexts.list, ctx.language)

/**
 * Builds the export of batches. The first line names the filter `requested`. Refuses more rows than an export may have.
 */
export async function batchesForExport(ctx: Context, filter: store.BatchFilter, requested: object, sort: BatchSort): Promise<ExportList<Row>> {
  const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size, sort })).rows)
  return { name: batchesFileName(ctx), language: ctx.language, filter: requested, columns, rows }
}
