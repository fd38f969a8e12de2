import { importRefusals } from '#/api/onboarding/imports.texts.ts'
import { pages } from '#/api/pages.ts'
import { nextImportState } from '#/domain/onboarding/import.ts'
import type { ImportKind } from '#/domain/onboarding/import-cells.ts'
import { revokeContracts } from '#/server/agreements/contracts/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { importDefinitions, recordImportStep } from '#/server/onboarding/imports/editing.ts'
import { exportIncomeReport, undoEarlierMonths } from '#/server/onboarding/imports/income-report.ts'
import type { ImportDefinition } from '#/server/onboarding/imports/kinds.ts'
import { cancelImportedOrders, exportOrderReport } from '#/server/onboarding/imports/orders-report.ts'
import * as store from '#/server/onboarding/imports/store.ts'
import { notifyProposer } from '#/server/services/messages/public.ts'

/** How the results of a kind of list are undone and reported. */
interface UndoRules {
  /** Undoes all results of the list or none. Returns how many. */
  readonly drop: (ctx: Context, sheet: store.SheetRow, reason: string) => Promise<number>
  /** Whether a second person confirms, because undoing changes the tax of later payments. */
  readonly needsSecond?: boolean
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
  income: { drop: undoEarlierMonths, needsSecond: true, report: exportIncomeReport },
  contracts: { drop: revokeImportedContracts },
  orders: { drop: cancelImportedOrders, report: exportOrderReport },
}

/** Returns whether the list may have results that can be undone. */
function canUndo(sheet: store.SheetRow): boolean {
  return undoRules[sheet.kind] !== undefined && sheet.created_count > 0 && nextImportState(sheet.state, 'undo') !== null
}

export type UndoStep = 'undo' | 'confirmUndo' | 'keep'

/** Reasons why the caller cannot undo a list, confirm that, or end the request. */
export type UndoBlocker = 'notDone' | 'noRight' | 'undoAsked' | 'undoNotAsked' | 'ownUndo'

/**
 * Returns why the caller cannot take a step, or null. Checks only the list's state, the request and the permission.
 * Undoing itself also checks later payments.
 */
export function undoBlocker(ctx: Context, sheet: store.SheetRow, step: UndoStep): UndoBlocker | null {
  const { right, confirms }: ImportDefinition = importDefinitions[sheet.kind]
  const rights = step === 'undo' ? [right] : step === 'confirmUndo' ? [confirms] : [right, confirms]
  if (!rights.some((each) => each !== undefined && ctx.actor.may(each))) return 'noRight'
  if (!canUndo(sheet)) return 'notDone'
  if (step === 'undo') return sheet.undo_asked_by === null ? null : 'undoAsked'
  if (sheet.undo_asked_by === null) return 'undoNotAsked'
  return step === 'confirmUndo' && sheet.undo_asked_by === ctx.actor.userId ? 'ownUndo' : null
}

/** Asks a second person to undo a locked list if its kind needs one. Otherwise undoes it. */
export async function undoOrAsk(ctx: Context, sheet: store.SheetRow, reason: string): Promise<void> {
  if (!undoRules[sheet.kind]?.needsSecond) return undoResults(ctx, sheet, reason)
  await store.changeSheet(ctx, sheet.id, { undo_reason: reason, undo_asked_by: ctx.actor.userId, undo_asked_at: ctx.now })
  recordImportStep(ctx, sheet, { undoAsked: reason })
}

async function notifyAsker(ctx: Context, sheet: store.SheetRow, isApproved: boolean): Promise<void> {
  await notifyProposer(ctx, {
    ...{ subject: 'incomeUndo', proposedBy: sheet.undo_asked_by, name: sheet.file_name, isApproved, reason: '' },
    ...{ path: pages.importQc.path.replace(':id', String(sheet.id)), refType: 'import_sheet', refId: sheet.id },
  })
}

/** Undoes a locked list as another person asked. */
export async function confirmUndo(ctx: Context, sheet: store.SheetRow): Promise<void> {
  await undoResults(ctx, sheet, sheet.undo_reason)
  await notifyAsker(ctx, sheet, true)
}

/** Ends the request to undo a locked list. */
export async function keepResults(ctx: Context, sheet: store.SheetRow): Promise<void> {
  await notifyAsker(ctx, sheet, false)
  await store.changeSheet(ctx, sheet.id, { undo_reason: '', undo_asked_by: null, undo_asked_at: null })
  recordImportStep(ctx, sheet, { undoDeclined: sheet.undo_reason })
}

/** Undoes all results of a locked list or none. */
async function undoResults(ctx: Context, sheet: store.SheetRow, reason: string): Promise<void> {
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
