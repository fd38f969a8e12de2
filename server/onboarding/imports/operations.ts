import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { importRefusals } from '#/api/onboarding/imports.texts.ts'
import { maskAddress, maskCard, maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { type ImportAction, nextImportState } from '#/domain/onboarding/import.ts'
import type { ImportCell } from '#/domain/onboarding/import-cells.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { type BlockerOf, blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { correctedRows, rowNumbersText } from '#/server/kernel/rows/corrected-rows.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeUpload } from '#/server/kernel/rows/sheet-file.ts'
import {
  cellsOf,
  changeRows,
  changeSelectedRows,
  type EditResult,
  fileOwnerOf,
  importDefinitions,
  mayOpenImports,
  openForEditing,
  type RawCells,
  recordImportStep,
  requireImport,
  saveRows,
  summaryOf,
  type WorkingRow,
  withCells,
} from '#/server/onboarding/imports/editing.ts'
import { canSeeUnmasked, errorFileOrigin, exportErrorFile, importRowMark, readListRows, storeImportTemplate } from '#/server/onboarding/imports/files.ts'
import { loadIncomeReport } from '#/server/onboarding/imports/income-report.ts'
import { importJob } from '#/server/onboarding/imports/jobs.ts'
import type { ImportCells, ImportDefinition } from '#/server/onboarding/imports/kinds.ts'
import { addScans, scansOf } from '#/server/onboarding/imports/scans.ts'
import * as store from '#/server/onboarding/imports/store.ts'
import { activeUnitCentres } from '#/server/onboarding/imports/store-places.ts'
import * as stored from '#/server/onboarding/imports/store-rows.ts'
import { confirmUndo, exportReport, keepResults, type UndoStep, undoBlocker, undoOrAsk } from '#/server/onboarding/imports/undoing.ts'
import { expectKeyInPermission, kindFor, uploadList } from '#/server/onboarding/imports/uploading.ts'

const maxPlaces = 50

type Input<O extends keyof Modules['imports']> = z.output<Modules['imports'][O]['input']>

function actionBlocker(ctx: Context, sheet: store.SheetRow, action: ImportAction): BlockerOf<typeof importRefusals> {
  const kind: ImportDefinition = importDefinitions[sheet.kind]
  const rights = action === 'confirm' ? [kind.confirms] : action === 'sendBack' ? [kind.confirms, kind.right] : [kind.right]
  if (!rights.some((right) => right !== undefined && ctx.actor.may(right))) return 'noRight'
  if (nextImportState(sheet.state, action) === null) return 'notOpen'
  if (sheet.undo_asked_by !== null) return 'undoAsked'
  return action === 'confirm' && sheet.preparers.includes(ctx.actor.userId) ? 'ownContracts' : null
}

function present(ctx: Context, sheet: store.SheetRow) {
  const refusalText = (action: ImportAction) => blockerText(ctx, importRefusals, actionBlocker(ctx, sheet, action))
  const undoText = (step: UndoStep) => blockerText(ctx, importRefusals, undoBlocker(ctx, sheet, step))
  return {
    ...fieldsOf(sheet, 'id', 'kind', 'unit_id'),
    unitName: sheet.unit_name ?? '',
    centreId: sheet.centre_id,
    centreName: sheet.centre_name ?? '',
    ...fieldsOf(sheet, 'state', 'state_reason', 'file_name', 'row_count', 'total_count', 'done_count', 'created_count'),
    ...fieldsOf(sheet, 'linked_count'),
    createdBy: sheet.creator,
    ...fieldsOf(sheet, 'created_at', 'finished_at', 'version', 'undo_reason', 'return_reason'),
    preparedBy: sheet.preparer,
    preparedAt: sheet.prepared_at?.toISOString() ?? null,
    confirmedBy: sheet.confirmer,
    undoAskedBy: sheet.undo_asker,
    undoAskedAt: sheet.undo_asked_at?.toISOString() ?? null,
    may: {
      edit: refusalText('edit'),
      commit: refusalText('commit'),
      confirm: refusalText('confirm'),
      sendBack: refusalText('sendBack'),
      cancel: refusalText('cancel'),
      undo: undoText('undo'),
      confirmUndo: undoText('confirmUndo'),
      keep: undoText('keep'),
    },
  }
}

const maskByCell: Readonly<Partial<Record<ImportCell, (text: string) => string>>> = {
  idNumber: maskIdNumber,
  mobile: maskMobile,
  cardNo: maskCard,
  idAddress: maskAddress,
}

function presentRow(row: stored.UnsealedRow, isWhole: boolean) {
  const filledCells = Object.entries(cellsOf(row)).filter(([, text]) => text !== '') as [ImportCell, string][]
  const cells: ImportCells = Object.fromEntries(filledCells.map(([cell, text]) => [cell, isWhole ? text : (maskByCell[cell]?.(text) ?? text)]))
  const issues = row.issues.map((issue) => ({ ...issue, values: { ...issue.values } }))
  return { id: row.id, seq: row.seq, state: row.state, result: row.result, cells, issues }
}

/** Corrects the rows of an error file that are still as exported. Leaves out rows that were changed since. */
async function reuploadFile(ctx: Context, { importId, file }: Input<'reupload'>): Promise<EditResult> {
  const lockedImport = await openForEditing(ctx, importId)
  const { rows } = await readListRows(ctx, lockedImport.kind, file, true)
  const { kind, sheet } = lockedImport
  const rowByNumber = correctedRows(errorFileOrigin(sheet, kind), rows)
  const next = lockedImport.rows.map((row) => {
    const corrected = rowByNumber.get(row.seq)
    if (!corrected || row.stored?.state === 'done') return row
    const nextRow = withCells(kind, row, corrected.raw, true)
    const currentMark = importRowMark(sheet, kind, row)
    const isAsExported = corrected.mark === currentMark
    if (isAsExported || importRowMark(sheet, kind, nextRow) === currentMark) rowByNumber.delete(row.seq)
    return isAsExported ? nextRow : row
  })
  const missed = rowNumbersText(rowByNumber.keys())
  const { sha256 } = await storeUpload(ctx, file, { purpose: lockedImport.kind.purpose, ...fileOwnerOf(lockedImport.place) })
  return changeRows(ctx, lockedImport, next, { missed, detail: { file: file.filename, sha256 } })
}

async function commit(ctx: Context, { importId, version }: Input<'commit'>) {
  const lockedImport = await openForEditing(ctx, importId)
  expectKeyInPermission(ctx, lockedImport.sheet.kind)
  const { sheet } = lockedImport
  if (sheet.version !== version) refuse(importRefusals, 'changedMeanwhile')
  const summary = await saveRows(ctx, lockedImport, lockedImport.rows)
  if (summary.invalid > 0) refuse(importRefusals, 'hasErrors', { count: summary.invalid })
  const total = summary.ready + summary.warned
  if (total === 0) refuse(importRefusals, 'nothingToImport')
  if (lockedImport.kind.confirms) {
    await store.changeSheet(ctx, importId, { state: 'prepared', state_reason: '', return_reason: '', prepared_by: ctx.actor.userId, prepared_at: ctx.now })
    recordImportStep(ctx, sheet, { prepared: total, excluded: summary.excluded })
  } else await startImport(ctx, sheet, total, { committed: total, excluded: summary.excluded })
  return present(ctx, (await requireImport(ctx, importId)).sheet)
}

/** Starts the import job. */
async function startImport(ctx: Context, sheet: store.SheetRow, total: number, detail: Readonly<Record<string, unknown>>): Promise<void> {
  const commitColumns = { committed_by: ctx.actor.userId, committed_at: ctx.now }
  await store.changeSheet(ctx, sheet.id, { state: 'running', state_reason: '', total_count: total, done_count: 0, ...commitColumns })
  await ctx.enqueue(importJob, { importId: sheet.id, userId: ctx.actor.userId })
  recordImportStep(ctx, sheet, detail)
}

/** Confirms a list, by a person who did not work on it, and starts the import, which checks the rows again. */
async function confirm(ctx: Context, { importId, version }: Input<'confirm'>) {
  const { sheet } = await requireImport(ctx, importId, true)
  if (nextImportState(sheet.state, 'confirm') === null) refuse(importRefusals, 'notOpen')
  if (sheet.preparers.includes(ctx.actor.userId)) refuse(importRefusals, 'ownContracts')
  if (sheet.version !== version) refuse(importRefusals, 'changedMeanwhile')
  const { ready, warned } = await summaryOf(ctx, importId)
  await startImport(ctx, sheet, ready + warned, { confirmed: ready + warned })
  return present(ctx, (await requireImport(ctx, importId)).sheet)
}

async function sendBack(ctx: Context, { importId, version, reason }: Input<'sendBack'>) {
  const { sheet } = await requireImport(ctx, importId, true)
  const state = nextImportState(sheet.state, 'sendBack') ?? refuse(importRefusals, 'notOpen')
  if (sheet.version !== version) refuse(importRefusals, 'changedMeanwhile')
  await store.changeSheet(ctx, importId, { state, return_reason: reason })
  recordImportStep(ctx, sheet, { sentBack: true, reason })
  return present(ctx, (await requireImport(ctx, importId)).sheet)
}

async function cancel(ctx: Context, { importId, version }: Input<'cancel'>) {
  const { sheet } = await requireImport(ctx, importId, true)
  const state = nextImportState(sheet.state, 'cancel') ?? refuse(importRefusals, 'notOpen')
  if (sheet.undo_asked_by !== null) refuse(importRefusals, 'undoAsked')
  if (sheet.version !== version) refuse(importRefusals, 'changedMeanwhile')
  await store.changeSheet(ctx, importId, { state })
  recordImportStep(ctx, sheet, { cancelled: true })
  return present(ctx, (await requireImport(ctx, importId)).sheet)
}

/** Takes a step of undoing with the locked list. */
async function takeUndoStep(ctx: Context, { importId, version }: Input<'keep'>, step: UndoStep, run: (sheet: store.SheetRow) => Promise<void>) {
  const { sheet } = await requireImport(ctx, importId, true)
  refuseIf(importRefusals, undoBlocker(ctx, sheet, step))
  if (sheet.version !== version) refuse(importRefusals, 'changedMeanwhile')
  await run(sheet)
  return present(ctx, (await requireImport(ctx, importId)).sheet)
}

async function replace(ctx: Context, { importId, field, find, by }: Input<'replace'>): Promise<EditResult> {
  const lockedImport = await openForEditing(ctx, importId)
  const rows = lockedImport.rows.map((row): WorkingRow => {
    const text = row.cells[field]
    if (row.isExcluded || row.stored?.state === 'done' || !text?.includes(find)) return row
    return withCells(lockedImport.kind, row, { [field]: text.replaceAll(find, () => by) })
  })
  return changeRows(ctx, lockedImport, rows, { detail: { field } })
}

export const imports: Implementation<Modules['imports']> = {
  template: (ctx, { kind }) => storeImportTemplate(ctx, kindFor(ctx, kind)),

  async places(ctx, { keyword }) {
    const rows = await activeUnitCentres(ctx, { keyword, most: maxPlaces })
    return rows.map((row) => ({ unitId: row.unit_id, unitName: row.unit_name, centreId: row.centre_id, centreName: row.centre_name }))
  },

  upload: uploadList,

  async list(ctx, { kind, state, isForMe, ...turn }) {
    if (!mayOpenImports(ctx, importDefinitions[kind])) refuse(importRefusals, 'noRight')
    const { rows, count, next } = await store.listSheets(ctx, { kind, state, isForMe }, turn)
    return { rows: rows.map((row) => present(ctx, row)), count, next }
  },

  async get(ctx, { importId }) {
    const { sheet } = await requireImport(ctx, importId)
    return { ...present(ctx, sheet), summary: await summaryOf(ctx, importId) }
  },

  async rows(ctx, { importId, size, ...filter }) {
    const { sheet } = await requireImport(ctx, importId)
    const rows = await stored.listRows(ctx, importId, { ...filter, size: size + 1 })
    const isUnmasked = canSeeUnmasked(ctx, sheet)
    const next = rows.length > size ? (rows[size - 1]?.seq ?? null) : null
    return { rows: rows.slice(0, size).map((row) => presentRow(row, isUnmasked)), next }
  },

  async repair(ctx, { importId, changes }) {
    const cells = new Map(changes.map((each) => [each.rowId, each.cells as RawCells]))
    const applyChange = (row: WorkingRow, kind: ImportDefinition) => withCells(kind, row, cells.get(row.stored?.id ?? 0) ?? {})
    return changeSelectedRows(ctx, importId, new Set(cells.keys()), applyChange, { repaired: changes.length })
  },

  replace,

  async exclude(ctx, { importId, rowIds = [], allInvalid }) {
    if (!allInvalid) return changeSelectedRows(ctx, importId, new Set(rowIds), (row) => ({ ...row, isExcluded: true }), { excluded: rowIds.length })
    const lockedImport = await openForEditing(ctx, importId)
    expectAllFound(
      rowIds,
      lockedImport.rows.map((row) => row.stored?.id ?? 0),
    )
    const rows = lockedImport.rows.map((row) => (row.stored?.state === 'invalid' ? { ...row, isExcluded: true } : row))
    return changeRows(ctx, lockedImport, rows, { detail: { excluded: 'all invalid' } })
  },

  include: (ctx, { importId, rowIds }) =>
    changeSelectedRows(ctx, importId, new Set(rowIds), (row) => ({ ...row, isExcluded: false }), { included: rowIds.length }),

  async errorFile(ctx, { importId }) {
    const { sheet, kind } = await requireImport(ctx, importId)
    return exportErrorFile(ctx, sheet, kind)
  },

  reupload: reuploadFile,
  addScans,
  scans: (ctx, { importId }) => scansOf(ctx, importId),
  commit,
  confirm,
  sendBack,
  cancel,

  report: async (ctx, { importId }) => loadIncomeReport(ctx, (await requireImport(ctx, importId)).sheet),
  exportReport: async (ctx, { importId }) => exportReport(ctx, (await requireImport(ctx, importId)).sheet),

  undo: (ctx, { reason, ...target }) => takeUndoStep(ctx, target, 'undo', (sheet) => undoOrAsk(ctx, sheet, reason)),
  confirmUndo: (ctx, target) => takeUndoStep(ctx, target, 'confirmUndo', (sheet) => confirmUndo(ctx, sheet)),
  keep: (ctx, target) => takeUndoStep(ctx, target, 'keep', (sheet) => keepResults(ctx, sheet)),
}
