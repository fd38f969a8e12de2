import { type Fen, type Ppm, parsePercent, parseYuan } from '#/domain/base/money.ts'
import { dayOf, parseMoment } from '#/domain/base/period.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import { instructionSheet } from '#/server/kernel/rows/sheet-file.ts'
import { readSheet, type SheetColumn, type SheetResult, type SheetRow, type SheetWriteOptions } from '#/server/lib/spreadsheet/spreadsheet.ts'

const columns = [
  { key: 'no', headings: ['申请单号'], required: true },
  { key: 'number', headings: ['发票号码', '数电票号码'], required: true },
  { key: 'day', headings: ['开票日期'], required: true },
  { key: 'price', headings: ['不含税金额', '金额'], required: true },
  { key: 'rate', headings: ['税率', '税率/征收率'], required: true },
  { key: 'tax', headings: ['税额'], required: true },
  { key: 'total', headings: ['价税合计'], required: true },
  { key: 'file', headings: ['文件名'], required: false },
] as const satisfies readonly SheetColumn[]

type Key = (typeof columns)[number]['key']
export type ResultSheet = SheetResult<Key>

export const maxResults = 2_000
const templateVersion = { id: 'T7', version: '1' }

export interface ResultRow {
  readonly line: number
  readonly no: string
  readonly number: string
  readonly day: string
  readonly price: Fen
  readonly rate: Ppm
  readonly tax: Fen
  readonly total: Fen
  readonly file: string
}

/** A fault of a row: the key of its message and the values to fill in. */
export interface RowFault {
  readonly line: number
  readonly no: string
  readonly number: string
  readonly fault: string
  readonly values: Readonly<Record<string, string | number>>
}

/** Reads a list of issued invoices. `includesHidden` is true once the user has confirmed its hidden rows. */
export function readResults(bytes: Uint8Array, includesHidden: boolean): Promise<ResultSheet> {
  return readSheet(bytes, { columns, maxRows: maxResults, unknownColumns: 'ignore', template: templateVersion, takesHidden: includesHidden })
}

const cleanText = (text: string) => text.normalize('NFKC').trim()

// Converts a rate to percent by shifting the decimal point of its text: 0.06 becomes 6.
function percentToPpm(written: string): string {
  const digits = (written.split('.')[1] ?? '').padEnd(2, '0')
  return `${Number(digits.slice(0, 2))}.${digits.slice(2) || '0'}`
}

// Reads 6 %, 0.06 and 6 as the same rate.
function rateOf(text: string): Ppm | null {
  const rateText = text.replace(/%$/, '')
  return /^0?\.\d+$/.test(rateText) ? parsePercent(percentToPpm(rateText)) : parsePercent(rateText)
}

function parseDay(text: string): string | null {
  const moment = parseMoment(text)
  return moment && dayOf(moment.at)
}

/** Returns a row, or the fault of its first unreadable cell. */
export function resultRowOf(row: SheetRow<Key>): ResultRow | RowFault {
  const text = (key: Key) => cleanText(row.cells[key].text)
  const [no, number] = [text('no'), text('number')]
  const badCell = (key: Key): RowFault => {
    const column = columns.find((each) => each.key === key)?.headings[0] ?? key
    return {
      line: row.line,
      no: truncateUnits(no, 40),
      number: truncateUnits(number, 40),
      fault: 'badCell',
      values: { column, value: truncateUnits(text(key), 40) || '-' },
    }
  }
  if (no === '') return badCell('no')
  if (!/^\d{20}$/.test(number)) return badCell('number')
  const day = parseDay(text('day'))
  if (day === null) return badCell('day')
  const rate = rateOf(text('rate'))
  if (rate === null) return badCell('rate')
  const [price, tax, total] = [parseYuan(text('price')), parseYuan(text('tax')), parseYuan(text('total'))]
  if (price === null) return badCell('price')
  if (tax === null) return badCell('tax')
  if (total === null) return badCell('total')
  return { line: row.line, no, number, day, price, rate, tax, total, file: text('file') }
}

/** The empty results template. Business documents are always Chinese. */
export const resultsTemplate: SheetWriteOptions = {
  sheets: [
    { name: '开票结果', columns: columns.map(({ headings, required }) => ({ heading: headings[0], required, width: 24 })), rows: [] },
    instructionSheet([
      ['模板版本', `${templateVersion.id}-${templateVersion.version}`],
      ['行数', `一次最多 ${maxResults} 行，每行一张发票`],
      ['发票号码', '数电发票号码 20 位，请按文本填写'],
      ['金额', '须与申请拆分的该张发票逐分一致'],
      ['税率', '6%、0.06、6 均可'],
      ['发票文件', '另附 ZIP：文件以发票号码命名，格式 PDF、OFD 或 XML；文件名另取的填在最后一列'],
    ]),
  ],
  template: templateVersion,
}
