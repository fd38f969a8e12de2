import { clearingChoiceNames, clearingStateNames, clearingFields as fields, clearingTexts as words } from '#/api/money/clearings.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import { clearingNumberOf, describeChoice, endReasonOf } from '#/server/money/clearings/present.ts'
import * as store from '#/server/money/clearings/store.ts'

const columns: readonly ListColumn<store.ClearingRow>[] = [
  { heading: fields.no, width: 12, value: (row) => clearingNumberOf(row.id) },
  { heading: fields.operator, width: 12, value: (row) => row.operator_name },
  { heading: fields.code, width: 16, value: (row) => row.operator_code },
  { heading: fields.month, width: 12, value: (row) => row.month },
  { heading: fields.vat, kind: 'money', width: 14, value: (row) => row.vat_fen },
  { heading: fields.surcharge, kind: 'money', width: 14, value: (row) => row.city_fen + row.education_fen + row.local_education_fen },
  { heading: fields.iit, kind: 'money', width: 14, value: (row) => row.withheld_fen },
  { heading: fields.amount, kind: 'money', width: 16, value: (row) => row.amount_fen },
  { heading: fields.used, kind: 'money', width: 14, value: (row) => row.used_fen },
  { heading: fields.reversed, kind: 'money', width: 14, value: (row) => row.reversed_fen },
  { heading: fields.refunded, kind: 'money', width: 14, value: (row) => row.refunded_fen },
  { heading: fields.transferring, kind: 'money', width: 14, value: (row) => row.transfer_fen },
  { heading: fields.recovered, kind: 'money', width: 14, value: (row) => row.recovered_fen },
  { heading: fields.left, kind: 'money', width: 14, value: (row) => row.left_fen },
  { heading: fields.owed, kind: 'money', width: 14, value: (row) => row.owed_fen },
  { heading: fields.choice, width: 16, value: (row, language) => (row.choice === null ? '' : translate(clearingChoiceNames[row.choice], language)) },
  { heading: fields.path, width: 28, value: (row, language) => describeChoice(row, language) },
  { heading: fields.state, width: 16, value: (row, language) => translate(clearingStateNames[row.state], language) },
  { heading: fields.reason, width: 24, value: (row, language) => endReasonOf(row, language) },
  { heading: fields.foundAt, width: 20, value: (row) => dateTimeOf(row.found_at) },
  { heading: fields.chosenAt, width: 20, value: (row) => (row.chosen_at === null ? '' : dateTimeOf(row.chosen_at)) },
  { heading: fields.decidedAt, width: 20, value: (row) => (row.decided_at === null ? '' : dateTimeOf(row.decided_at)) },
  { heading: fields.paidOn, width: 12, value: (row) => row.payments.map((payment) => payment.paidOn).join('\n') },
  { heading: fields.serial, width: 24, value: (row) => row.payments.map((payment) => payment.serial).join('\n') },
  { heading: fields.centre, width: 24, value: (row) => row.centre_name },
]

/** Reads the clearings of an export. Refuses more rows than the limit of one workbook. */
export async function clearingsForExport(ctx: Context, filter: store.ClearingFilter): Promise<ExportList<store.ClearingRow>> {
  const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows)
  return { name: translate(words.list, ctx.language), language: ctx.language, filter, columns, rows }
}
