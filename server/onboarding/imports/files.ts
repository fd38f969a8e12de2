import { importMessages, importRefusals, importSuggestions } from '#/api/onboarding/imports.texts.ts'
import type { Upload } from '#/api/operation.ts'
import { maxImportRows } from '#/domain/onboarding/import.ts'
import type { ImportCell } from '#/domain/onboarding/import-cells.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { rowMark } from '#/server/kernel/rows/corrected-rows.ts'
import { errorColumnHeadings, faultySheet, readUpload, refuseUnreadableSheet, rowNumber, storeWorkbook } from '#/server/kernel/rows/sheet-file.ts'
import { cellsOf, fileOwnerOf, listRefOf, type RawCells } from '#/server/onboarding/imports/editing.ts'
import type { CheckedRow, ImportDefinition } from '#/server/onboarding/imports/kinds.ts'
import type * as store from '#/server/onboarding/imports/store.ts'
import * as stored from '#/server/onboarding/imports/store-rows.ts'

type ColumnKey = ImportCell | 'ignored' | 'rowNo' | 'codes' | 'words' | 'advice' | 'mark'

/** Returns the empty template with its explanatory sheets. */
export async function storeImportTemplate(ctx: Context, kind: ImportDefinition): Promise<{ fileId: string }> {
  const sheets = [{ name: kind.sheetName, columns: kind.columns, rows: [] }, ...(await kind.explain(ctx))]
  const { id } = await storeWorkbook(ctx, { name: `${kind.fileName}.xlsx`, purpose: 'template' }, { sheets, template: kind.template })
  return { fileId: id }
}

/** Reads the raw rows of an uploaded list, without empty rows and the totals at its end. */
export async function readListRows(
  ctx: Context,
  kind: ImportDefinition,
  file: Upload,
  isErrorFile: boolean,
): Promise<{ rows: { raw: RawCells; rowNo: number | null; mark: string }[]; sha256: string }> {
  const kindColumns = kind.columns.map(({ cell, heading, also = [], required = false }) => ({ key: cell as ColumnKey, headings: [heading, ...also], required }))
  const errorColumns = Object.entries(errorColumnHeadings).map(([key, headings]) => ({
    key: key as ColumnKey,
    headings,
    required: isErrorFile && (key === 'rowNo' || key === 'mark'),
  }))
  const columns = [...kindColumns, ...errorColumns, { key: 'ignored' as ColumnKey, headings: ['序号', '编号'], required: false }]
  const result = await readUpload(ctx, file.bytes, { columns, maxRows: maxImportRows[kind.kind], template: kind.template })
  if (!result.ok) refuseUnreadableSheet(result.problem)
  const rows = result.rows.flatMap(({ cells }) => {
    const filledColumns = kind.columns.filter(({ cell }) => cells[cell].text.trim() !== '')
    const firstText = cells[kind.nameCell].text || cells.ignored.text
    const isFooterRow = filledColumns.length <= 1 && /^\s*(合计|总计|小计|备注|说明)/.test(firstText)
    if (filledColumns.length === 0 || isFooterRow) return []
    const raw: RawCells = Object.fromEntries(filledColumns.map(({ cell }) => [cell, cells[cell].suspicious === undefined ? cells[cell].text : cells[cell]]))
    return [{ raw, rowNo: rowNumber(cells.rowNo.text), mark: cells.mark.text.trim() }]
  })
  return { rows, sha256: result.sha256 }
}

/**
 * Returns whether the caller sees full numbers: the uploader or a colleague of the same unit, while the list can be
 * edited.
 */
export function canSeeUnmasked(ctx: Context, sheet: store.SheetRow): boolean {
  return sheet.state === 'open' && (sheet.created_by === ctx.actor.userId || (sheet.unit_id !== null && sheet.unit_id === ctx.actor.unitId))
}

/** Returns the name of a list in its error files. */
export const errorFileOrigin = (sheet: Pick<store.SheetRow, 'id'>, kind: ImportDefinition) => `${kind.sheetName}-${sheet.id}`

/** Returns the mark of an exported row, which changes with its cells. */
export function importRowMark(sheet: Pick<store.SheetRow, 'id'>, kind: ImportDefinition, { seq, cells }: CheckedRow): string {
  const values = kind.columns.map(({ cell }) => cells[cell] ?? '')
  return rowMark(errorFileOrigin(sheet, kind), seq, values)
}

/** Returns the faulty rows as a file to correct and upload again. */
export async function exportErrorFile(ctx: Context, sheet: store.SheetRow, kind: ImportDefinition): Promise<{ fileId: string }> {
  if (!canSeeUnmasked(ctx, sheet)) refuse(importRefusals, 'notOpen')
  const faultyRows = await stored.rowsOf(ctx, sheet.id, { states: ['invalid'] })
  if (faultyRows.length === 0) refuse(importRefusals, 'nothingToExport')
  const rows = faultyRows.map((row) => {
    const cells = cellsOf(row)
    return {
      seq: row.seq,
      mark: importRowMark(sheet, kind, { seq: row.seq, cells }),
      values: kind.columns.map(({ cell }) => cells[cell] ?? ''),
      issues: row.issues,
    }
  })
  const columns = kind.columns.map(({ cell, also: _, ...column }) => ({ ...column, field: cell }))
  const workbook = { sheets: [faultySheet(ctx, columns, rows, { messages: importMessages, suggestions: importSuggestions })] }
  const { id, sha256 } = await storeWorkbook(
    ctx,
    { name: `错误明细-${kind.sheetName}-${sheet.id}.xlsx`, purpose: 'error_file', ...fileOwnerOf(listRefOf(sheet)) },
    workbook,
    true,
  )
  ctx.note({ refType: 'import', refId: sheet.id, unitId: sheet.unit_id, centreId: sheet.centre_id, detail: { rows: rows.length, sha256 } })
  return { fileId: id }
}
