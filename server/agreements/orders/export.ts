import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { orderExportTexts, orderFields, orderKindNames, orderStateNames, priceModeNames } from '#/api/agreements/orders.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import * as store from '#/server/agreements/orders/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { type ListColumn, storeExport } from '#/server/kernel/rows/sheet-file.ts'

type Row = store.OrderRow

const commonColumns: readonly ListColumn<Row>[] = [
  { heading: orderFields.no, width: 24, value: (row) => row.no },
  { heading: orderFields.kind, width: 12, value: (row, language) => translate(orderKindNames[row.kind], language) },
  { heading: orderFields.title, width: 28, value: (row) => row.title },
  { heading: orderFields.state, width: 12, value: (row, language) => translate(orderStateNames[row.paused_at === null ? row.state : 'paused'], language) },
  { heading: orderFields.unit, width: 28, value: (row) => row.unit_name },
  { heading: orderFields.centre, width: 22, value: (row) => row.centre_name },
  { heading: orderFields.mode, width: 14, value: (row, language) => translate(contractModeNames[row.mode], language) },
  { heading: orderFields.category, width: 20, value: (row) => row.category },
  { heading: orderFields.pricing, width: 10, value: (row, language) => (row.price_mode === null ? '' : translate(priceModeNames[row.price_mode], language)) },
  { heading: orderFields.unitPrice, kind: 'money', isSummed: false, width: 14, value: (row) => row.unit_price_fen ?? '' },
  { heading: orderFields.highestPrice, kind: 'money', isSummed: false, width: 14, value: (row) => row.highest_price_fen ?? '' },
  { heading: orderFields.quantity, kind: 'number', width: 10, value: (row) => row.quantity ?? '' },
  { heading: orderFields.wanted, kind: 'number', width: 10, value: (row) => row.people_wanted },
  { heading: orderExportTexts.accepted, kind: 'number', width: 10, value: (row) => row.taken },
  { heading: orderFields.sourcePlatform, width: 16, value: (row) => row.source_platform },
  { heading: orderExportTexts.from, width: 12, value: (row) => row.valid_from },
  { heading: orderExportTexts.to, width: 12, value: (row) => row.valid_to },
  { heading: orderFields.created, width: 12, value: (row) => dayOf(row.created_at) },
]

const unitColumns: readonly ListColumn<Row>[] = [
  { heading: orderFields.contract, width: 24, value: (row) => row.contract_no },
  { heading: orderFields.budget, kind: 'money', width: 16, value: (row) => row.budget_fen },
  { heading: orderFields.settled, kind: 'money', width: 16, value: (row) => row.settled },
  { heading: orderFields.underway, kind: 'money', width: 16, value: (row) => row.underway },
  { heading: orderFields.papers, kind: 'number', width: 10, value: (row) => row.papers },
  { heading: orderFields.salesman, width: 14, value: (row) => row.salesman_name ?? '' },
]

/** Exports the list of orders. Operators do not get the value that an order has for the unit. */
export async function exportOrders(ctx: Context, filter: store.OrderFilter): Promise<{ fileId: string }> {
  const name = translate(orderExportTexts.list, ctx.language)
  const columns = ctx.actor.operatorId === null ? [...commonColumns, ...unitColumns] : commonColumns
  const readRows = async () => {
    const rows = await exportRows(async (size) => (await store.withOperatorScope(ctx, () => store.list(ctx, filter, { page: 1, size }))).rows)
    return { name, language: ctx.language, filter, columns, rows }
  }
  const { fileId } = await storeExport(ctx, filter, readRows, {}, { name })
  return { fileId }
}
