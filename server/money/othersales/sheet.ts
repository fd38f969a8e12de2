import { otherSaleFields as fields, noticeReasonNames, otherSaleStateNames, otherSaleTexts as words } from '#/api/money/othersales.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import * as store from '#/server/money/othersales/store.ts'
import { peopleWithoutAnswer, type UnansweredFilter, type UnansweredRow } from '#/server/money/othersales/store-unanswered.ts'

const columns: readonly ListColumn<store.SaleRow>[] = [
  { heading: fields.operator, width: 12, value: (row) => row.operator_name },
  { heading: fields.code, width: 16, value: (row) => row.operator_code },
  { heading: fields.month, width: 12, value: (row) => row.month },
  { heading: fields.version, kind: 'number', width: 8, value: (row) => row.version },
  { heading: fields.gross, kind: 'money', width: 20, value: (row) => row.gross_fen },
  { heading: fields.payers, width: 30, value: (row) => row.payers },
  { heading: fields.state, width: 16, value: (row, language) => translate(otherSaleStateNames[row.state], language) },
  { heading: fields.source, width: 12, value: (row, language) => translate(row.is_entered ? words.byCentre : words.byOperator, language) },
  { heading: fields.reason, width: 24, value: (row) => row.reason },
  { heading: fields.createdBy, width: 12, value: (row) => row.created_by },
  { heading: fields.createdAt, width: 20, value: (row) => dateTimeOf(row.created_at) },
  { heading: fields.decidedBy, width: 12, value: (row) => row.decided_by ?? '' },
  { heading: fields.decidedAt, width: 20, value: (row) => (row.decided_at === null ? '' : dateTimeOf(row.decided_at)) },
  { heading: fields.answer, width: 24, value: (row) => row.answer },
  { heading: fields.centre, width: 24, value: (row) => row.centre_name },
]

/** Reads the declarations of an export. Refuses more than `maxExportRows` rows. */
export async function salesForExport(ctx: Context, filter: store.SaleFilter): Promise<ExportList<store.SaleRow>> {
  const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows)
  return { name: translate(words.list, ctx.language), language: ctx.language, filter, columns, rows }
}

const unansweredColumns: readonly ListColumn<UnansweredRow>[] = [
  { heading: fields.operator, width: 12, value: (row) => row.operator_name },
  { heading: fields.code, width: 16, value: (row) => row.operator_code },
  { heading: fields.month, width: 12, value: (row) => row.month },
  { heading: fields.asked, width: 30, value: (row, language) => translate(noticeReasonNames[row.asked_reason], language) },
  { heading: fields.centre, width: 24, value: (row) => row.centre_name },
]

/** Reads the people of an export who did not answer a request. Refuses more than `maxExportRows` rows. */
export async function unansweredForExport(ctx: Context, filter: UnansweredFilter): Promise<ExportList<UnansweredRow>> {
  const rows = await exportRows(async (size) => (await peopleWithoutAnswer(ctx, filter, { page: 1, size })).rows)
  return { name: translate(words.silent, ctx.language), language: ctx.language, filter, columns: unansweredColumns, rows }
}
