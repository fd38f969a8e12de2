import { importRefusals } from '#/api/onboarding/imports.texts.ts'
import { nextImportState } from '#/domain/onboarding/import.ts'
import type { ImportKind } from '#/domain/onboarding/import-cells.ts'
import { revokeContracts } from '#/server/agreements/contracts/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { recordImportStep } from '#/server/onboarding/imports/editing.ts'
import { exportIncomeReport, undoEarlierMonths } from '#/server/onboarding/imports/income-report.ts'
import { cancelImportedOrders, exportOrderReport } from '#/server/onboarding/imports/orders-report.ts'
import * as store from '#/server/onboarding/imports/store.ts'

/** How the results of a kind of list are undone and reported. */
interface UndoRules {
  /** Undoes all results of the list or none. Returns how many. */
  readonly drop: (ctx: Context, sheet: store.SheetRow, reason: string) => Promise<number>
  /** Exports the list's report as a workbook. */
  readonly report?: (ctx: Context, sheet: store.SheetRow) => Promise<{ fileId: string }>
}

async function revokeImportedContracts(ctx: Context, sheet: store.SheetRow, reason: string): Promise<number> {
  const revokeResult = await revokeContracts(ctx, { centreId: sheet.centre_id ?? 0, sheetId: sheet.id }, reason)
  if (typeof revokeResult === 'number') return revokeResult
  if (revokeResult.kind === 'moved') refuse(importRefusals, 'contractsMoved', { no: revokeResult.no })
  refuse(importRefusals, 'contractsPaid', { no: revokeResult.no, batch: revokeResult.batchNo, more: revokeResult.count - 1 })
}

const undoRules: Readonly<Partial<Record<ImportKind, UndoRules>>> = {
  income: { drop: undoEarlierMonths, report: exportIncomeReport },
  contracts: { drop: revokeImportedContracts },
  orders: { drop: cancelImportedOrders, report: exportOrderReport },
}

/** Returns whether the list may have results that can be undone. */
export function canUndo(sheet: store.SheetRow): boolean {
  return undoRules[sheet.kind] !== undefined && sheet.created_count > 0 && nextImportState(sheet.state, 'undo') !== null
}

/** Undoes all results of a locked list or none. */
export async function undoResults(ctx: Context, sheet: store.SheetRow, reason: string): Promise<void> {
  const [state, undoRule] = [nextImportState(sheet.state, 'undo'), undoRules[sheet.kind]]
  if (state === null || undoRule === undefined || !canUndo(sheet)) refuse(importRefusals, 'notDone')
  const undoneCount = await undoRule.drop(ctx, sheet, reason)
  const undoColumns = { state, undone_by: ctx.actor.userId, undone_at: ctx.now, undo_reason: reason }
  await store.changeSheet(ctx, sheet.id, { ...undoColumns, finished_at: sheet.finished_at ?? ctx.now })
  recordImportStep(ctx, sheet, { undone: undoneCount, reason })
}

/** Exports the report of a list as a workbook. */
export async function exportReport(ctx: Context, sheet: store.SheetRow): Promise<{ fileId: string }> {
  const report = undoRules[sheet.kind]?.report ?? refuse(importRefusals, 'notIncome')
  return report(ctx, sheet)
}
