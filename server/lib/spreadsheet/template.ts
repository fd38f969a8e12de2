import type { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { type Archive, openArchive } from '#/server/lib/spreadsheet/archive.ts'
import { columnLetters, columnOf } from '#/server/lib/spreadsheet/cells.ts'
import { readRows } from '#/server/lib/spreadsheet/rows.ts'
import { damaged, type RawRow } from '#/server/lib/spreadsheet/sheet.ts'
import { openWorkbook } from '#/server/lib/spreadsheet/workbook.ts'
import { textXml } from '#/server/lib/spreadsheet/write.ts'
import { type ZipEntry, zipStream } from '#/server/lib/zip.ts'

// Somebody else's workbook, filled in below its headings: everything else of it stays, byte for byte.

/** One visible sheet of a workbook that is to be filled in. */
export interface TemplateSheet {
  readonly name: string
  readonly part: string
  readonly rows: readonly RawRow[]
  /** Merged ranges, as A1:B2. */
  readonly merged: readonly string[]
  readonly hasFormulas: boolean
  /** Rows can be written into it: its elements have no prefix, which ours would lack. */
  readonly isFillable: boolean
}

/** Reads the sheets of a workbook whole; throws SheetTrouble for what is none. */
export async function readTemplate(bytes: Buffer): Promise<readonly TemplateSheet[]> {
  const archive = await openArchive(bytes)
  const workbook = await openWorkbook(archive)
  const sheets: TemplateSheet[] = []
  for (const { name, part } of workbook.sheets.filter(({ visible }) => visible)) {
    const rows: RawRow[] = []
    const merged = await readRows(archive, workbook, part, {
      wanted: undefined,
      take: (row) => {
        if (row.cells.size > 0) rows.push(row)
      },
    })
    const xml = await textOf(archive.read(part))
    sheets.push({ name, part, rows, merged, hasFormulas: /<(?:\w+:)?f[\s>/]/.test(xml), isFillable: xml.includes('<sheetData') && !xml.includes('<![CDATA[') })
  }
  return sheets
}

/** A value of a cell: text, or a number as it is written. */
export interface TemplateCell {
  readonly column: number
  readonly value: string | number
}

export interface Filling {
  readonly part: string
  /** The last line of the headings: rows begin below it. */
  readonly headingLine: number
  /** The lines below the headings that say something themselves, and move down with what is filled in. */
  readonly footLine: number | null
  /** Texts of cells above the headings, by address. */
  readonly cells: ReadonlyMap<string, string>
  readonly rows: Iterable<readonly TemplateCell[]> | AsyncIterable<readonly TemplateCell[]>
}

const rowPattern = /<((?:\w+:)?)row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?row>)/g
const cellPattern = /<((?:\w+:)?)c\b([^>]*?)(?:\/>|>[\s\S]*?<\/(?:\w+:)?c>)/g
const attribute = (attributes: string, name: string) => new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]

interface Piece {
  readonly line: number
  readonly xml: string
}

function piecesOf(data: string): Piece[] {
  let line = 0
  return [...data.matchAll(rowPattern)].map((match) => {
    line = Number(attribute(match[2] ?? '', 'r') ?? line + 1)
    return { line, xml: match[0] }
  })
}

/** The style of each column in the first row below the headings. */
function stylesOf(xml: string | undefined): ReadonlyMap<number, string> {
  const styles = new Map<number, string>()
  for (const match of (xml ?? '').matchAll(cellPattern)) {
    const style = attribute(match[2] ?? '', 's')
    if (style !== undefined) styles.set(columnOf(attribute(match[2] ?? '', 'r') ?? ''), style)
  }
  return styles
}

function withTexts(xml: string, cells: ReadonlyMap<string, string>): string {
  return xml.replace(cellPattern, (whole, _prefix: string, attributes: string) => {
    const address = attribute(attributes, 'r') ?? ''
    const text = cells.get(address)
    return text === undefined ? whole : textXml(address, Number(attribute(attributes, 's') ?? 0), text)
  })
}

function movedTo(xml: string, line: number): string {
  return xml.replace(/(<(?:\w+:)?row\b[^>]*?\sr=")\d+"/, `$1${line}"`).replace(/(<(?:\w+:)?c\b[^>]*?\sr="[A-Z]+)\d+"/g, `$1${line}"`)
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

/** Merged ranges of the foot move with it; those of the rows that are filled in go. */
function withMerges(tail: string, { headingLine, footLine }: Filling, shift: number): string {
  const kept: string[] = []
  const merged = /<((?:\w+:)?)mergeCells\b[^>]*>([\s\S]*?)<\/(?:\w+:)?mergeCells>/
  const found = merged.exec(tail)
  if (!found) return tail
  for (const [, from = '', top = '', to = '', bottom = ''] of (found[2] ?? '').matchAll(/ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g)) {
    const [first, last] = [Number(top), Number(bottom)]
    if (first <= headingLine) kept.push(`${from}${first}:${to}${last}`)
    else if (footLine !== null && first >= footLine) kept.push(`${from}${first + shift}:${to}${last + shift}`)
  }
  const each = kept.map((reference) => `<mergeCell ref="${reference}"/>`).join('')
  return tail.replace(merged, kept.length === 0 ? '' : `<mergeCells count="${kept.length}">${each}</mergeCells>`)
}

async function* filledSheet(archive: Archive, filling: Filling): AsyncGenerator<Uint8Array> {
  const xml = await textOf(archive.read(filling.part))
  const open = /<((?:\w+:)?)sheetData\b[^>]*?(\/?)>/.exec(xml)
  if (open?.[1] !== '') throw damaged('sheet data')
  const begin = open.index + open[0].length
  const end = open[2] === '/' ? begin : xml.indexOf('</sheetData>', begin)
  const pieces = piecesOf(xml.slice(begin, end))
  const { headingLine, footLine } = filling
  const above = pieces.filter(({ line }) => line <= headingLine)
  const styles = stylesOf(pieces.find(({ line }) => line > headingLine)?.xml)
  const head = xml.slice(0, open.index).replace(/<dimension\b[^>]*\/>/, '')
  yield Buffer.from(`${head}<sheetData>${above.map((piece) => withTexts(piece.xml, filling.cells)).join('')}`)
  let line = headingLine
  for await (const row of filling.rows) {
    line += 1
    yield Buffer.from(rowXml(line, row, styles))
  }
  const shift = footLine === null ? 0 : Math.max(0, line + 1 - footLine)
  const foot = footLine === null ? [] : pieces.filter((piece) => piece.line >= footLine)
  const tail = xml.slice(open[2] === '/' ? begin : end + '</sheetData>'.length)
  yield Buffer.from(`${foot.map((piece) => movedTo(piece.xml, piece.line + shift)).join('')}</sheetData>${withMerges(tail, filling, shift)}`)
}

/** The workbook with rows below its headings, as a stream: rows may come from a cursor, memory holds the template and no more. */
export function fillTemplate(bytes: Buffer, filling: Filling): Readable {
  async function* parts(): AsyncGenerator<ZipEntry> {
    const archive = await openArchive(bytes)
    for (const name of archive.written) {
      if (name.endsWith('/')) continue
      yield { name, bytes: name.toLowerCase() === filling.part.toLowerCase() ? filledSheet(archive, filling) : archive.read(name) }
    }
  }
  return zipStream(parts())
}
