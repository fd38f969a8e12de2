import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import {
  claimStateNames,
  collectionListNames,
  collectionTexts,
  collectionFields as fields,
  invoiceStatusNames,
  receivedStateNames,
  taxStatusNames,
} from '#/api/money/collections.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import * as store from '#/server/money/collections/store.ts'
import * as payments from '#/server/money/collections/store-received.ts'

const momentText = (at: Date | null) => (at === null ? '' : dateTimeOf(at))

function claimColumns(isOwn: boolean): readonly ListColumn<store.ClaimRow>[] {
  return [
    { heading: fields.no, width: 24, value: (row) => row.no },
    { heading: fields.operator, width: 12, value: (row) => row.operator_name },
    { heading: fields.entity, width: 24, value: (row) => row.business_name ?? '' },
    { heading: fields.unit, width: 28, value: (row) => row.unit_name },
    { heading: fields.order, width: 24, value: (row) => row.order_no },
    { heading: fields.mode, width: 14, value: (row, language) => translate(contractModeNames[row.mode], language) },
    { heading: fields.amount, kind: 'money', width: 16, value: (row) => row.amount_fen },
    { heading: fields.content, width: 30, value: (row) => row.content },
    { heading: fields.period, width: 24, value: (row) => `${row.from_day} – ${row.to_day}` },
    { heading: fields.papers, kind: 'number', width: 8, value: (row) => row.papers },
    { heading: fields.state, width: 16, value: (row, language) => translate(claimStateNames[row.state], language) },
    { heading: fields.reason, width: 30, value: (row) => row.reason },
    {
      heading: fields.source,
      width: 12,
      value: (row, language) => translate(row.is_entered ? collectionTexts.byCentre : collectionTexts.byOperator, language),
    },
    ...(isOwn ? [] : [{ heading: fields.batch, width: 24, value: (row: store.ClaimRow) => row.batch_no ?? '' }]),
    { heading: fields.createdAt, width: 20, value: (row) => momentText(row.created_at) },
    { heading: fields.arrivedAt, width: 20, value: (row) => momentText(row.paid_at) },
    { heading: fields.invoice, width: 12, value: (row, language) => translate(invoiceStatusNames[row.invoice_state], language) },
    { heading: fields.centre, width: 24, value: (row) => row.centre_name },
  ]
}

const receivedColumns: readonly ListColumn<payments.ReceivedRow>[] = [
  { heading: fields.paymentNo, width: 28, value: (row) => row.no },
  { heading: fields.payer, width: 28, value: (row) => row.unit_name },
  { heading: fields.content, width: 24, value: (row) => row.service },
  { heading: fields.gross, kind: 'money', width: 16, value: (row) => row.gross_fen },
  { heading: fields.tax, kind: 'money', width: 14, value: (row) => row.tax_fen },
  { heading: fields.fee, kind: 'money', width: 14, value: (row) => row.fee_operator_fen },
  { heading: fields.net, kind: 'money', width: 16, value: (row) => row.net_fen },
  { heading: fields.state, width: 12, value: (row, language) => translate(receivedStateNames[payments.receivedState(row.state)], language) },
  { heading: fields.arrivedAt, width: 20, value: (row) => momentText(row.finished_at) },
  { heading: fields.card, width: 12, value: (row) => row.card_tail },
  { heading: fields.taxState, width: 22, value: (row, language) => translate(taxStatusNames[row.tax_state], language) },
  { heading: fields.invoice, width: 12, value: (row, language) => translate(invoiceStatusNames[row.invoice_state], language) },
  { heading: fields.no, width: 24, value: (row) => row.claim_no ?? '' },
  { heading: fields.centre, width: 24, value: (row) => row.centre_name },
]

function exportListOf<Row>(
  ctx: Context,
  name: keyof typeof collectionListNames,
  of: { filter: object; columns: readonly ListColumn<Row>[]; rows: readonly Row[] },
): ExportList<Row> {
  return { ...of, name: translate(collectionListNames[name], ctx.language), language: ctx.language }
}

export async function claimsForExport(ctx: Context, filter: store.ClaimFilter): Promise<ExportList<store.ClaimRow>> {
  const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows)
  return exportListOf(ctx, 'claims', { filter, columns: claimColumns(ctx.actor.operatorId !== null), rows })
}

export async function receivedForExport(ctx: Context, operatorId: number, filter: payments.ReceivedFilter): Promise<ExportList<payments.ReceivedRow>> {
  const rows = await exportRows(async (size) => (await payments.list(ctx, operatorId, filter, { page: 1, size })).rows)
  return exportListOf(ctx, 'received', { filter, columns: receivedColumns, rows })
}
