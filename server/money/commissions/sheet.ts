import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { billPartyNames, billStateNames, commissionFields, commissionListNames, dayStateNames } from '#/api/money/commissions.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import * as store from '#/server/money/commissions/store.ts'

const dayColumns: readonly ListColumn<store.DayRow>[] = [
  { heading: commissionFields.day, width: 12, value: (row) => row.day },
  { heading: commissionFields.unit, width: 28, value: (row) => row.unit_name },
  { heading: commissionFields.mode, width: 14, value: (row, language) => translate(contractModeNames[row.mode], language) },
  { heading: commissionFields.batch, width: 24, value: (row) => row.batch_no },
  { heading: commissionFields.party, width: 24, value: (row) => row.party_name },
  { heading: commissionFields.base, kind: 'money', width: 18, value: (row) => row.base_fen },
  { heading: commissionFields.fee, kind: 'money', width: 16, value: (row) => row.fee_fen },
  { heading: commissionFields.accrued, kind: 'money', width: 16, value: (row) => row.accrued_fen },
  { heading: commissionFields.reversed, kind: 'money', width: 16, value: (row) => row.reversed_fen },
  { heading: commissionFields.commission, kind: 'money', width: 16, value: (row) => row.accrued_fen + row.reversed_fen },
  { heading: commissionFields.state, width: 14, value: (row, language) => translate(dayStateNames[row.stands], language) },
  { heading: commissionFields.no, width: 24, value: (row) => row.bill_no ?? '' },
  { heading: commissionFields.centre, width: 24, value: (row) => row.centre_name },
]

const billColumns: readonly ListColumn<store.BillRow>[] = [
  { heading: commissionFields.no, width: 24, value: (row) => row.no },
  { heading: commissionFields.month, width: 12, value: (row) => row.period_text },
  { heading: commissionFields.state, width: 14, value: (row, language) => translate(billStateNames[row.state], language) },
  { heading: commissionFields.party, width: 24, value: (row) => row.party_name },
  { heading: commissionFields.partyType, width: 14, value: (row, language) => translate(billPartyNames[row.party_type], language) },
  { heading: commissionFields.centre, width: 24, value: (row) => row.centre_name },
  { heading: commissionFields.mode, width: 14, value: (row, language) => translate(contractModeNames[row.mode], language) },
  { heading: commissionFields.units, width: 10, value: (row) => row.unit_count },
  { heading: commissionFields.base, kind: 'money', width: 18, value: (row) => row.base_fen },
  { heading: commissionFields.accrued, kind: 'money', width: 16, value: (row) => row.accrued_fen },
  { heading: commissionFields.reversed, kind: 'money', width: 16, value: (row) => row.reversed_fen },
  { heading: commissionFields.adjusted, kind: 'money', width: 16, value: (row) => row.adjusted_fen },
  { heading: commissionFields.amount, kind: 'money', width: 16, value: (row) => row.amount_fen },
  { heading: commissionFields.invoice, width: 24, value: (row) => row.invoice_no },
  { heading: commissionFields.paidOn, width: 12, value: (row) => (row.state === 'paid' ? (row.paid_on ?? '') : '') },
]

function listOf<Row>(
  ctx: Context,
  name: keyof typeof commissionListNames,
  of: { filter: object; columns: readonly ListColumn<Row>[]; rows: readonly Row[] },
): ExportList<Row> {
  return { ...of, name: translate(commissionListNames[name], ctx.language), language: ctx.language }
}

export async function daysForExport(ctx: Context, filter: store.DayFilter): Promise<ExportList<store.DayRow>> {
  const rows = await exportRows(async (size) => (await store.listDays(ctx, filter, { page: 1, size })).rows)
  return listOf(ctx, 'days', { filter, columns: dayColumns, rows })
}

export async function billsForExport(ctx: Context, filter: store.BillFilter): Promise<ExportList<store.BillRow>> {
  const rows = await exportRows(async (size) => (await store.listBills(ctx, filter, { page: 1, size })).rows)
  return listOf(ctx, 'bills', { filter, columns: billColumns, rows })
}
