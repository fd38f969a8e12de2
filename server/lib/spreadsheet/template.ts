import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { type Archive, openArchive } from '#/server/lib/spreadsheet/archive.ts'
import { columnLetters, columnOf } from '#/server/lib/spreadsheet/cells.ts'
import { attributeOf, elementOf, elementsOf, replaceElements } from '#/server/lib/spreadsheet/markup.ts'
import { readRows } from '#/server/lib/spreadsheet/rows.ts'
import { damagedError, MAX_STORED_CHARACTERS, type RawRow, tooLargeError } from '#/server/lib/spreadsheet/sheet.ts'
import { openWorkbook } from '#/server/lib/spreadsheet/workbook.ts'
import { textXml } from '#/server/lib/spreadsheet/write.ts'
import { type ZipEntry, zipStream } from '#/server/lib/zip.ts'

// Fills one sheet of an external workbook. The content of its other parts stays unchanged byte for byte.

/** A visible sheet of a workbook to fill in. */
export interface TemplateSheet {
  readonly name: string
  readonly part: string
  readonly rows: readonly RawRow[]
  /** Merged ranges, such as A1:B2. */
  readonly merged: readonly string[]
  readonly hasFormulas: boolean
  /** Whether rows can be written. The sheet's elements must have no prefix, because the written ones have none. */
  readonly isFillable: boolean
}

/** A larger sheet is not a form, because forms have headings and few rows. */
const MAX_FILLABLE_BYTES = 4 * 1024 * 1024
/** Maximum rows of all sheets together. A tax office's reply has one row per person. */
const MAX_ROWS = 100_000

async function contentOf(archive: Archive, part: string): Promise<Pick<TemplateSheet, 'hasFormulas' | 'isFillable'>> {
  if (archive.size(part) > MAX_FILLABLE_BYTES) return { hasFormulas: false, isFillable: false }
  const xml = await textOf(archive.read(part))
  return { hasFormulas: /<(?:\w+:)?f[\s>/]/.test(xml), isFillable: xml.includes('<sheetData') && !xml.includes('<![CDATA[') }
}

/** Reads the visible sheets of a workbook. Throws SheetError for invalid ones and for too many rows. */
export async function readTemplate(bytes: Buffer): Promise<readonly TemplateSheet[]> {
  const archive = await openArchive(bytes)
  const workbook = await openWorkbook(archive)
  const sheets: TemplateSheet[] = []
  let [rowCount, characterCount] = [0, 0]
  for (const { name, part } of workbook.sheets.filter(({ visible }) => visible)) {
    const rows: RawRow[] = []
    const mergedRanges = await readRows(archive, workbook, part, {
      columns: undefined,
      take(row) {
        if (row.cells.size === 0) return
        for (const { text } of row.cells.values()) characterCount += text.length
        if (++rowCount > MAX_ROWS || characterCount > MAX_STORED_CHARACTERS) throw tooLargeError()
        rows.push(row)
      },
    })
    sheets.push({ name, part, rows, merged: mergedRanges, ...(await contentOf(archive, part)) })
  }
  return sheets
}

/** A cell of a filled row: its column (from 1) and its text or number. */
export interface TemplateCell {
  readonly column: number
  readonly value: string | number
}

export interface FillTarget {
  readonly part: string
  /** Last line of the headings. Rows begin below it. */
  readonly headingLine: number
  /** Line of the footer, which moves down as rows are filled in; null without a footer. */
  readonly footerLine: number | null
  /** Texts of cells above the headings, by address. */
  readonly cells: ReadonlyMap<string, string>
  readonly rows: Iterable<readonly TemplateCell[]> | AsyncIterable<readonly TemplateCell[]>
}

interface RowXml {
  readonly line: number
  readonly xml: string
}

function splitRows(data: string): RowXml[] {
  let line = 0
  return [...elementsOf(data, 'row')].map((row) => {
    line = Number(attributeOf(row, 'r') ?? line + 1)
    return { line, xml: data.slice(row.begin, row.end) }
  })
}

/** Returns the style of each column in the first row below the headings. */
function columnStylesOf(xml: string | undefined): ReadonlyMap<number, string> {
  const styles = new Map<number, string>()
  for (const cell of elementsOf(xml ?? '', 'c')) {
    const style = attributeOf(cell, 's')
    if (style !== undefined) styles.set(columnOf(attributeOf(cell, 'r') ?? ''), style)
  }
  return styles
}

function replaceCellTexts(xml: string, cells: ReadonlyMap<string, string>): string {
  return replaceElements(xml, 'c', (cell) => {
    const address = attributeOf(cell, 'r') ?? ''
    const text = cells.get(address)
    return text === undefined ? undefined : textXml(address, Number(attributeOf(cell, 's') ?? 0), text)
  })
}

/** Moves a row with its cells to another line. */
function moveRow(xml: string, line: number): string {
  const addressPattern = /(<(?:\w+:)?(?:row|c)(?=\s)[^<>]*?\sr="[A-Z]{0,3})\d{1,7}"/g
  return xml.replace(addressPattern, `$1${line}"`)
}

function rowXml(line: number, row: readonly TemplateCell[], styles: ReadonlyMap<number, string>): string {
  const cells = [...row]
    .sort((a, b) => a.column - b.column)
    .flatMap(({ column, value }) => {
      if (value === '') return []
      const [address, style] = [`${columnLetters(column)}${line}`, Number(styles.get(column) ?? 0)]
      return [typeof value === 'string' ? textXml(address, style, value) : `<c r="${address}" s="${style}"><v>${value}</v></c>`]
    })
  return `<row r="${line}">${cells.join('')}</row>`
}

/** Moves merged ranges of the footer and removes those of the filled rows. */
function shiftMerges(tail: string, { headingLine, footerLine: footLine }: FillTarget, shift: number): string {
  const element = elementOf(tail, 'mergeCells')
  if (!element) return tail
  const keptReferences: string[] = []
  const ranges = tail.slice(element.inner, element.innerEnd).matchAll(/ref="([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})"/g)
  for (const [, from = '', top = '', to = '', bottom = ''] of ranges) {
    const [first, last] = [Number(top), Number(bottom)]
    if (first <= headingLine) keptReferences.push(`${from}${first}:${to}${last}`)
    else if (footLine !== null && first >= footLine) keptReferences.push(`${from}${first + shift}:${to}${last + shift}`)
  }
  const mergeXml = keptReferences.map((reference) => `<mergeCell ref="${reference}"/>`).join('')
  const merges = keptReferences.length === 0 ? '' : `<mergeCells count="${keptReferences.length}">${mergeXml}</mergeCells>`
  return `${tail.slice(0, element.begin)}${merges}${tail.slice(element.end)}`
}

async function* fillSheet(archive: Archive, filling: FillTarget): AsyncGenerator<Uint8Array> {
  const xml = await textOf(archive.read(filling.part))
  const data = elementOf(xml, 'sheetData')
  if (data?.prefix !== '') throw damagedError('sheet data')
  const rowXmls = splitRows(xml.slice(data.inner, data.innerEnd))
  const { headingLine, footerLine: footLine } = filling
  const rowsAbove = rowXmls.filter(({ line }) => line <= headingLine)
  const styles = columnStylesOf(rowXmls.find(({ line }) => line > headingLine)?.xml)
  const head = replaceElements(xml.slice(0, data.begin), 'dimension', () => '')
  yield Buffer.from(`${head}<sheetData>${rowsAbove.map((piece) => replaceCellTexts(piece.xml, filling.cells)).join('')}`)
  let line = headingLine
  for await (const row of filling.rows) {
    line += 1
    yield Buffer.from(rowXml(line, row, styles))
  }
  const lineShift = footLine === null ? 0 : Math.max(0, line + 1 - footLine)
  const footerRows = footLine === null ? [] : rowXmls.filter((piece) => piece.line >= footLine)
  const movedFooter = footerRows.map((piece) => moveRow(piece.xml, piece.line + lineShift)).join('')
  yield Buffer.from(`${movedFooter}</sheetData>${shiftMerges(xml.slice(data.end), filling, lineShift)}`)
}

/** Fills rows into a workbook as a stream. Rows may come from a cursor, so memory holds only the template. */
export function fillTemplate(bytes: Buffer, filling: FillTarget): Readable {
  async function* parts(): AsyncGenerator<ZipEntry> {
    const archive = await openArchive(bytes)
    for (const name of archive.originalNames) {
      if (name.endsWith('/')) continue
      yield { name, bytes: name.toLowerCase() === filling.part.toLowerCase() ? fillSheet(archive, filling) : archive.read(name) }
    }
  }
  return zipStream(parts())
}
