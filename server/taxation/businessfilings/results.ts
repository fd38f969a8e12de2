import { declarationMethodNames, filingRefusals, filingResultFaults, filingStateNames, filingTaxNames } from '#/api/taxation/businessfilings.texts.ts'
import { type Fen, fen, formatYuan, parseYuan } from '#/domain/base/money.ts'
import { dayOf, parseMoment } from '#/domain/base/period.ts'
import { type Text, truncateUnits } from '#/domain/base/text.ts'
import { type DeclarationMethod, type FilingKind, type FilingTax, isFilingActionAllowed, taxesByFilingKind } from '#/domain/taxation/business-filing.ts'
import type { Context, Upload } from '#/server/kernel/context.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { instructionSheet, readUpload, refuseUnreadableSheet, storeUpload } from '#/server/kernel/rows/sheet-file.ts'
import type { SheetColumn, SheetRow, SheetWriteOptions } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { expectDeclarable, recordPayment, registerDeclaration, signedYuan } from '#/server/taxation/businessfilings/declaring.ts'
import { declaredTaxes, unpaidTaxes } from '#/server/taxation/businessfilings/filing.ts'
import type { FilingPeriod } from '#/server/taxation/businessfilings/generating.ts'
import { markOutdatedOf } from '#/server/taxation/businessfilings/outdated.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import * as receipts from '#/server/taxation/businessfilings/store-receipts.ts'

const columns = [
  { key: 'period', headings: ['所属期', '税款所属期'], required: true },
  { key: 'code', headings: ['信用代码', '统一社会信用代码', '纳税人识别号'], required: true },
  { key: 'tax', headings: ['税种'], required: true },
  { key: 'day', headings: ['申报日期'], required: true },
  { key: 'no', headings: ['回执号'], required: true },
  { key: 'way', headings: ['申报方式'], required: false },
  { key: 'due', headings: ['应纳', '应纳税额'], required: true },
  { key: 'paid', headings: ['已缴', '已缴税额'], required: true },
  { key: 'paidOn', headings: ['缴款日期'], required: false },
  { key: 'serial', headings: ['缴款书号'], required: false },
  { key: 'file', headings: ['凭证文件名'], required: false },
] as const satisfies readonly SheetColumn[]

type ColumnKey = (typeof columns)[number]['key']

const maxResults = 2_000
const chunkSize = 1000
const templateVersion = { id: 'T4r', version: '1' }

/** The empty results template. Business documents are always Chinese. */
export const resultsTemplate: SheetWriteOptions = {
  sheets: [
    { name: '申报结果', columns: columns.map(({ headings, required }) => ({ heading: headings[0], required, width: 22 })), rows: [] },
    instructionSheet([
      ['模板版本', `${templateVersion.id}-${templateVersion.version}`],
      ['行数', `一次最多 ${maxResults} 行，每户每税种一行`],
      ['所属期', '与导入的所属期一致：2026-Q3 或 2026'],
      ['税种', '增值税、附加税费、个人所得税'],
      ['应纳', '须与本平台关账数据逐分一致，有一行不符则全部不导入'],
      ['已缴', '未缴填 0；已缴须填缴款日期和缴款书号'],
      ['申报方式', '自行或代办，不填为自行；代办须有有效授权'],
    ]),
  ],
  template: templateVersion,
}

interface ResultRow {
  readonly line: number
  readonly code: string
  readonly tax: FilingTax
  readonly day: string
  readonly no: string
  readonly way: DeclarationMethod
  readonly due: Fen
  readonly paid: Fen
  readonly paidOn: string | null
  readonly serial: string
}

export interface ResultFault {
  readonly line: number
  readonly creditCode: string
  readonly problem: string
}

const cleanText = (text: string) => text.normalize('NFKC').replace(/\s/g, '')
const taxByName: Readonly<Record<string, FilingTax>> = {
  增值税: 'vat',
  附加税费: 'surcharge',
  附加: 'surcharge',
  个人所得税: 'iit',
  个税: 'iit',
  经营所得个人所得税: 'iit',
}

function parseDay(text: string): string | null {
  const moment = parseMoment(text)
  return moment && dayOf(moment.at)
}

function parsePeriod(text: string): string {
  return text
    .replace(/年第?([1-4])季度?$/, '-Q$1')
    .replace(/^(20\d{2})-?[Qq]([1-4])$/, '$1-Q$2')
    .replace(/年度?$/, '')
}

class ResultReader {
  readonly faults: ResultFault[] = []
  private readonly ctx: Context

  constructor(ctx: Context) {
    this.ctx = ctx
  }

  add(at: { readonly line: number; readonly code: string }, text: Text, values: Readonly<Record<string, string | number>> = {}): null {
    this.faults.push({ line: at.line, creditCode: at.code, problem: translate(text, this.ctx.language, values) })
    return null
  }

  /** Returns a row, or records the fault of its first unreadable cell. */
  row(row: SheetRow<ColumnKey>, kind: FilingKind, period: string): ResultRow | null {
    const text = (key: ColumnKey) => cleanText(row.cells[key].text)
    const cellPlace = { line: row.line, code: truncateUnits(text('code').toUpperCase(), 18) }
    const addBadCell = (key: ColumnKey) => {
      const column = columns.find((each) => each.key === key)?.headings[0] ?? key
      return this.add(cellPlace, filingResultFaults.badCell, { column, value: truncateUnits(text(key), 40) || '-' })
    }
    if (!/^[0-9A-Z]{18}$/.test(cellPlace.code)) return addBadCell('code')
    const foundPeriod = parsePeriod(text('period'))
    if (foundPeriod !== period) return this.add(cellPlace, filingResultFaults.otherPeriod, { found: truncateUnits(foundPeriod, 20) || '-', expected: period })
    const filingTax = taxByName[text('tax')]
    if (!filingTax) return addBadCell('tax')
    if (!taxesByFilingKind[kind].includes(filingTax)) return this.add(cellPlace, filingResultFaults.otherTax, { tax: truncateUnits(text('tax'), 20) })
    const day = parseDay(text('day'))
    if (day === null) return addBadCell('day')
    const no = text('no')
    if (no.length < 4 || no.length > 40) return addBadCell('no')
    const wayText = text('way')
    const way = wayText === '' ? 'self' : (['self', 'agent'] as const).find((each) => declarationMethodNames[each].zh === wayText)
    if (!way) return addBadCell('way')
    if (!/^-?\d{1,10}(\.\d{1,2})?$/.test(text('due'))) return addBadCell('due')
    const paidAmount = parseYuan(text('paid'))
    if (paidAmount === null) return addBadCell('paid')
    const [paidOn, serial] = [parseDay(text('paidOn')), text('serial')]
    if (paidAmount > 0 && (paidOn === null || serial.length < 4 || serial.length > 40)) return this.add(cellPlace, filingResultFaults.paidDayMissing)
    return { ...cellPlace, tax: filingTax, day, no, way, due: signedYuan(text('due')), paid: paidAmount, paidOn, serial }
  }
}

interface BusinessResults {
  readonly filing: store.FilingRow
  readonly rows: readonly ResultRow[]
}

async function checkBusiness(ctx: Context, reader: ResultReader, { filing, rows }: BusinessResults): Promise<void> {
  const [first] = rows
  if (!first) return
  const { name, period } = filing
  if (!isFilingActionAllowed('declare', filing.state)) {
    reader.add(first, filingRefusals.wrongFilingState, { name, period, state: translate(filingStateNames[filing.state], ctx.language) })
    return
  }
  const dueTaxes = declaredTaxes(filing)
  const leftByTax = unpaidTaxes(filing, await receipts.paymentsOf(ctx, filing.id))
  const seen = new Map<FilingTax, number>()
  for (const row of rows) {
    const taxName = translate(filingTaxNames[row.tax], ctx.language)
    const previousLine = seen.get(row.tax)
    seen.set(row.tax, row.line)
    if (previousLine !== undefined) reader.add(row, filingResultFaults.twice, { line: previousLine })
    else if (row.due !== dueTaxes[row.tax])
      reader.add(row, filingResultFaults.dueDiffers, { tax: taxName, found: formatYuan(row.due), expected: formatYuan(dueTaxes[row.tax]) })
    else if (row.paid > Math.max(leftByTax[row.tax], 0))
      reader.add(row, filingResultFaults.paidMore, { tax: taxName, found: formatYuan(row.paid), expected: formatYuan(leftByTax[row.tax]) })
    if (row.day !== first.day || row.no !== first.no || row.way !== first.way) reader.add(row, filingResultFaults.rowsDisagree)
  }
  const missing = taxesByFilingKind[filing.kind].filter((tax) => dueTaxes[tax] !== 0 && !seen.has(tax))
  if (missing.length > 0)
    reader.add(first, filingResultFaults.incomplete, { taxes: missing.map((tax) => translate(filingTaxNames[tax], ctx.language)).join(', ') })
  try {
    await expectDeclarable(ctx, filing, { way: first.way, no: first.no, declaredOn: first.day })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const text = (filingRefusals as Readonly<Record<string, Text>>)[error.error]
    if (!text) throw error
    reader.add(first, text, error.values as Readonly<Record<string, string | number>>)
  }
}

function checkDuplicateReceipts(reader: ResultReader, businesses: readonly BusinessResults[]): void {
  const filingByReceiptNo = new Map<string, store.FilingRow>()
  for (const { filing, rows } of businesses) {
    const [first] = rows
    if (!first) continue
    const earlierOwner = filingByReceiptNo.get(first.no)
    if (earlierOwner) reader.add(first, filingRefusals.receiptUsed, { no: first.no, name: earlierOwner.name, period: earlierOwner.period })
    else filingByReceiptNo.set(first.no, filing)
  }
}

/** Imports the results of a period, all rows or none with the list of faults. */
export async function importResults(ctx: Context, place: FilingPeriod, file: Upload): Promise<{ filings: number; faults: ResultFault[] }> {
  const sheet = await readUpload(ctx, file.bytes, { columns, maxRows: maxResults, unknownColumns: 'ignore', template: templateVersion })
  if (!sheet.ok) return refuseUnreadableSheet(sheet.problem)
  if (sheet.rows.length === 0) refuseUnreadableSheet({ code: 'empty' })
  const reader = new ResultReader(ctx)
  const entityIds = (await store.lockFilingsOfPeriod(ctx, place.centreId, place.kind, place.period)).map((row) => row.entity_id)
  for (let at = 0; at < entityIds.length; at += chunkSize) await markOutdatedOf(ctx, entityIds.slice(at, at + chunkSize), place)
  const filings = new Map((await store.lockFilingsOfPeriod(ctx, place.centreId, place.kind, place.period)).map((row) => [row.credit_code ?? '', row]))
  if (filings.size === 0) refuse(filingRefusals, 'nothingOpen', { period: place.period })
  const rows = sheet.rows.flatMap((cells) => reader.row(cells, place.kind, place.period) ?? [])
  const businesses: BusinessResults[] = []
  for (const [code, own] of Map.groupBy(rows, (row) => row.code)) {
    const filing = filings.get(code)
    if (filing) businesses.push({ filing, rows: own })
    else for (const row of own) reader.add(row, filingResultFaults.otherCode)
  }
  for (const business of businesses) await checkBusiness(ctx, reader, business)
  checkDuplicateReceipts(reader, businesses)
  if (reader.faults.length > 0) return { filings: 0, faults: reader.faults.sort((a, b) => a.line - b.line) }
  const { id: fileId, sha256 } = await storeUpload(ctx, file, { purpose: 'business_filing_results', centreId: place.centreId })
  for (const business of businesses) await importBusiness(ctx, business, fileId)
  ctx.note({
    refType: 'centre',
    refId: place.centreId,
    centreId: place.centreId,
    detail: { kind: place.kind, period: place.period, filings: businesses.length, file: file.filename, sha256 },
  })
  return { filings: businesses.length, faults: [] }
}

async function importBusiness(ctx: Context, { filing, rows }: BusinessResults, fileId: string): Promise<void> {
  const [first] = rows
  if (!first) return
  await registerDeclaration(ctx, filing, { way: first.way, no: first.no, declaredOn: first.day, fileId })
  for (const row of rows) {
    if (row.paid === 0 || row.paidOn === null) continue
    await recordPayment(
      ctx,
      { ...filing, state: 'declared' },
      { tax: row.tax, amount: fen(row.paid), paidOn: row.paidOn, way: row.way, serial: row.serial, fileId },
    )
  }
}
