import { orderStateNames } from '#/api/agreements/orders.texts.ts'
import { importResultNames, importRowStateNames } from '#/api/onboarding/import-states.texts.ts'
import { importMessages, importRefusals, importSuggestions } from '#/api/onboarding/imports.texts.ts'
import { orderCells, orderReportFields } from '#/api/onboarding/order-lists.texts.ts'
import type { OrderState } from '#/domain/agreements/order.ts'
import { ordersById, undoOrders } from '#/server/agreements/orders/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { issueText, type ListColumn, storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { cellsOf, fileOwnerOf, listRefOf } from '#/server/onboarding/imports/editing.ts'
import type * as store from '#/server/onboarding/imports/store.ts'
import * as stored from '#/server/onboarding/imports/store-rows.ts'

interface ReportedOrder {
  readonly row: stored.UnsealedRow
  readonly no: string
  readonly state: OrderState | null
  readonly problems: string
  readonly advice: string
}

const cellColumn = (name: keyof typeof orderCells, width?: number): ListColumn<ReportedOrder> => ({
  heading: orderCells[name],
  ...(width !== undefined && { width }),
  value: ({ row }) => cellsOf(row)[name] ?? '',
})

const columns: readonly ListColumn<ReportedOrder>[] = [
  { heading: orderReportFields.seq, kind: 'number', value: ({ row }) => row.seq },
  {
    heading: orderReportFields.result,
    width: 12,
    value: ({ row }, language) => translate(row.result === null ? importRowStateNames[row.state] : importResultNames[row.result], language),
  },
  { heading: orderReportFields.no, width: 22, value: ({ no }) => no },
  { heading: orderReportFields.state, width: 12, value: ({ state }, language) => (state === null ? '' : translate(orderStateNames[state], language)) },
  cellColumn('contractNo', 22),
  cellColumn('title', 30),
  cellColumn('category', 16),
  cellColumn('unitPrice'),
  cellColumn('quantity'),
  cellColumn('budget', 16),
  cellColumn('from', 14),
  cellColumn('to', 14),
  { heading: orderReportFields.problems, width: 50, value: ({ problems }) => problems },
  { heading: orderReportFields.advice, width: 40, value: ({ advice }) => advice },
]

/** Exports every row with its issues, its result and its order's state. */
export async function exportOrderReport(ctx: Context, sheet: store.SheetRow): Promise<{ fileId: string }> {
  const readRows = async () => {
    const rows = await stored.rowsOf(ctx, sheet.id)
    const orders = await ordersById(
      ctx,
      rows.flatMap((row) => row.made_id ?? []),
    )
    const reportedOrders = rows.map((row): ReportedOrder => {
      const order = row.made_id === null ? undefined : orders.get(row.made_id)
      const issues = row.issues.filter(({ level }) => level !== 'fixed')
      const problems = issueText(ctx, issues, importMessages)
      return { row, no: order?.no ?? '', state: (order?.state as OrderState | undefined) ?? null, problems, advice: issueText(ctx, issues, importSuggestions) }
    })
    return {
      name: `${translate(orderReportFields.name, ctx.language)}-${sheet.id}`,
      language: ctx.language,
      columns,
      rows: reportedOrders,
      filter: { importId: sheet.id },
    }
  }
  const { fileId } = await storeExport(ctx, { importId: sheet.id, version: sheet.version }, readRows, fileOwnerOf(listRefOf(sheet)))
  return { fileId }
}

/** Cancels all orders of a list or none. Returns how many. Refuses when an order is in use. */
export async function cancelImportedOrders(ctx: Context, sheet: store.SheetRow, reason: string): Promise<number> {
  const undoResult = await undoOrders(ctx, await stored.createdRecordIds(ctx, sheet.id), reason)
  return typeof undoResult === 'number' ? undoResult : refuse(importRefusals, 'orderInUse', undoResult)
}
