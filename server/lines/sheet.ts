import { lineRefusals } from '#/api/lines.texts.ts'
import { type CellField, cellFields, type RawCell } from '#/domain/line-cells.ts'
import { refuse } from '#/server/kernel/refusal.ts'

type RawCells = Partial<Record<CellField, RawCell>>

/** A row of an uploaded file, by the fields of a line. */
export interface SheetLine {
  readonly raw: RawCells
  readonly isIdCard: boolean
  /** What stands under 行号 of an error file; null in a template. */
  readonly rowNo: number | null
}

type Heading = CellField | 'gross' | 'net' | 'idKind' | 'rowNo'

// The headings of our templates first, then what templates of other platforms and payroll files call the same thing.
const headings: Readonly<Record<Heading, readonly string[]>> = {
  name: ['姓名', '收款人', '收款人姓名', '收款方账户名', '经营者姓名', '户名'],
  idKind: ['证件类型'],
  idNumber: ['证件号码', '证件号', '身份证号', '身份证号码', '身份证'],
  mobile: ['手机号', '手机号码', '手机', '实名手机', '联系电话'],
  bankName: ['收款银行', '开户行', '开户银行', '银行名称'],
  cardNo: ['收款账号', '收款方账号', '银行卡号', '银行账号', '卡号', '收款卡号'],
  gross: ['应发金额(元)', '应发金额', '发放金额', '发放金额(元)', '金额(元)', '金额'],
  net: ['实发金额(元)', '实发金额', '税后金额', '税后金额(元)'],
  amountText: [],
  entityName: ['个体户名称', '个体工商户名称'],
  entityCreditCode: ['统一社会信用代码', '信用代码'],
  service: ['服务内容', '业务内容', '服务项目'],
  remark: ['备注', '附言', '用途'],
  rowNo: ['行号'],
}

const byHeading = new Map(Object.entries(headings).flatMap(([field, names]) => names.map((name): [string, Heading] => [name, field as Heading])))
const required = ['name', 'idNumber', 'mobile', 'cardNo'] as const
const headingRows = 10
const idCardNames = new Set(['', '身份证', '居民身份证', '二代身份证', '中国居民身份证'])

/** A heading without what people and templates add to it: stars, spaces, full-width brackets, notes in brackets of mode. */
function headingOf(cell: RawCell): Heading | undefined {
  if (typeof cell !== 'string') return undefined
  const plain = cell
    .normalize('NFKC')
    .replace(/[\s*]/g, '')
    .replace(/\((?:模式1|默认身份证)\)/g, '')
  return byHeading.get(plain)
}

interface Header {
  readonly row: number
  readonly columns: readonly (Heading | undefined)[]
}

function findHeader(rows: readonly (readonly RawCell[])[]): Header | null {
  let best: Header | null = null
  let most = 0
  for (const [row, cells] of rows.slice(0, headingRows).entries()) {
    const columns = cells.map(headingOf)
    const known = new Set(columns.filter((each) => each !== undefined)).size
    if (known > most) [best, most] = [{ row, columns }, known]
  }
  return most >= 2 ? best : null
}

function checkHeader(header: Header | null, basis: 'gross' | 'net'): asserts header is Header {
  const known = new Set(header?.columns)
  const missing: string[] = required.filter((field) => !known.has(field)).map((field) => headings[field][0] ?? '')
  if (header && missing.length === 0 && !known.has(basis) && known.has(basis === 'gross' ? 'net' : 'gross')) refuse(lineRefusals, 'wrongBasis', { basis })
  if (!known.has(basis)) missing.push(headings[basis][0] ?? '')
  if (missing.length > 0) refuse(lineRefusals, 'wrongHeader', { missing: missing.join('、') })
}

const isFilled = (value: RawCell) => value !== null && value !== undefined && !(typeof value === 'string' && value.trim() === '')

function isTotal(raw: RawCells): boolean {
  return !isFilled(raw.idNumber) && !isFilled(raw.cardNo) && typeof raw.name === 'string' && /^(合计|总计|小计|备注|说明)/.test(raw.name.trim())
}

/** Reads the rows below the heading; rows with nothing but a number, and totals at the foot, are passed over. Refuses a heading that is not ours. */
export function readLines(rows: readonly (readonly RawCell[])[], basis: 'gross' | 'net'): SheetLine[] {
  const header = findHeader(rows)
  checkHeader(header, basis)
  const at = new Map<Heading, number>()
  header.columns.forEach((heading, index) => {
    if (heading !== undefined && !at.has(heading)) at.set(heading, index)
  })
  const places = cellFields.map((field): [CellField, number | undefined] => [field, at.get(field === 'amountText' ? basis : field)])
  const kindAt = at.get('idKind')
  const rowNoAt = at.get('rowNo')
  const lines: SheetLine[] = []
  for (let index = header.row + 1; index < rows.length; index++) {
    const row = rows[index] ?? []
    const raw: RawCells = {}
    let hasContent = false
    for (const [field, place] of places) {
      const value = place === undefined ? undefined : row[place]
      if (!isFilled(value)) continue
      raw[field] = value
      hasContent = true
    }
    if (!hasContent || isTotal(raw)) continue
    const kind = kindAt === undefined ? '' : String(row[kindAt] ?? '').trim()
    const rowNo = rowNoAt === undefined ? null : Number(row[rowNoAt])
    lines.push({ raw, isIdCard: idCardNames.has(kind), rowNo: rowNo !== null && Number.isSafeInteger(rowNo) ? rowNo : null })
  }
  return lines
}

/** Whether the file has a column 行号, as error files do. */
export function hasRowNumbers(rows: readonly (readonly RawCell[])[]): boolean {
  return findHeader(rows)?.columns.includes('rowNo') ?? false
}
