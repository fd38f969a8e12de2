import type { TaxForm } from '#/domain/taxation/tax-form.ts'
import { columnLetters, columnOf } from '#/server/lib/spreadsheet/cells.ts'
import { normalizeHeading, withoutNotes } from '#/server/lib/spreadsheet/collect.ts'
import { MAX_COLUMNS } from '#/server/lib/spreadsheet/sheet.ts'
import type { TemplateSheet } from '#/server/lib/spreadsheet/template.ts'

/** The places of a form's values in an uploaded file. */
export interface ColumnMapping {
  readonly sheet: string
  readonly part: string
  /** The last line of the headings. */
  readonly headingLine: number
  readonly footLine: number | null
  /** Column by field. */
  readonly columns: Readonly<Record<string, number>>
  /** Fields whose heading occurs above several columns, with these columns. */
  readonly twice: Readonly<Record<string, readonly number[]>>
  /** Cell address and label of each value above the table, by its key. */
  readonly head: Readonly<Record<string, { readonly address: string; readonly label: string }>>
  /** Every heading of the file, for manual selection. */
  readonly headings: readonly { readonly column: number; readonly text: string }[]
}

/** Number of lines that are searched for headings. Lines below contain data. */
export const maxHeadingLines = 20
/** Maximum number of lines of group headings. */
const maxGroupLines = 3
const maxHeadingLength = 80

type Grid = ReadonlyMap<number, ReadonlyMap<number, string>>

/** Returns the texts of the first lines by line and column. A merged range has its text in every cell. */
function gridOf(sheet: TemplateSheet): Grid {
  const grid = new Map<number, Map<number, string>>()
  const setCell = (line: number, column: number, text: string) => {
    const row = grid.get(line) ?? new Map<number, string>()
    if (!row.has(column)) row.set(column, text)
    grid.set(line, row)
  }
  for (const { line, cells } of sheet.rows) {
    if (line > maxHeadingLines) continue
    for (const [column, { text }] of cells) setCell(line, column, text.trim())
  }
  let coveredCells = 0
  for (const reference of sheet.merged) {
    const [from = '', to = from] = reference.split(':')
    const [left, right, top, bottom] = [columnOf(from), columnOf(to), Number(from.replace(/\D/g, '')), Number(to.replace(/\D/g, ''))]
    const text = grid.get(top)?.get(left)
    if (text === undefined || top > maxHeadingLines) continue
    const [lastLine, lastColumn] = [Math.min(bottom, maxHeadingLines), Math.min(right, MAX_COLUMNS)]
    // Merged ranges do not overlap, so together they cover each heading cell at most once.
    coveredCells += Math.max(0, lastLine - top + 1) * Math.max(0, lastColumn - left + 1)
    if (coveredCells > maxHeadingLines * MAX_COLUMNS) break
    for (let line = top; line <= lastLine; line++) for (let column = left; column <= lastColumn; column++) setCell(line, column, text)
  }
  return grid
}

interface HeadingNames {
  readonly paths: readonly string[]
  readonly leaf: string
  readonly plain: string
  readonly bare: string
}

/** Returns the possible names of a heading, with and without its group headings, most specific first. */
function namesOf(grid: Grid, line: number, column: number): HeadingNames | null {
  const leaf = grid.get(line)?.get(column) ?? ''
  if (leaf === '' || leaf.length > maxHeadingLength) return null
  const paths: string[] = []
  for (let groupLine = line - 1; groupLine >= Math.max(1, line - maxGroupLines); groupLine--) {
    const groupHeading = grid.get(groupLine)?.get(column)
    if (groupHeading !== undefined && groupHeading !== leaf) paths.push(`${normalizeHeading(groupHeading)}>${normalizeHeading(leaf)}`)
  }
  return { paths, leaf, plain: normalizeHeading(leaf), bare: withoutNotes(leaf) }
}

interface HeadingRow {
  readonly line: number
  readonly columns: Readonly<Record<string, number>>
  readonly twice: Readonly<Record<string, readonly number[]>>
  readonly headings: ColumnMapping['headings']
}

type FieldColumns = { readonly field: string; readonly rank: number; readonly columns: readonly number[] }

/**
 * Returns the best columns for a field: by heading with group, then by heading, then by heading without bracketed
 * notes.
 */
function columnsFor(field: TaxForm['fields'][number], names: ReadonlyMap<number, HeadingNames>): FieldColumns | null {
  const paths = field.headings.map((heading) => heading.split('>').map(normalizeHeading).join('>'))
  // In a layout without group headings, such as the built-in one, both parts share a cell.
  const headingPaths = field.headings.map((heading) => normalizeHeading(heading.replaceAll('>', '-')))
  const looseHeadings = field.headings.map(withoutNotes)
  const matchersByRank = [
    (name: HeadingNames) => name.paths.some((path) => paths.includes(path)),
    (name: HeadingNames) => headingPaths.includes(name.plain),
    (name: HeadingNames) => looseHeadings.includes(name.bare),
  ]
  for (const [rank, fits] of matchersByRank.entries()) {
    const columns = [...names].filter(([, name]) => fits(name)).map(([column]) => column)
    if (columns.length > 0) return { field: field.key, rank, columns }
  }
  return null
}

function rowOf(grid: Grid, line: number, form: TaxForm): HeadingRow {
  const names = new Map<number, HeadingNames>()
  for (const column of grid.get(line)?.keys() ?? []) {
    const name = namesOf(grid, line, column)
    if (name) names.set(column, name)
  }
  const columns: Record<string, number> = {}
  const duplicates: Record<string, readonly number[]> = {}
  const takenColumns = new Set<number>()
  const columnsOfFields = form.fields.flatMap((field) => columnsFor(field, names) ?? []).sort((a, b) => a.rank - b.rank)
  for (const { field, columns: at } of columnsOfFields) {
    const freeColumns = at.filter((column) => !takenColumns.has(column))
    if (freeColumns.length > 1) duplicates[field] = freeColumns
    else if (freeColumns[0] !== undefined) {
      columns[field] = freeColumns[0]
      takenColumns.add(freeColumns[0])
    }
  }
  const headings = [...names].map(([column, { leaf }]) => ({ column, text: leaf }))
  return { line, columns, twice: duplicates, headings: headings.sort((a, b) => a.column - b.column) }
}

const matchedColumnCount = (row: HeadingRow) => Object.keys(row.columns).length + Object.keys(row.twice).length

/** Returns whether a line numbers the columns (1 | 2 | 3=1-2). Such a line is one of the headings. */
function isNumbering(grid: Grid, line: number): boolean {
  const texts = [...(grid.get(line)?.values() ?? [])]
  return texts.length > 2 && texts.every((text) => /^[(（]?\d{1,2}([=＝][-+×*\d() （）]*)?[)）]?$/.test(text))
}

function headCellsAbove(grid: Grid, line: number, form: TaxForm): ColumnMapping['head'] {
  const head: Record<string, { address: string; label: string }> = {}
  for (const [at, row] of [...grid].filter(([each]) => each < line).sort(([a], [b]) => a - b)) {
    for (const [column, text] of [...row].sort(([a], [b]) => a - b)) {
      if (text.length > maxHeadingLength) continue
      const label = text.replace(/[:：]\s*$/, '')
      const field = form.head.find(
        ({ key, headings }) =>
          head[key] === undefined &&
          headings.some((heading) => normalizeHeading(heading) === normalizeHeading(label) || withoutNotes(heading) === withoutNotes(label)),
      )
      if (field) head[field.key] = { address: `${columnLetters(column)}${at}`, label }
    }
  }
  return head
}

/** Returns the mapping of a sheet to this form; null if fewer than two headings match. */
function mappingIn(sheet: TemplateSheet, form: TaxForm): ColumnMapping | null {
  const grid = gridOf(sheet)
  const rows = [...grid.keys()].sort((a, b) => a - b).map((line) => rowOf(grid, line, form))
  const bestRow = rows.reduce<HeadingRow | null>((limit, row) => (limit !== null && matchedColumnCount(limit) > matchedColumnCount(row) ? limit : row), null)
  if (bestRow === null || matchedColumnCount(bestRow) < 2) return null
  const headingLine = isNumbering(grid, bestRow.line + 1) ? bestRow.line + 1 : bestRow.line
  const footRow = sheet.rows.find(({ line }) => line > headingLine)
  return {
    sheet: sheet.name,
    part: sheet.part,
    headingLine,
    footLine: footRow?.line ?? null,
    columns: bestRow.columns,
    twice: bestRow.twice,
    head: headCellsAbove(grid, bestRow.line, form),
    headings: bestRow.headings,
  }
}

/** Maps the values of a form by heading texts only, on the sheet with the most matches. */
export function mapForm(sheets: readonly TemplateSheet[], form: TaxForm): ColumnMapping | null {
  const matchCount = (mapping: ColumnMapping) => Object.keys(mapping.columns).length + Object.keys(mapping.twice).length
  return sheets
    .map((sheet) => mappingIn(sheet, form))
    .reduce<ColumnMapping | null>((best, mapping) => (mapping !== null && (best === null || matchCount(mapping) > matchCount(best)) ? mapping : best), null)
}

/** Applies manually chosen columns to a mapping; null removes a field's column. */
export function applyChosenColumns(mapping: ColumnMapping, chosen: Readonly<Record<string, number | null>>): ColumnMapping {
  const columns: Record<string, number> = { ...mapping.columns }
  const remainingDuplicates = { ...mapping.twice }
  for (const [field, column] of Object.entries(chosen)) {
    delete remainingDuplicates[field]
    delete columns[field]
    if (column !== null) columns[field] = column
  }
  return { ...mapping, columns, twice: remainingDuplicates }
}

/**
 * Returns the faults that make a mapping unusable: required fields without a column, duplicate headings, columns shared
 * by two fields.
 */
export function mappingFaults(
  mapping: ColumnMapping,
  form: TaxForm,
): { readonly missing: readonly string[]; readonly twice: readonly string[]; readonly shared: readonly string[] } {
  const fieldsByColumn = Map.groupBy(Object.entries(mapping.columns), ([, column]) => column)
  return {
    missing: form.fields
      .filter(({ key, isRequired }) => isRequired && mapping.columns[key] === undefined && mapping.twice[key] === undefined)
      .map(({ key }) => key),
    twice: Object.keys(mapping.twice),
    shared: [...fieldsByColumn.values()].flatMap((each) => (each.length > 1 ? each.map(([field]) => field) : [])),
  }
}
