import { createHash } from 'node:crypto'
import { sheetRefusals } from '#/api/sheets.texts.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'

const digestLength = 16

/** Returns the mark of an exported faulty row: its list, and a digest of its number and cells. */
export function rowMark(origin: string, seq: number, cells: readonly string[]): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([origin, seq, cells]))
    .digest('hex')
  return `${origin}#${digest.slice(0, digestLength)}`
}

/** A row of an uploaded error file. */
export interface CorrectedRow {
  /** The 行号; null if it is not a number. */
  readonly rowNo: number | null
  /** The 行标识 that the export wrote. */
  readonly mark: string
}

/** Returns the rows by number. Refuses a file exported from another list, and numbers that occur more than once. */
export function correctedRows<Row extends CorrectedRow>(origin: string, rows: readonly Row[]): Map<number | null, Row> {
  const otherOrigin = rows.map(({ mark }) => mark.trim().split('#')[0]).find((each) => each !== '' && each !== origin)
  if (otherOrigin !== undefined) refuse(sheetRefusals, 'otherErrorFile', { origin: otherOrigin })
  const rowByNumber = new Map(rows.map((row) => [row.rowNo, row]))
  if (rowByNumber.size < rows.length) {
    const repeatedNumbers = rows.filter((row, at) => rows.findIndex(({ rowNo }) => rowNo === row.rowNo) < at).map(({ rowNo }) => rowNo ?? '-')
    refuse(sheetRefusals, 'repeatedRowNumbers', { rows: [...new Set(repeatedNumbers)].join(', ') })
  }
  return rowByNumber
}

/** Returns the numbers of rows left out of a correction, as the reader sees them. */
export function rowNumbersText(numbers: Iterable<number | null>): string[] {
  return [...numbers].map((number) => (number === null ? '-' : String(number)))
}
