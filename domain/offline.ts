import type { LineState } from '#/domain/line.ts'
import { type Fen, formatYuan, parseYuan } from '#/domain/money.ts'
import { momentOf } from '#/domain/period.ts'

/** What a person can tell of a line that is paid by hand. */
export const offlineResults = ['success', 'failed', 'returned'] as const
export type OfflineResult = (typeof offlineResults)[number]

/** How the results are written in template T9 (domain.md §9.2). */
export const offlineResultWords: Readonly<Record<OfflineResult, string>> = { success: '成功', failed: '失败', returned: '退汇' }

/** The columns of template T9 that are filled in, and the amount that may stand beside them. */
export const offlineFields = ['no', 'serial', 'paidAt', 'result', 'reason', 'slip', 'amount'] as const
export type OfflineField = (typeof offlineFields)[number]

/** A row as somebody filled it in, every cell as text. `row` is its number in the file. */
export interface OfflineRow extends Readonly<Record<OfflineField, string>> {
  readonly row: number
  /** The spreadsheet turned the serial into a number: its last digits may be gone. */
  readonly isSerialDoubtful: boolean
}

/** A line that may be told of. */
export interface OfflineLine {
  readonly id: number
  readonly no: string
  readonly state: LineState
  readonly net: Fen
  /** When its batch was released for payment; nothing of it was paid before. */
  readonly releasedAt: Date
  /** When the bank paid it, of one that succeeded. */
  readonly succeededAt: Date | null
  /** A failure or a return of it was reported and waits for another person. */
  readonly isReported: boolean
}

/** A slip that was brought along. */
export interface OfflineSlip {
  readonly fileId: string
  readonly name: string
}

/** What rows are checked against. */
export interface OfflineFacts {
  readonly now: Date
  /** By number; a number that is missing is no line of this batch. */
  readonly lines: ReadonlyMap<string, OfflineLine>
  /** Serials that were told of at this channel before, as `serialKey` writes them. */
  readonly usedSerials: ReadonlySet<string>
  readonly slips: readonly OfflineSlip[]
}

/** One thing that is wrong: `row` and `field` say where; a slip that no row names stands at no row. */
export interface OfflineIssue {
  readonly row: number | null
  readonly code: OfflineIssueCode
  readonly field: OfflineField
  readonly values: Readonly<Record<string, string | number>>
}
export const offlineIssueCodes = [
  'E601',
  'E701',
  'E702',
  'E703',
  'E704',
  'E705',
  'E706',
  'E707',
  'E708',
  'E709',
  'E710',
  'E711',
  'E712',
  'E713',
  'E714',
  'E715',
  'E716',
  'E717',
  'E718',
  'E221',
] as const
export type OfflineIssueCode = (typeof offlineIssueCodes)[number]

/** A row that stands: what is to be written of which line. */
export interface OfflineEntry {
  readonly lineId: number
  readonly net: Fen
  readonly result: OfflineResult
  readonly serial: string
  readonly happenedAt: Date
  readonly reason: string
  readonly slip: OfflineSlip | null
}

const waiting: readonly LineState[] = ['sent', 'processing']
const serialForm = /^[0-9A-Za-z][0-9A-Za-z._/:#-]{3,59}$/
const reasonLimits = [2, 200] as const

/** Two serials that differ in nothing but capitals are the same one. */
export function serialKey(serial: string): string {
  return serial.toUpperCase()
}

/** A cell without what nobody means by it: full-width forms, and blanks around it. */
export function tidyCell(text: string): string {
  return text.normalize('NFKC').trim()
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]{0,8}$/, '')
}

const fileKey = (name: string) => tidyCell(name).toLowerCase()

/** The slips a row means: by its whole name, or, as a picture may have been kept under another ending, by what stands before it. */
function slipsNamed(name: string, slips: readonly OfflineSlip[]): OfflineSlip[] {
  const wanted = fileKey(name)
  const exact = slips.filter((slip) => fileKey(slip.name) === wanted)
  return exact.length > 0 ? exact : slips.filter((slip) => stemOf(fileKey(slip.name)) === stemOf(wanted))
}

type Found = (code: OfflineIssueCode, field: OfflineField, values?: Readonly<Record<string, string | number>>) => void

function resultOf(text: string): OfflineResult | null {
  return offlineResults.find((result) => offlineResultWords[result] === text) ?? null
}

function checkLine(line: OfflineLine | undefined, result: OfflineResult | null, cell: string, wrong: Found): void {
  if (!line) {
    wrong(cell === '' ? 'E601' : 'E701', 'no')
    return
  }
  if (line.isReported) wrong('E221', 'no')
  // A success may still come back; every other line is told of once, while it waits.
  const fits = result === 'returned' ? line.state === 'success' && line.succeededAt !== null : waiting.includes(line.state)
  if (!fits) wrong(result === 'returned' ? 'E716' : 'E702', 'no', { state: line.state })
}

function checkSerial(serial: string, isDoubtful: boolean, facts: OfflineFacts, wrong: Found): void {
  if (serial === '') wrong('E601', 'serial')
  else if (isDoubtful) wrong('E715', 'serial')
  else if (!serialForm.test(serial)) wrong('E704', 'serial')
  else if (facts.usedSerials.has(serialKey(serial))) wrong('E706', 'serial')
}

const minuteMs = 60_000
const shown = (at: Date) => new Date(at.getTime() + 8 * 60 * minuteMs).toISOString().slice(0, 16).replace('T', ' ')

function checkTime(cell: string, line: OfflineLine | undefined, result: OfflineResult | null, now: Date, wrong: Found): Date | null {
  if (cell === '') {
    wrong('E601', 'paidAt')
    return null
  }
  const moment = momentOf(cell)
  if (!moment?.hasTime) {
    wrong('E707', 'paidAt')
    return null
  }
  const { at, hasSeconds } = moment
  if (at > now) wrong('E708', 'paidAt')
  const from = result === 'returned' ? line?.succeededAt : line?.releasedAt
  // Whoever writes no seconds means the whole minute.
  const earliest = from ? (hasSeconds ? from.getTime() - from.getMilliseconds() : Math.floor(from.getTime() / minuteMs) * minuteMs) : null
  if (from && earliest !== null && at.getTime() < earliest) wrong('E709', 'paidAt', { time: shown(from) })
  return at
}

function checkReason(cell: string, result: OfflineResult | null, wrong: Found): void {
  const [least, most] = reasonLimits
  if (cell.length > most) wrong('E711', 'reason', { problem: 'long' })
  else if (result !== null && result !== 'success' && cell.length < least) wrong('E711', 'reason', { problem: 'missing' })
}

function checkSlip(name: string, result: OfflineResult | null, slips: readonly OfflineSlip[], wrong: Found): OfflineSlip | null {
  if (name === '') {
    // Nothing to choose between: the one slip is meant.
    if (slips.length === 1) return slips[0] ?? null
    if (result !== null && result !== 'failed') wrong('E713', 'slip')
    return null
  }
  const named = slipsNamed(name, slips)
  if (named.length === 0) wrong('E712', 'slip', { name })
  if (named.length > 1) wrong('E714', 'slip', { name })
  return named[0] ?? null
}

/**
 * Checks everything somebody tells of lines that were paid by hand, all issues of all rows at once; what stands is answered as entries. Nothing may be taken while
 * there is any issue.
 */
export function checkOffline(rows: readonly OfflineRow[], facts: OfflineFacts): { entries: OfflineEntry[]; issues: OfflineIssue[] } {
  const issues: OfflineIssue[] = []
  const entries: OfflineEntry[] = []
  const [byLine, bySerial, usedSlips] = [new Map<string, number>(), new Map<string, number>(), new Set<OfflineSlip>()]
  for (const cells of rows) {
    const { row } = cells
    const wrong: Found = (code, field, values = {}) => issues.push({ row, code, field, values })
    const [no, serial, reason] = [tidyCell(cells.no), tidyCell(cells.serial), tidyCell(cells.reason)]
    const line = facts.lines.get(no)
    const result = resultOf(tidyCell(cells.result))
    if (result === null) wrong('E710', 'result')
    checkLine(line, result, no, wrong)
    const twin = byLine.get(no)
    if (no !== '' && twin !== undefined) wrong('E703', 'no', { row: twin })
    byLine.set(no, twin ?? row)
    checkSerial(serial, cells.isSerialDoubtful, facts, wrong)
    const same = bySerial.get(serialKey(serial))
    if (serial !== '' && same !== undefined) wrong('E705', 'serial', { row: same })
    bySerial.set(serialKey(serial), same ?? row)
    const happenedAt = checkTime(tidyCell(cells.paidAt), line, result, facts.now, wrong)
    checkReason(reason, result, wrong)
    const slip = checkSlip(tidyCell(cells.slip), result, facts.slips, wrong)
    if (slip) usedSlips.add(slip)
    const amount = tidyCell(cells.amount)
    if (line && amount !== '' && parseYuan(amount) !== line.net) wrong('E717', 'amount', { amount: formatYuan(line.net) })
    if (line && result !== null && happenedAt) entries.push({ lineId: line.id, net: line.net, result, serial, happenedAt, reason, slip })
  }
  for (const slip of facts.slips) if (!usedSlips.has(slip)) issues.push({ row: null, code: 'E718', field: 'slip', values: { name: slip.name } })
  return { entries, issues }
}
