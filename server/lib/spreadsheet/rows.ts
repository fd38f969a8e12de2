import { truncateUnits } from '#/domain/base/text.ts'
import type { Archive } from '#/server/lib/spreadsheet/archive.ts'
import { columnOf, dateText, decodeEscapes, numberCell, textCell } from '#/server/lib/spreadsheet/cells.ts'
import { withoutEmptyRows } from '#/server/lib/spreadsheet/empty-rows.ts'
import { damagedError, MAX_COLUMNS, MAX_TEXT_LENGTH, type RawRow, type SheetCell, tooLargeError } from '#/server/lib/spreadsheet/sheet.ts'
import type { Workbook } from '#/server/lib/spreadsheet/workbook.ts'
import { type Attributes, readXml } from '#/server/lib/spreadsheet/xml.ts'

/** The maximum number of cells in rows with content, to bound the work. */
const MAX_CELLS = 4_000_000
/** Maximum length of a cell in the file before unescaping: an escape such as “_x0000_” has seven characters. */
const MAX_RAW_LENGTH = 7 * MAX_TEXT_LENGTH
/** The maximum number of merged ranges in a sheet. */
const MAX_MERGED_RANGES = 10_000
const LAST_LINE = 1_048_576

/** Receives the rows of one sheet. */
export interface RowSink {
  readonly columns: ReadonlySet<number> | undefined
  take(row: RawRow): void
}

type CellPart = 'value' | 'formula' | 'text' | undefined

const appendText = (text: string, more: string) => (text.length < MAX_RAW_LENGTH ? text + truncateUnits(more, MAX_RAW_LENGTH) : text)
const nullIfEmpty = (cell: SheetCell) => (cell.text.trim() === '' ? null : cell)

/** Reads a sheet cell by cell and passes on each row when it ends. */
class RowReader {
  /** The references of merged cells, as in the file. */
  readonly merged: string[] = []
  readonly #workbook: Workbook
  readonly #sink: RowSink
  readonly #strings: (SheetCell | null)[] = []
  #line = 0
  #isHidden = false
  #column = 0
  #seen = 0
  #cells = new Map<number, SheetCell>()
  #cell: Attributes = {}
  #value = ''
  #formula = ''
  #calculated = false
  #inside: CellPart
  #phonetic = false

  constructor(workbook: Workbook, sink: RowSink) {
    this.#workbook = workbook
    this.#sink = sink
  }

  open(name: string, attributes: () => Attributes): void {
    if (name === 'c') this.#startCell(attributes())
    else if (name === 'v') this.#startValue()
    else if (name === 't') this.#inside = 'text'
    else if (name === 'f') this.#inside = 'formula'
    else if (name === 'rPh') this.#phonetic = true
    else if (name === 'row') this.#startRow(attributes())
    else if (name === 'mergeCell') this.#merge(attributes().ref ?? '')
  }

  text(text: string): void {
    if (this.#inside === undefined || this.#phonetic) return
    if (this.#inside === 'formula') this.#formula = appendText(this.#formula, text)
    else this.#value = appendText(this.#value, text)
  }

  close(name: string): void {
    if (name === 'c') this.#endCell()
    else if (name === 'v' || name === 't' || name === 'f') this.#inside = undefined
    else if (name === 'rPh') this.#phonetic = false
    else if (name === 'row') this.#sink.take({ line: this.#line, cells: this.#cells, isHidden: this.#isHidden })
  }

  /** Skips rows up to this line, which had no content. */
  skip(line: number): void {
    this.#line = Math.max(this.#line, line)
  }

  #merge(reference: string): void {
    if (this.merged.length >= MAX_MERGED_RANGES) throw tooLargeError()
    this.merged.push(truncateUnits(reference, 40))
  }

  #startRow({ r: address, hidden }: Attributes): void {
    const line = address === undefined ? this.#line + 1 : Number(address)
    if (!Number.isInteger(line) || line <= this.#line || line > LAST_LINE) throw damagedError(`row ${address}`)
    this.#line = line
    this.#isHidden = hidden === '1' || hidden === 'true'
    this.#column = 0
    this.#cells = new Map()
  }

  #startCell(attributes: Attributes): void {
    this.#seen += 1
    if (this.#seen > MAX_CELLS) throw tooLargeError()
    this.#cell = attributes
    const column = attributes.r === undefined ? this.#column + 1 : columnOf(attributes.r)
    if (column <= this.#column) throw damagedError(`cell ${attributes.r}`)
    this.#column = column
    this.#value = ''
    this.#formula = ''
    this.#calculated = false
    this.#inside = undefined
  }

  #startValue(): void {
    this.#calculated = true
    this.#inside = 'value'
  }

  #endCell(): void {
    const column = this.#column
    if (column > MAX_COLUMNS || (this.#sink.columns && !this.#sink.columns.has(column))) return
    const cell = this.#cell.t === 's' && this.#calculated ? this.#shared(this.#value) : nullIfEmpty(this.#read())
    if (cell) this.#cells.set(column, cell)
  }

  #read(): SheetCell {
    const value = this.#value
    const type = this.#cell.t ?? 'n'
    // A formula that was never calculated is shown as text, so that it does not count as an empty cell.
    if (!this.#calculated && this.#formula !== '') return { text: truncateUnits(`=${this.#formula}`, MAX_TEXT_LENGTH) }
    if (type === 'n') return this.#number(value)
    if (type === 'b') return { text: value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value }
    if (type === 'd')
      return {
        text: value
          .replace(/T00:00:00(\.0+)?Z?$/, '')
          .replace('T', ' ')
          .replace(/(\.\d+)?Z?$/, ''),
      }
    return textCell(truncateUnits(decodeEscapes(value), MAX_TEXT_LENGTH))
  }

  // Thousands of cells may refer to one string, so each is parsed once.
  #shared(index: string): SheetCell | null {
    if (index === '') return null
    const at = Number(index)
    const knownCell = this.#strings[at]
    if (knownCell !== undefined) return knownCell
    const text = this.#workbook.strings[at]
    if (text === undefined) throw damagedError(`shared string ${index}`)
    const cell = nullIfEmpty(textCell(text))
    this.#strings[at] = cell
    return cell
  }

  #number(value: string): SheetCell {
    const style = this.#cell.s
    const isDate = style !== undefined && this.#workbook.dateStyles[Number(style)] === true
    const date = isDate ? dateText(value, this.#workbook.from1904) : undefined
    return date === undefined ? numberCell(value) : { text: date }
  }
}

/** Reads the rows of a sheet into the sink. Returns the ranges of its merged cells. */
export async function readRows(archive: Archive, workbook: Workbook, part: string, sink: RowSink): Promise<readonly string[]> {
  const reader = new RowReader(workbook, sink)
  await readXml(
    withoutEmptyRows(archive.read(part), (line) => reader.skip(line)),
    reader,
  )
  return reader.merged
}
