import { setImmediate } from 'node:timers/promises'
import { reconRefusals } from '#/api/money/reconciliation.texts.ts'
import { type Fen, fen, formatYuan } from '#/domain/base/money.ts'
import { parseMoment } from '#/domain/base/period.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import { maxStatementBytes } from '#/domain/base/upload.ts'
import {
  hasSignedDebits,
  movementColumns,
  movementOf,
  parseStatementAmount,
  requiredColumnSets,
  type SkipReason,
  signedDirection,
  skipReasonOf,
  timeTextOf,
} from '#/domain/money/bank-statement.ts'
import { checkSequence, type ReconSource, type StatementLine } from '#/domain/money/reconciliation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { refuseUnreadableSheet } from '#/server/kernel/rows/sheet-file.ts'
import { mapInSlices } from '#/server/lib/slices.ts'
import { readSheet, type SheetResult, type SheetRow } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { type BankKey, bankColumns, type ChannelKey, channelColumns, maxRows, templateMarks } from '#/server/money/reconciliation/columns.ts'

export interface FileRow {
  readonly day: string
  readonly direction: 'out' | 'in' | 'none'
  readonly serial: string
  readonly requestNo: string
  readonly amount: Fen
  /** The channel's fee; null if its file has none. */
  readonly fee: Fen | null
  readonly memo: string
}

export interface ParsedFile {
  readonly rows: readonly FileRow[]
  readonly sha256: string
  readonly firstDay: string
  readonly lastDay: string
  readonly opening: Fen | null
  readonly closing: Fen | null
  readonly skipped: readonly SkippedRow[]
}

interface SkippedRow {
  readonly line: number
  readonly reason: SkipReason
}

const paidPattern = /^(成功|支付成功|已支付|success|paid)$/i
const returnedPattern = /^(退汇|已退汇|退回|退票|returned)$/i
const unpaidPattern = /^(失败|支付失败|已取消|撤销|处理中|failed|refused|cancelled|accepted)$/i
const ourNumberPattern = /[A-Z]{2}\d{10,}-\d+R\d+/

const plainTextPattern = /^[!-~]*$/
const cleanText = (text: string) => (plainTextPattern.test(text) ? text : text.normalize('NFKC').trim())

function refuseCell(line: number, column: string, value: string): never {
  return refuse(reconRefusals, 'badCell', { line, column, value: truncateUnits(value, 40) || '-' })
}

function amountOf<K extends string>(row: SheetRow<K>, key: K, heading: string): Fen {
  const { text } = row.cells[key]
  return parseStatementAmount(text) ?? refuseCell(row.line, heading, text)
}

/** Returns the channel's fee of a row; null if the file has none. */
function feeOf({ line, cells: { fee } }: SheetRow<ChannelKey>): Fen | null {
  const text = cleanText(fee.text)
  if (text === '' || text === '-') return null
  return parseStatementAmount(text) ?? refuseCell(line, '手续费', fee.text)
}

function serialOf<K extends string>(row: SheetRow<K>, key: K, heading: string): string {
  const { text, suspicious } = row.cells[key]
  const serial = cleanText(text)
  return serial === '' || serial.length > 64 || suspicious ? refuseCell(row.line, heading, text) : serial
}

/** Returns day and time of a row. Rows without a time get the day given for the file. */
function timeOf(line: number, written: string, heading: string, fallbackDay: string | null): { day: string; at: string } {
  const text = cleanText(written)
  if (text === '' && fallbackDay !== null) return { day: fallbackDay, at: fallbackDay }
  const moment = parseMoment(text)
  if (text === '') refuse(reconRefusals, 'dayNeeded')
  return moment ? { day: moment.day, at: moment.at.toISOString() } : refuseCell(line, heading, text)
}

function channelRow(row: SheetRow<ChannelKey>, fallbackDay: string | null): FileRow {
  const state = cleanText(row.cells.state.text)
  const direction = paidPattern.test(state)
    ? 'out'
    : returnedPattern.test(state)
      ? 'in'
      : unpaidPattern.test(state)
        ? 'none'
        : refuseCell(row.line, '状态', state)
  const { day } = timeOf(row.line, row.cells.time.text, '完成时间', fallbackDay)
  const request = row.cells.request
  const requestNo = cleanText(request.text)
  if (requestNo === '' || requestNo.length > 64 || request.suspicious) refuseCell(row.line, '我方请求号', request.text)
  const serial = serialOf(row, 'serial', '通道流水号')
  const writtenAmount = amountOf(row, 'amount', '金额')
  // Some channels write returns as negative amounts.
  const amount = direction === 'in' ? fen(Math.abs(writtenAmount)) : writtenAmount
  if (amount <= 0) refuseCell(row.line, '金额', row.cells.amount.text)
  return { day, direction, serial, requestNo, amount, fee: feeOf(row), memo: '' }
}

interface BankRow extends FileRow {
  readonly movement: StatementLine
}

function movementOfRow({ line, cells }: SheetRow<BankKey>, isSigned: boolean) {
  const text = (key: BankKey) => cleanText(cells[key].text)
  const movementTexts = { direction: text('direction'), amount: text('amount'), out: text('out'), minus: text('minus'), in: text('in') }
  const parsedMovement = movementOf(movementTexts, isSigned)
  if (!('fault' in parsedMovement)) return parsedMovement
  if ('key' in parsedMovement)
    return refuseCell(line, movementColumns.find(({ key }) => key === parsedMovement.key)?.headings[0] ?? '', text(parsedMovement.key))
  return refuse(reconRefusals, parsedMovement.fault === 'both' ? 'bothSides' : 'noSide', { line })
}

function bankRow(row: SheetRow<BankKey>, isSigned: boolean): BankRow {
  const { direction, amount } = movementOfRow(row, isSigned)
  const timeText = timeTextOf({ day: cleanText(row.cells.day.text), time: cleanText(row.cells.time.text) })
  const { day, at } = timeOf(row.line, timeText, '交易时间', null)
  const words = [row.cells.memo, row.cells.digest, row.cells.purpose].map(({ text }) => cleanText(text)).filter((text) => text !== '')
  const memo = [...new Set(words)].join(' ')
  const memoText = [cleanText(row.cells.payee.text), memo].filter((each) => each !== '').join(' · ')
  const movement = { line: row.line, at, amount: direction === 'out' ? -amount : amount, balance: amountOf(row, 'balance', '余额') }
  return {
    day,
    direction,
    serial: serialOf(row, 'serial', '银行流水号'),
    requestNo: ourNumberPattern.exec(memo)?.[0] ?? '',
    amount,
    fee: null,
    memo: truncateUnits(memoText, 200),
    movement,
  }
}

async function expectSerialsOnce(rows: readonly FileRow[], lines: readonly number[]): Promise<void> {
  const seenSerials = new Set<string>()
  await mapInSlices(rows, ({ serial, direction }, at) => {
    const key = `${direction} ${serial}`
    if (seenSerials.has(key)) refuse(reconRefusals, 'serialTwice', { line: lines[at] ?? 0, serial })
    seenSerials.add(key)
  })
}

function rowsOf<K extends string>(sheet: SheetResult<K>): { rows: readonly SheetRow<K>[]; sha256: string } {
  return sheet.ok ? sheet : refuseUnreadableSheet(sheet.problem)
}

/**
 * Returns the opening and closing balance of a statement. Refuses rows whose balance does not follow from the row
 * before.
 */
function balancesOf(rows: readonly BankRow[], reported: readonly (SkippedRow & { readonly balance: Fen | null })[]): { opening: Fen; closing: Fen } {
  const sequence = checkSequence(rows.map((row) => row.movement))
  if (!sequence.gap) {
    const balances = { opening: fen(sequence.opening), closing: fen(sequence.closing) }
    for (const { line, reason, balance } of reported) {
      if (balance === null || (reason !== 'opening' && reason !== 'closing') || balance === balances[reason]) continue
      refuse(reconRefusals, 'balanceGap', { line, expected: formatYuan(balances[reason]), found: formatYuan(balance) })
    }
    return balances
  }
  const { line, expected, found } = sequence.gap
  return refuse(reconRefusals, 'balanceGap', { line, expected: formatYuan(fen(expected)), found: formatYuan(fen(found)) })
}

/** Reads the spreadsheet of a source. Slow for large files, so it runs outside transactions. */
export function readSource(source: ReconSource, bytes: Uint8Array, includesHidden: boolean): Promise<SheetResult<string>> {
  const options = { maxRows, maxBytes: maxStatementBytes, unknownColumns: 'ignore', template: templateMarks[source], takesHidden: includesHidden } as const
  // On a day without movements the channel's file has only the heading.
  if (source === 'channel') return readSheet<string>(bytes, { ...options, columns: channelColumns, mayBeEmpty: true })
  return readSheet<string>(bytes, { ...options, columns: bankColumns, alternatives: requiredColumnSets })
}

/** Returns an empty file for a day without movements. Refuses a missing day and a day that has not ended. */
function emptyDayFile(sha256: string, day: string | null, today: string): ParsedFile {
  if (day === null) return refuse(reconRefusals, 'emptyDayNeeded')
  if (day >= today) refuse(reconRefusals, 'emptyDayAhead', { day })
  return { rows: [], sha256, firstDay: day, lastDay: day, opening: null, closing: null, skipped: [] }
}

/** Separates movements from the opening, total and end rows of banks and wallets. */
async function separateMovements(rows: readonly SheetRow[]) {
  const movements: SheetRow[] = []
  const reported: (SkippedRow & { readonly balance: Fen | null })[] = []
  await mapInSlices(rows, (row) => {
    const reason = skipReasonOf(cleanText(row.cells.serial?.text ?? ''), () => Object.values(row.cells).map(({ text }) => cleanText(text)))
    if (reason) reported.push({ line: row.line, reason, balance: parseStatementAmount(row.cells.balance?.text ?? '') })
    else movements.push(row)
  })
  return { movements, reported }
}

const directionAndAmountOf = ({ cells }: SheetRow<BankKey>) => ({ direction: cleanText(cells.direction.text), amount: cleanText(cells.amount.text) })

/**
 * Converts a sheet to movements, or refuses it with fault and place. Slow for large files. Refuses rows of a day that
 * has not ended.
 */
export async function parseFile(source: ReconSource, sheet: SheetResult<string>, fallbackDay: string | null, today: string): Promise<ParsedFile> {
  const { rows: all, sha256 } = rowsOf(sheet)
  const { movements: movementRows, reported } = await separateMovements(all)
  const skipped = reported.map(({ line, reason }) => ({ line, reason }))
  if (movementRows.length === 0) return source === 'bank' ? refuseUnreadableSheet({ code: 'empty' }) : { ...emptyDayFile(sha256, fallbackDay, today), skipped }
  const isSigned =
    source === 'bank' && hasSignedDebits(await mapInSlices(movementRows, (row) => signedDirection(directionAndAmountOf(row as SheetRow<BankKey>))))
  const bankRows = source === 'bank' ? await mapInSlices(movementRows, (row) => bankRow(row as SheetRow<BankKey>, isSigned)) : null
  const rows: readonly FileRow[] = bankRows ?? (await mapInSlices(movementRows, (row) => channelRow(row as SheetRow<ChannelKey>, fallbackDay)))
  await expectSerialsOnce(
    rows,
    movementRows.map((row) => row.line),
  )
  await setImmediate()
  const futureIndex = rows.findIndex((row) => row.day >= today)
  if (futureIndex >= 0) refuse(reconRefusals, 'dayAhead', { line: movementRows[futureIndex]?.line ?? 0, day: rows[futureIndex]?.day ?? '' })
  const [firstDay, lastDay] = rows.reduce<[string, string]>(
    ([first, last], { day }) => [day < first ? day : first, day > last ? day : last],
    [rows[0]?.day ?? today, rows[0]?.day ?? today],
  )
  await setImmediate()
  const { opening, closing } = bankRows ? balancesOf(bankRows, reported) : { opening: null, closing: null }
  return { rows, sha256, firstDay, lastDay, opening, closing, skipped }
}
