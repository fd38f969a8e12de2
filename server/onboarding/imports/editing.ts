import { importRefusals } from '#/api/onboarding/imports.texts.ts'
import { applyCells, areCellsEqual, cleanRow, type RawCell } from '#/domain/base/cells.ts'
import { type ImportIssue, type ImportRowState, importCleaningIssues, nextImportState, persistentIssues } from '#/domain/onboarding/import.ts'
import { type ImportCell, type ImportKind, type SealedCell, sealedCells } from '#/domain/onboarding/import-cells.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { mapInSlices } from '#/server/lib/slices.ts'
import { contractsKind } from '#/server/onboarding/imports/contracts-kind.ts'
import { incomeKind } from '#/server/onboarding/imports/income-kind.ts'
import type { ImportCells, ImportDefinition, ListOwner, ListRef } from '#/server/onboarding/imports/kinds.ts'
import { operatorsKind } from '#/server/onboarding/imports/operators-kind.ts'
import { ordersKind } from '#/server/onboarding/imports/orders-kind.ts'
import * as store from '#/server/onboarding/imports/store.ts'
import * as stored from '#/server/onboarding/imports/store-rows.ts'
import { unitsKind } from '#/server/onboarding/imports/units-kind.ts'

export const importDefinitions = {
  operators: operatorsKind,
  units: unitsKind,
  orders: ordersKind,
  income: incomeKind,
  contracts: contractsKind,
} as const satisfies Record<ImportKind, ImportDefinition>

export type RawCells = Readonly<Partial<Record<ImportCell, RawCell>>>

/** A row being edited. The stored state is null for a new row. */
export interface WorkingRow {
  readonly stored: stored.UnsealedRow | null
  readonly seq: number
  readonly cells: ImportCells
  readonly isExcluded: boolean
  /** Notes about cells that were cleaned when the file was read. */
  readonly notes: readonly ImportIssue[]
}

export interface ImportSummary {
  all: number
  ready: number
  warned: number
  invalid: number
  excluded: number
  done: number
  byCode: Record<string, number>
}

/** A locked list with all its rows, being edited. */
export interface LockedImport {
  readonly sheet: store.SheetRow
  readonly kind: ImportDefinition
  readonly place: ListRef
  readonly rows: readonly WorkingRow[]
}

export interface EditResult {
  readonly summary: ImportSummary
  readonly changed: number
  readonly missed: string[]
}

export function listRefOf(sheet: Pick<store.SheetRow, 'id' | 'unit_id' | 'centre_id' | 'mode'>): ListRef {
  return { sheetId: sheet.id, unitId: sheet.unit_id, centreId: sheet.centre_id, mode: sheet.mode }
}

/** Returns the owner of a list's files. */
export function fileOwnerOf({ unitId, centreId }: ListOwner): { unitId?: number; centreId?: number } {
  return { ...(unitId !== null && { unitId }), ...(centreId !== null && { centreId }) }
}

/** Returns all cells of a stored row, including sealed ones. */
export function cellsOf(row: stored.UnsealedRow): ImportCells {
  return { ...row.cells, idNumber: row.id_number, mobile: row.mobile, cardNo: row.card_no, ...(row.id_address !== '' && { idAddress: row.id_address }) }
}

function toWorkingRow(row: stored.UnsealedRow): WorkingRow {
  return { stored: row, seq: row.seq, cells: cellsOf(row), isExcluded: row.state === 'excluded', notes: persistentIssues(row.issues, new Set()) }
}

/** Returns whether the caller may open lists of this kind, to prepare or to confirm them. */
export function mayOpenImports(ctx: Context, { right, confirms }: ImportDefinition): boolean {
  return ctx.actor.may(right) || (confirms !== undefined && ctx.actor.may(confirms))
}

/** Returns a list in the caller's scope. Refuses without a right for its kind. */
export async function requireImport(ctx: Context, importId: number, isLocked = false): Promise<{ sheet: store.SheetRow; kind: ImportDefinition }> {
  const sheet = await store.findSheet(ctx, importId, isLocked)
  const kind: ImportDefinition | null = sheet ? importDefinitions[sheet.kind] : null
  return sheet && kind && mayOpenImports(ctx, kind) ? { sheet, kind } : refuse(importRefusals, 'notFound')
}

/** Records the caller as a preparer, who may not confirm the list. */
export async function recordPreparer(ctx: Context, importId: number): Promise<void> {
  await store.addPreparer(ctx, importId)
}

/** Locks an editable list and loads its rows. */
export async function openForEditing(ctx: Context, importId: number): Promise<LockedImport> {
  const { sheet, kind } = await requireImport(ctx, importId, true)
  if (!ctx.actor.may(kind.right)) refuse(importRefusals, 'noRight')
  if (nextImportState(sheet.state, 'edit') === null) refuse(importRefusals, 'notOpen')
  if (sheet.undo_asked_by !== null) refuse(importRefusals, 'undoAsked')
  return { sheet, kind, place: listRefOf(sheet), rows: (await stored.rowsOf(ctx, sheet.id)).map(toWorkingRow) }
}

export function newWorkingRow(kind: ImportDefinition, seq: number, raw: RawCells): WorkingRow {
  const { cells, fixed, doubtful } = cleanRow<ImportCell>(kind.cellKinds as never, raw)
  return { stored: null, seq, cells, isExcluded: false, notes: importCleaningIssues(kind.kind, fixed, doubtful) }
}

/** Returns a row with changed cells, without the reading notes of those cells. */
export function withCells(kind: ImportDefinition, row: WorkingRow, raw: RawCells, isWholeRow = false): WorkingRow {
  const { cells, touched, fixed, doubtful } = applyCells<ImportCell>(kind.cellKinds as never, row.cells as never, raw, isWholeRow)
  return { ...row, cells, notes: [...persistentIssues(row.notes, touched), ...importCleaningIssues(kind.kind, fixed, doubtful)] }
}

export function isRowChanged(kind: ImportDefinition, a: WorkingRow, b: WorkingRow): boolean {
  return a.isExcluded !== b.isExcluded || !areCellsEqual<ImportCell>(kind.cellKinds as never, a.cells as never, b.cells as never)
}

/** Returns the state of a row. Errors exclude it and warnings need attention; automatic repairs count as neither. */
export function rowStateOf(issues: readonly ImportIssue[]): 'invalid' | 'warned' | 'ready' {
  if (issues.some((issue) => issue.level === 'error')) return 'invalid'
  return issues.some((issue) => issue.level === 'warning') ? 'warned' : 'ready'
}

const isSealedCell = (cell: string): cell is SealedCell => Object.hasOwn(sealedCells, cell)

function toWrittenRow(kind: ImportDefinition, row: WorkingRow, issues: readonly ImportIssue[], state: ImportRowState): stored.WrittenRow {
  const { cells } = row
  const plainCells = Object.fromEntries(Object.entries(cells).filter(([cell, text]) => !isSealedCell(cell) && text !== ''))
  const name = cells[kind.nameCell] ?? ''
  const { idNumber: id_number = '', mobile = '', cardNo: card_no = '', idAddress: id_address = '' } = cells
  return { seq: row.seq, name, cells: plainCells, id_number, mobile, card_no, id_address, issues, state }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function isUnchanged(kind: ImportDefinition, row: WorkingRow, next: stored.WrittenRow): boolean {
  const { stored } = row
  if (stored === null || stored.state !== next.state || isRowChanged(kind, toWorkingRow(stored), row)) return false
  const comparableIssues = (issues: readonly ImportIssue[]) => issues.map(({ code, field, values }) => [code, field, Object.entries(values).sort()])
  return isSame(comparableIssues(stored.issues), comparableIssues(next.issues))
}

/** Counts the rows of a list by state and code. */
export async function summaryOf(ctx: Context, sheetId: number): Promise<ImportSummary> {
  const { states, codes } = await stored.countRows(ctx, sheetId)
  const count = (state: ImportRowState) => states.get(state) ?? 0
  const rowTotal = [...states.values()].reduce((sum, each) => sum + each, 0)
  return {
    all: rowTotal,
    ready: count('ready'),
    warned: count('warned'),
    invalid: count('invalid'),
    excluded: count('excluded'),
    done: count('done'),
    byCode: codes,
  }
}

/** Checks all unfinished rows. Writes the new rows in one statement and the changed ones in another. */
export async function saveRows(ctx: Context, lockedImport: LockedImport, rows: readonly WorkingRow[]): Promise<ImportSummary> {
  const { sheet, kind, place } = lockedImport
  const openRows = rows.filter((row) => row.stored?.state !== 'done')
  const issuesBySeq = await kind.check(
    ctx,
    place,
    openRows.filter((row) => !row.isExcluded),
  )
  const addedRows: stored.WrittenRow[] = []
  const changedRows: stored.WrittenRow[] = []
  await mapInSlices(openRows, (row) => {
    const issues = row.isExcluded ? [...row.notes] : [...row.notes, ...(issuesBySeq.get(row.seq) ?? [])]
    const next = toWrittenRow(kind, row, issues, row.isExcluded ? 'excluded' : rowStateOf(issues))
    if (row.stored === null) addedRows.push(next)
    else if (!isUnchanged(kind, row, next)) changedRows.push(next)
  })
  await stored.insertRows(ctx, { id: sheet.id, ...place }, addedRows)
  await stored.updateRows(ctx, sheet.id, changedRows)
  if (kind.confirms) await recordPreparer(ctx, sheet.id)
  await store.changeSheet(ctx, sheet.id, { row_count: rows.length })
  return summaryOf(ctx, sheet.id)
}

/** Saves changes of a locked list, checks it and records the action. */
export async function changeRows(
  ctx: Context,
  lockedImport: LockedImport,
  rows: readonly WorkingRow[],
  done: { missed?: string[]; detail: Record<string, unknown> },
): Promise<EditResult> {
  const changeCount = rows.filter((row, at) => isRowChanged(lockedImport.kind, lockedImport.rows[at] ?? row, row)).length
  const summary = await saveRows(ctx, lockedImport, rows)
  recordImportStep(ctx, lockedImport.sheet, { ...done.detail, changed: changeCount, invalid: summary.invalid, all: summary.all })
  return { summary, changed: changeCount, missed: done.missed ?? [] }
}

export function recordImportStep(ctx: Context, sheet: { id: number; unit_id: number | null; centre_id: number | null }, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'import', refId: sheet.id, unitId: sheet.unit_id, centreId: sheet.centre_id, detail })
}

/** Changes the rows with these ids. Finished rows are returned as missed; an unknown id refuses the whole call. */
export async function changeSelectedRows(
  ctx: Context,
  importId: number,
  ids: ReadonlySet<number>,
  to: (row: WorkingRow, kind: ImportDefinition) => WorkingRow,
  detail: Record<string, unknown>,
): Promise<EditResult> {
  const importToEdit = await openForEditing(ctx, importId)
  expectAllFound(
    ids,
    importToEdit.rows.map((row) => row.stored?.id ?? 0),
  )
  const missedIds = new Set(ids)
  const rows = importToEdit.rows.map((row) => {
    const id = row.stored?.id ?? 0
    if (!ids.has(id) || row.stored?.state === 'done') return row
    missedIds.delete(id)
    return to(row, importToEdit.kind)
  })
  if (missedIds.size === ids.size) refuse(importRefusals, 'rowNotFound')
  return changeRows(ctx, importToEdit, rows, { missed: [...missedIds].map((id) => `#${id}`), detail })
}
