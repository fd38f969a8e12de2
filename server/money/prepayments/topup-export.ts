import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { prepaymentFields, topupFields, topupListName, topupStateNames } from '#/api/money/prepayments.texts.ts'
import { maskCard } from '#/domain/base/identity.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import * as store from '#/server/money/prepayments/store.ts'

type Row = store.TopupRow

const columns: readonly ListColumn<Row>[] = [
  { heading: topupFields.no, width: 24, value: (row) => row.no },
  { heading: topupFields.state, width: 14, value: (row, language) => translate(topupStateNames[row.state], language) },
  { heading: topupFields.unit, width: 28, value: (row) => row.unit_name },
  { heading: prepaymentFields.mode, width: 14, value: (row, language) => translate(contractModeNames[row.mode], language) },
  { heading: topupFields.amount, kind: 'money', width: 16, value: (row) => row.amount_fen },
  { heading: topupFields.payerName, width: 28, value: (row) => row.payer_name },
  { heading: topupFields.payerAccount, width: 22, value: (row) => maskCard(row.payer_account) },
  { heading: topupFields.serial, width: 24, value: (row) => row.bank_serial },
  { heading: topupFields.submittedAt, width: 20, value: (row) => dateTimeOf(row.submitted_at) },
  { heading: topupFields.creditedAt, width: 20, value: (row) => (row.credited_at === null ? '' : dateTimeOf(row.credited_at)) },
  { heading: topupFields.decidedBy, width: 12, value: (row) => row.decider ?? '' },
  { heading: topupFields.why, width: 24, value: (row) => row.reason },
]

export const topupsFileName = (ctx: Context): string => translate(topupListName, ctx.language)

/** Builds the export of top-ups. */
export async function topupsForExport(ctx: Context, filter: store.TopupFilter): Promise<ExportList<Row>> {
  const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows)
  return { name: topupsFileName(ctx), language: ctx.language, filter, columns, rows }
}
