import { setImmediate } from 'node:timers/promises'
import { reconRefusals } from '#/api/money/reconciliation.texts.ts'
import { isOfTemplate, movementColumns, movementHint, movementOf, movementPairs } from '#/domain/bank-statement.ts'
import { type Fen, fen, formatYuan, parseYuan } from '#/domain/money.ts'
import { dayOf, momentOf } from '#/domain/period.ts'
import { type ReconSource, type StatementLine, walkStatement } from '#/domain/reconciliation.ts'
import { cut } from '#/domain/text.ts'
import { statementBytesMost } from '#/domain/upload.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { instructionSheet, refuseSheet } from '#/server/kernel/sheet-file.ts'
import {
  readSheet,
  type SheetColumn,
  type SheetResult,
  type SheetRow,
  type SheetWriteOptions,
  type TemplateMark,
  type WriteColumn,
} from '#/server/lib/spreadsheet/spreadsheet.ts'

// The headings of our templates first, then what channels and banks call the same thing.
const channelColumns = [
  { key: 'request', headings: ['我方请求号', '请求号', '商户订单号'], required: true },
  { key: 'serial', headings: ['通道流水号', '平台流水号', '交易流水号'], required: true },
  { key: 'amount', headings: ['金额', '交易金额', '订单金额'], required: true },
  { key: 'state', headings: ['状态', '交易状态'], required: true },
  { key: 'fee', headings: ['手续费'], required: false },
  { key: 'time', headings: ['完成时间', '交易时间'], required: false },
] as const satisfies readonly SheetColumn[]

const bankColumns = [
  { key: 'time', headings: ['交易时间', '交易日期', '记账日期'], required: true },
  { key: 'serial', headings: ['银行流水号', '流水号', '交易流水号'], required: true },
  ...movementColumns,
  { key: 'balance', headings: ['余额', '账户余额'], required: true },
  { key: 'payee', headings: ['对方户名'], required: false },
  { key: 'account', headings: ['对方账号'], required: false },
  { key: 'memo', headings: ['附言', '摘要', '用途'], required: false },
] as const satisfies readonly SheetColumn[]

type ChannelKey = (typeof channelColumns)[number]['key']
type BankKey = (typeof bankColumns)[number]['key']

const marks: Readonly<Record<ReconSource, TemplateMark>> = { channel: { id: 'T8', version: '1' }, bank: { id: 'T8B', version: '1' } }
/** Rows of one file at most: a day of a large channel. */
export const rowsMost = 200_000

/** A movement as a file has it. */
export interface FileRow {
  readonly day: string
  readonly direction: 'out' | 'in' | 'none'
  readonly serial: string
  readonly requestNo: string
  readonly amount: Fen
  /** What the channel charges for it; null where its file says nothing of fees. */
  readonly fee: Fen | null
  readonly memo: string
}

/** A file that can be taken in. */
export interface ReadFile {
  readonly rows: readonly FileRow[]
  readonly sha256: string
  readonly firstDay: string
  readonly lastDay: string
  readonly opening: Fen | null
  readonly closing: Fen | null
}

const paid = /^(成功|支付成功|已支付|success|paid)$/i
const back = /^(退汇|已退汇|退回|退票|returned)$/i
const unpaid = /^(失败|支付失败|已取消|撤销|处理中|failed|refused|cancelled|accepted)$/i
const ourNumber = /[A-Z]{2}\d{10,}-\d+R\d+/

const clean = (text: string) => text.normalize('NFKC').trim()

function badCell(line: number, column: string, value: string): never {
  return refuse(reconRefusals, 'badCell', { line, column, value: cut(value, 40) || '-' })
}

function amountOf<K extends string>(row: SheetRow<K>, key: K, heading: string, isZeroFine = false): Fen {
  const { text } = row.cells[key]
  const amount = parseYuan(clean(text))
  return amount === null || (!isZeroFine && amount <= 0) ? badCell(row.line, heading, text) : amount
}

/** What a channel charges for a row; a file may leave fees out, in a row or altogether. */
function feeOf({ line, cells: { fee } }: SheetRow<ChannelKey>): Fen | null {
  const text = clean(fee.text)
  if (text === '' || text === '-') return null
  return parseYuan(text) ?? badCell(line, '手续费', fee.text)
}

function serialOf<K extends string>(row: SheetRow<K>, key: K, heading: string): string {
  const { text, suspicious } = row.cells[key]
  const serial = clean(text)
  return serial === '' || serial.length > 64 || suspicious ? badCell(row.line, heading, text) : serial
}

/** The moment of a row; of a file that names none, the day that it was given for. */
function timeOf<K extends string>(row: SheetRow<K>, key: K, heading: string, givenDay: string | null): { day: string; at: string } {
  const text = clean(row.cells[key].text)
  if (text === '' && givenDay !== null) return { day: givenDay, at: givenDay }
  const moment = momentOf(text)
  if (text === '') refuse(reconRefusals, 'dayNeeded')
  return moment ? { day: dayOf(moment.at), at: moment.at.toISOString() } : badCell(row.line, heading, text)
}

function channelRow(row: SheetRow<ChannelKey>, givenDay: string | null): FileRow {
  const state = clean(row.cells.state.text)
  const direction = paid.test(state) ? 'out' : back.test(state) ? 'in' : unpaid.test(state) ? 'none' : badCell(row.line, '状态', state)
  const { day } = timeOf(row, 'time', '完成时间', givenDay)
  const request = row.cells.request
  const requestNo = clean(request.text)
  if (requestNo === '' || requestNo.length > 64 || request.suspicious) badCell(row.line, '我方请求号', request.text)
  const serial = serialOf(row, 'serial', '通道流水号')
  return { day, direction, serial, requestNo, amount: amountOf(row, 'amount', '金额'), fee: feeOf(row), memo: '' }
}

interface BankRow extends FileRow {
  readonly movement: StatementLine
}

function movedOf({ line, cells }: SheetRow<BankKey>) {
  const text = (key: BankKey) => clean(cells[key].text)
  const moved = movementOf({ direction: text('direction'), amount: text('amount'), out: text('out'), in: text('in') })
  if (!('fault' in moved)) return moved
  if ('key' in moved) return badCell(line, movementColumns.find(({ key }) => key === moved.key)?.headings[0] ?? '', text(moved.key))
  return refuse(reconRefusals, moved.fault === 'both' ? 'bothSides' : 'noSide', { line })
}

function bankRow(row: SheetRow<BankKey>): BankRow {
  const { direction, amount } = movedOf(row)
  const { day, at } = timeOf(row, 'time', '交易时间', null)
  const memo = clean(row.cells.memo.text)
  const about = [clean(row.cells.payee.text), memo].filter((each) => each !== '').join(' · ')
  const movement = { line: row.line, at, amount: direction === 'out' ? -amount : amount, balance: amountOf(row, 'balance', '余额', true) }
  return {
    day,
    direction,
    serial: serialOf(row, 'serial', '银行流水号'),
    requestNo: ourNumber.exec(memo)?.[0] ?? '',
    amount,
    fee: null,
    memo: cut(about, 200),
    movement,
  }
}

function expectSerialsOnce(rows: readonly FileRow[], lines: readonly number[]): void {
  const seen = new Set<string>()
  for (const [at, { serial, direction }] of rows.entries()) {
    const key = `${direction} ${serial}`
    if (seen.has(key)) refuse(reconRefusals, 'serialTwice', { line: lines[at] ?? 0, serial })
    seen.add(key)
  }
}

function rowsOf<K extends string>(sheet: SheetResult<K>): { rows: readonly SheetRow<K>[]; sha256: string } {
  return sheet.ok ? sheet : refuseSheet(sheet.problem)
}

function balancesOf(rows: readonly BankRow[]): { opening: Fen; closing: Fen } {
  const walked = walkStatement(rows.map((row) => row.movement))
  if (!walked.gap) return { opening: fen(walked.opening), closing: fen(walked.closing) }
  const { line, expected, found } = walked.gap
  return refuse(reconRefusals, 'balanceGap', { line, expected: formatYuan(fen(expected)), found: formatYuan(fen(found)) })
}

/** What is asked of the spreadsheet reader for a source; slow for large files, so it is done outside of transactions. */
export function readSource(source: ReconSource, bytes: Uint8Array): Promise<SheetResult<string>> {
  const options = { maxRows: rowsMost, maxBytes: statementBytesMost, unknown: 'ignore', template: marks[source] } as const
  // A channel's file of a day on which nothing moved has nothing below its heading.
  if (source === 'channel') return readSheet<string>(bytes, { ...options, columns: channelColumns, mayBeEmpty: true })
  return readSheet<string>(bytes, { ...options, columns: bankColumns, either: movementPairs })
}

/** A channel's file without a row says that nothing moved on the day that it is of. */
function quietDay(sha256: string, day: string | null, today: string): ReadFile {
  if (day === null) return refuse(reconRefusals, 'emptyDayNeeded')
  if (day >= today) refuse(reconRefusals, 'emptyDayAhead', { day })
  return { rows: [], sha256, firstDay: day, lastDay: day, opening: null, closing: null }
}

/** After so many rows other requests get their turn. */
const breath = 2_000

async function eachOf<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const done: R[] = []
  for (const [at, item] of items.entries()) {
    done.push(work(item))
    if (at % breath === breath - 1) await setImmediate()
  }
  return done
}

/** The movements of a file, or what is wrong with it and where; slow for large files too. Nothing of a day that is not over is taken. */
export async function understand(source: ReconSource, sheet: SheetResult<string>, givenDay: string | null, today: string): Promise<ReadFile> {
  const { rows: cells, sha256 } = rowsOf(sheet)
  if (cells.length === 0) return quietDay(sha256, givenDay, today)
  const bank = source === 'bank' ? await eachOf(cells, (row) => bankRow(row as SheetRow<BankKey>)) : null
  const rows: readonly FileRow[] = bank ?? (await eachOf(cells, (row) => channelRow(row as SheetRow<ChannelKey>, givenDay)))
  expectSerialsOnce(
    rows,
    cells.map((row) => row.line),
  )
  const ahead = rows.findIndex((row) => row.day >= today)
  if (ahead >= 0) refuse(reconRefusals, 'dayAhead', { line: cells[ahead]?.line ?? 0, day: rows[ahead]?.day ?? '' })
  const [firstDay, lastDay] = rows.reduce<[string, string]>(
    ([first, last], { day }) => [day < first ? day : first, day > last ? day : last],
    [rows[0]?.day ?? today, rows[0]?.day ?? today],
  )
  const { opening, closing } = bank ? balancesOf(bank) : { opening: null, closing: null }
  return { rows, sha256, firstDay, lastDay, opening, closing }
}

const explained: Readonly<Record<ReconSource, readonly (readonly [string, string])[]>> = {
  channel: [
    ['行数', `一次最多 ${rowsMost} 行；同一天可分多份导入`],
    ['状态', '成功、退汇、失败；退汇另起一行，与原支付行分开'],
    ['金额', '通道实际支付（或退回）的金额，元'],
    ['手续费', '通道就该笔收取的手续费，元；不收填 0.00，未知留空'],
    ['完成时间', '例 2026-11-21 10:30:00；不填时须在页面选择日期'],
    ['当天无交易', '只保留表头、不填明细，导入时在页面选择日期'],
  ],
  bank: [
    ['行数', `一次最多 ${rowsMost} 行`],
    ['余额', '每笔交易后的账户余额；期初＋收入－支出须逐笔等于余额，与上一份流水首尾相接'],
    ['收支方向', '收入、支出'],
    ['收支分列', movementHint],
    ['附言', '写有我方请求号的流水按请求号对账，其余按流水号'],
    ['单位来款', '已登记为来款的流水按流水号识别，不重复入账'],
  ],
}

/** The empty template of a source; business documents are Chinese whatever the language of the screen. */
export function templateOf(source: ReconSource): SheetWriteOptions {
  const all: readonly SheetColumn[] = source === 'channel' ? channelColumns : bankColumns
  const columns = all
    .filter(({ key }) => isOfTemplate(key))
    .map(
      ({ key, headings, required }): WriteColumn => ({
        heading: headings[0] ?? '',
        required: required || key === 'direction' || key === 'amount',
        width: 24,
        ...(key === 'direction' && { choices: ['收入', '支出'] }),
        ...(key === 'state' && { choices: ['成功', '退汇', '失败'] }),
      }),
    )
  const name = source === 'channel' ? '通道对账文件' : '银行流水'
  const mark = marks[source]
  return { sheets: [{ name, columns, rows: [] }, instructionSheet([['模板版本', `${mark.id}-${mark.version}`], ...explained[source]])], template: mark }
}
