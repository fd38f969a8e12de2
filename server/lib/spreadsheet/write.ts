import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { trimmedEnd, truncateUnits } from '#/domain/base/text.ts'
import { refuseInTransaction } from '#/server/lib/database/dialect.ts'
import { columnLetters } from '#/server/lib/spreadsheet/cells.ts'
import { MARK_SHEET, type TemplateMark } from '#/server/lib/spreadsheet/sheet.ts'
import { type CellFlag, type CellKind, cellStyle, HEADING_STYLE, NOTE_STYLE, REQUIRED_STYLE, stylesXml } from '#/server/lib/spreadsheet/styles.ts'
import { type ZipEntry, zipStream } from '#/server/lib/zip.ts'

/**
 * A column to write. Numbers in `money` and `amount` columns are whole fen, shown as 1,234.56 and 1234.56. Numbers in
 * `rate` columns are ppm, shown in per cent. ISO days and times become dates in `day`, `moment` and `auto` columns.
 * Other text stays text. An `auto` column writes each value by its own type.
 */
export interface WriteColumn {
  readonly heading: string
  readonly kind?: CellKind | 'auto'
  /** Width in characters; by default derived from the heading. */
  readonly width?: number
  /** Whether the heading is marked with a red *. */
  readonly required?: boolean
  /** Values of a dropdown. Excel refuses other values on input. */
  readonly choices?: readonly string[]
  /** A hint shown when a cell of the column is selected. */
  readonly hint?: string
}

type WriteValue = string | number | boolean | null | undefined

/** A value with a coloured background: red for `error`, yellow for `warning`. */
export interface FlaggedValue {
  readonly value: WriteValue
  readonly flag: CellFlag
}

export type WriteRow = readonly (WriteValue | FlaggedValue)[]

export interface WriteSheet {
  readonly name: string
  /** The first line: exporter, contents, time and filter. */
  readonly stamp?: string
  /** Further lines above the headings. */
  readonly notes?: readonly string[]
  readonly columns: readonly WriteColumn[]
  readonly rows: Iterable<WriteRow> | AsyncIterable<WriteRow>
  readonly hidden?: boolean
}

export interface SheetWriteOptions {
  readonly sheets: readonly WriteSheet[]
  /** Mark written to a hidden sheet, so that a filled-in template is recognised. */
  readonly template?: TemplateMark
}

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006'
const CONTENT_TYPE_PREFIX = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const LISTS_SHEET = '_lists'
const LAST_LINE = 1_048_576
const MAX_CELL_LENGTH = 32_767
/** Dropdowns cover this many rows below the headings. */
const CHOICE_ROWS = 10_000
const CHUNK_CHARACTERS = 32_768

// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const FORMULA_PATTERN = /^[=+\-@\t\r\0＝＋－＠]/

/** Cleans text for a cell. Removes control characters and prevents spreadsheets from reading it as a formula. */
export function safeText(raw: string): string {
  const text = truncateUnits(raw.replace(CONTROL_CHARACTERS, ''), MAX_CELL_LENGTH - 1).toWellFormed()
  return FORMULA_PATTERN.test(raw) || FORMULA_PATTERN.test(text) ? `'${text}` : text
}

const ENTITY_BY_SIGN: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
const escapeXml = (text: string) => text.replace(/[&<>"\r]/g, (sign) => ENTITY_BY_SIGN[sign] ?? sign)

export function textXml(address: string, style: number, raw: string): string {
  const text = safeText(raw).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}

const DAY_MS = 86_400_000
/** Day 0 of Excel's serial dates. Dates before 1900-03-01 are one day off. */
const FIRST_DAY_MS = Date.UTC(1899, 11, 30)
const ISO_DATE_PATTERN = /^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])( (?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)?$/

/** Returns the kind of a value in an `auto` column. */
function kindOf(value: WriteValue): CellKind {
  if (typeof value === 'number') return 'number'
  const isoDate = typeof value === 'string' ? ISO_DATE_PATTERN.exec(value) : null
  return isoDate === null ? 'text' : isoDate[1] === undefined ? 'day' : 'moment'
}

/** Returns the serial number of a day or time, or undefined for a day that does not exist. */
function serialOf(text: string): number | undefined {
  const [day = '', time = '00:00'] = text.split(' ')
  const at = Date.parse(`${day}T${time}Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : (at - FIRST_DAY_MS) / DAY_MS
}

function cellXml(address: string, kind: CellKind | 'auto', entry: WriteValue | FlaggedValue): string {
  const { value, flag } = typeof entry === 'object' && entry !== null ? entry : { value: entry, flag: 'none' as const }
  if (kind === 'auto') return cellXml(address, kindOf(value), entry)
  const style = cellStyle(kind, flag)
  if (value === null || value === undefined || value === '') return flag === 'none' ? '' : `<c r="${address}" s="${style}"/>`
  if (typeof value === 'boolean') return `<c r="${address}" s="${style}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (typeof value === 'string') {
    const serial = kind === 'day' || kind === 'moment' ? serialOf(value) : undefined
    return serial === undefined ? textXml(address, cellStyle('text', flag), value) : `<c r="${address}" s="${style}"><v>${serial}</v></c>`
  }
  if (!Number.isFinite(value)) throw new RangeError(`not a number a sheet can hold: ${value}`)
  if (kind === 'text') return textXml(address, style, String(value))
  const isFen = kind === 'money' || kind === 'amount'
  if (isFen && !Number.isSafeInteger(value)) throw new RangeError(`not an amount in whole hundredths: ${value}`)
  return `<c r="${address}" s="${style}"><v>${isFen ? value / 100 : kind === 'rate' ? value / 1_000_000 : value}</v></c>`
}

/** Returns the width in characters. Chinese characters count twice. */
function widthOf(column: WriteColumn): number {
  const length = [...column.heading].reduce((sum, sign) => sum + (sign > '\u2e7f' ? 2 : 1), 4)
  return column.width ?? Math.min(60, Math.max(column.kind === 'money' ? 16 : 10, length))
}

function columnsXml(columns: readonly WriteColumn[]): string {
  if (columns.length === 0) return ''
  const columnElements = columns.map(
    (column, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${widthOf(column)}" style="${cellStyle(column.kind === 'auto' ? 'text' : (column.kind ?? 'text'), 'none')}" customWidth="1"/>`,
  )
  return `<cols>${columnElements.join('')}</cols>`
}

/** Builds dropdowns and hints by column. `lists` maps a column to the cell range of its choices. */
function validationsXml(columns: readonly WriteColumn[], firstLine: number, lists: ReadonlyMap<WriteColumn, string>): string {
  const validationRules = columns.flatMap((column, at) => {
    const list = lists.get(column)
    if (list === undefined && column.hint === undefined) return []
    const letters = columnLetters(at + 1)
    const hint = column.hint === undefined ? '' : ` showInputMessage="1" prompt="${escapeXml(truncateUnits(safeText(column.hint), 255))}"`
    const kind = list === undefined ? '' : ' type="list" showErrorMessage="1"'
    const open = `<dataValidation${kind} allowBlank="1"${hint} sqref="${letters}${firstLine}:${letters}${firstLine + CHOICE_ROWS}"`
    return [list === undefined ? `${open}/>` : `${open}><formula1>${list}</formula1></dataValidation>`]
  })
  return validationRules.length === 0 ? '' : `<dataValidations count="${validationRules.length}">${validationRules.join('')}</dataValidations>`
}

function* topRowsXml(sheet: WriteSheet): Generator<string> {
  let line = 0
  for (const text of [...(sheet.stamp === undefined ? [] : [sheet.stamp]), ...(sheet.notes ?? [])]) {
    line += 1
    yield `<row r="${line}">${textXml(`A${line}`, NOTE_STYLE, text)}</row>`
  }
  if (sheet.columns.length === 0) return
  const headings = sheet.columns.map(({ heading, required }, at) =>
    textXml(`${columnLetters(at + 1)}${line + 1}`, required ? REQUIRED_STYLE : HEADING_STYLE, required ? `${heading}*` : heading),
  )
  yield `<row r="${line + 1}" ht="24" customHeight="1">${headings.join('')}</row>`
}

function rowXml(line: number, row: WriteRow, kinds: readonly (CellKind | 'auto')[], letters: readonly string[]): string {
  let xml = `<row r="${line}">`
  for (let at = 0; at < row.length; at += 1) xml += cellXml(`${letters[at] ?? columnLetters(at + 1)}${line}`, kinds[at] ?? 'text', row[at])
  return `${xml}</row>`
}

/** Generates a sheet in chunks. Requests rows only as fast as they are written. */
async function* sheetXml(sheet: WriteSheet, lists: ReadonlyMap<WriteColumn, string>): AsyncGenerator<Buffer> {
  const top = [...topRowsXml(sheet)]
  const frozenPane = sheet.columns.length === 0 ? '' : `<pane ySplit="${top.length}" topLeftCell="A${top.length + 1}" activePane="bottomLeft" state="frozen"/>`
  const kinds = sheet.columns.map(({ kind }) => kind ?? 'text')
  const letters = sheet.columns.map((_, at) => columnLetters(at + 1))
  let piece = `${XML_DECLARATION}<worksheet xmlns="${MAIN_NAMESPACE}"><sheetViews><sheetView workbookViewId="0">${frozenPane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>${columnsXml(sheet.columns)}<sheetData>${top.join('')}`
  let line = top.length
  for await (const row of sheet.rows) {
    line += 1
    if (line > LAST_LINE) throw new RangeError('more rows than a sheet can hold')
    piece += rowXml(line, row, kinds, letters)
    if (piece.length < CHUNK_CHARACTERS) continue
    yield Buffer.from(piece)
    piece = ''
  }
  yield Buffer.from(`${piece}</sheetData>${validationsXml(sheet.columns, top.length + 1, lists)}</worksheet>`)
}

/** Makes sheet names valid in Excel: at most 31 characters, no separators, unique. */
function sheetNames(sheets: readonly WriteSheet[]): string[] {
  const usedNames = new Set<string>()
  return sheets.map((sheet, at) => {
    const permittedName = sheet.name
      .replace(CONTROL_CHARACTERS, '')
      .toWellFormed()
      .replace(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+/, '')
    const shortName = truncateUnits(trimmedEnd(permittedName, /'/).trim(), 31) || `Sheet${at + 1}`
    let name = shortName
    for (let copy = 2; usedNames.has(name.toLowerCase()); copy += 1) name = `${truncateUnits(shortName, 26)} (${copy})`
    usedNames.add(name.toLowerCase())
    return name
  })
}

/** Puts the choices of all columns in one hidden sheet and returns their cell ranges. */
function choiceLists(sheets: readonly WriteSheet[]): { sheet: WriteSheet | undefined; lists: Map<WriteColumn, string> } {
  const columns = sheets.flatMap((sheet) => sheet.columns).filter(({ choices }) => choices !== undefined && choices.length > 0)
  const lists = new Map<WriteColumn, string>()
  let longestList = 0
  columns.forEach((column, at) => {
    const count = column.choices?.length ?? 0
    longestList = Math.max(longestList, count)
    lists.set(column, `${LISTS_SHEET}!$${columnLetters(at + 1)}$1:$${columnLetters(at + 1)}$${count}`)
  })
  if (columns.length === 0) return { sheet: undefined, lists }
  const rows = Array.from({ length: longestList }, (_, line) => columns.map(({ choices }) => choices?.[line]))
  return { sheet: { name: LISTS_SHEET, columns: [], rows, hidden: true }, lists }
}

function workbookXml(sheets: readonly WriteSheet[]): string {
  const names = sheetNames(sheets)
  const sheetElements = sheets.map(
    ({ hidden }, at) => `<sheet name="${escapeXml(names[at] ?? '')}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
  )
  return `${XML_DECLARATION}<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${RELATIONS_NAMESPACE}"><bookViews><workbookView/></bookViews><sheets>${sheetElements.join('')}</sheets></workbook>`
}

function relationsXml(targets: readonly (readonly [type: string, target: string])[]): string {
  const relationElements = targets.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${RELATIONS_NAMESPACE}/${type}" Target="${target}"/>`)
  return `${XML_DECLARATION}<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${relationElements.join('')}</Relationships>`
}

function contentTypesXml(count: number): string {
  const overrideXml = (part: string, type: string) => `<Override PartName="/xl/${part}.xml" ContentType="${CONTENT_TYPE_PREFIX}.${type}+xml"/>`
  const sheets = Array.from({ length: count }, (_, at) => overrideXml(`worksheets/sheet${at + 1}`, 'worksheet'))
  return `${XML_DECLARATION}<Types xmlns="${PACKAGE_NAMESPACE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrideXml('workbook', 'sheet.main')}${overrideXml('styles', 'styles')}${sheets.join('')}</Types>`
}

function* workbookParts(options: SheetWriteOptions): Generator<ZipEntry> {
  const { sheet: listSheet, lists } = choiceLists(options.sheets)
  const mark = options.template
  const sheets: WriteSheet[] = [...options.sheets]
  if (listSheet) sheets.push(listSheet)
  if (mark) sheets.push({ name: MARK_SHEET, columns: [], rows: [[mark.id, mark.version]], hidden: true })
  const targets = sheets.map((_, at) => ['worksheet', `worksheets/sheet${at + 1}.xml`] as const)
  yield { name: '[Content_Types].xml', bytes: Buffer.from(contentTypesXml(sheets.length)) }
  yield { name: '_rels/.rels', bytes: Buffer.from(relationsXml([['officeDocument', 'xl/workbook.xml']])) }
  yield { name: 'xl/workbook.xml', bytes: Buffer.from(workbookXml(sheets)) }
  yield { name: 'xl/_rels/workbook.xml.rels', bytes: Buffer.from(relationsXml([...targets, ['styles', 'styles.xml']])) }
  yield { name: 'xl/styles.xml', bytes: Buffer.from(stylesXml()) }
  for (const [at, sheet] of sheets.entries()) yield { name: `xl/worksheets/sheet${at + 1}.xml`, bytes: sheetXml(sheet, lists) }
}

/**
 * Writes a workbook as a stream with constant memory, so rows may come from a cursor. The stream fails with RangeError
 * if an amount is not in whole fen.
 */
export function sheetStream(options: SheetWriteOptions): Readable {
  return zipStream(workbookParts(options))
}

/** Writes a workbook in memory. The same input gives the same bytes. */
export function writeSheet(options: SheetWriteOptions): Promise<Buffer> {
  refuseInTransaction('writing a workbook')
  return buffer(sheetStream(options))
}
