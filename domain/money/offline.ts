import { type Fen, formatYuan, parseYuan } from '#/domain/base/money.ts'
import { parseMoment } from '#/domain/base/period.ts'
import type { LineState } from '#/domain/money/line.ts'

/** Results that a user can record for a manual payment. */
export const offlineResults = ['success', 'failed', 'returned'] as const
export type OfflineResult = (typeof offlineResults)[number]

/** Names of the results in template T9. */
export const templateResultNames: Readonly<Record<OfflineResult, string>> = { success: '成功', failed: '失败', returned: '退汇' }

/** The columns of template T9; `amount` is optional. */
export const offlineFields = ['no', 'serial', 'paidAt', 'result', 'reason', 'slip', 'amount'] as const
export type OfflineField = (typeof offlineFields)[number]

/** A row of the template. Every cell is text. `row` is its number in the file. */
export interface OfflineRow extends Readonly<Record<OfflineField, string>> {
  readonly row: number
  /** Whether the spreadsheet stored the serial as a number, so that its last digits may be lost. */
  readonly isSerialDoubtful: boolean
}

/** A line that awaits a manual result. */
export interface OfflineLine {
  readonly id: number
  readonly no: string
  readonly state: LineState
  readonly net: Fen
  /** The time at which the batch was released for payment. Earlier payment times are refused. */
  readonly releasedAt: Date
  /** The time at which the bank paid the line; null unless it succeeded. */
  readonly succeededAt: Date | null
  /** Whether a failure or return of the line is reported and awaits confirmation by another person. */
  readonly isReported: boolean
}

/** An uploaded bank slip. */
export interface OfflineSlip {
  readonly fileId: string
  readonly name: string
}

/** The facts with which rows are compared. */
export interface OfflineFacts {
  readonly now: Date
  /** Lines by number. A number that is missing here does not belong to the batch. */
  readonly lines: ReadonlyMap<string, OfflineLine>
  /** Serials already recorded for this channel, as keys of `serialKey`. */
  readonly usedSerials: ReadonlySet<string>
  /** Records other than manual payments that have a bank reference of the centre, as keys of `transferKey`. */
  readonly registeredTransfers: ReadonlyMap<string, { readonly use: string; readonly no: string }>
  readonly slips: readonly OfflineSlip[]
}

/** A problem found in the upload. `row` is null for a slip that no row names. */
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
  'E719',
  'E221',
] as const
export type OfflineIssueCode = (typeof offlineIssueCodes)[number]

/** The result to record for a line. */
export interface OfflineEntry {
  readonly lineId: number
  readonly net: Fen
  readonly result: OfflineResult
  readonly serial: string
  readonly happenedAt: Date
  readonly reason: string
  readonly slip: OfflineSlip | null
}

const pendingStates: readonly LineState[] = ['sent', 'processing']
const serialPattern = /^[0-9A-Za-z][0-9A-Za-z._/:#-]{3,59}$/
const reasonLimits = [2, 200] as const

/** Returns the key by which serials are compared, ignoring case. */
export function serialKey(serial: string): string {
  return serial.toUpperCase()
}

/** Returns the direction in which a result moved money at the centre's bank; null if it moved none. */
export function directionOf(result: OfflineResult): 'out' | 'in' | null {
  return result === 'success' ? 'out' : result === 'returned' ? 'in' : null
}

/** Returns the key of a movement at the centre's bank. */
export function transferKey(direction: 'out' | 'in', serial: string): string {
  return `${direction} ${serialKey(serial)}`
}

/** Returns the cell in NFKC without surrounding spaces. */
export function trimCell(text: string): string {
  return text.normalize('NFKC').trim()
}

function stemOf(name: string): string {
  return name.replace(/\.[^.]{0,8}$/, '')
}

const fileKey = (name: string) => trimCell(name).toLowerCase()

/** Finds slips by file name, or by the name without extension, because a picture may have been converted. */
function findSlips(name: string, slips: readonly OfflineSlip[]): OfflineSlip[] {
  const searchKey = fileKey(name)
  const exactMatches = slips.filter((slip) => fileKey(slip.name) === searchKey)
  return exactMatches.length > 0 ? exactMatches : slips.filter((slip) => stemOf(fileKey(slip.name)) === stemOf(searchKey))
}

type ReportIssue = (code: OfflineIssueCode, field: OfflineField, values?: Readonly<Record<string, string | number>>) => void

function resultOf(text: string): OfflineResult | null {
  return offlineResults.find((result) => templateResultNames[result] === text) ?? null
}

function checkLine(line: OfflineLine | undefined, result: OfflineResult | null, cell: string, reportIssue: ReportIssue): void {
  if (!line) {
    reportIssue(cell === '' ? 'E601' : 'E701', 'no')
    return
  }
  if (line.isReported) reportIssue('E221', 'no')
  // Only a successful line can be returned. Any other result needs a pending line.
  const isExpectedState = result === 'returned' ? line.state === 'success' && line.succeededAt !== null : pendingStates.includes(line.state)
  if (!isExpectedState) reportIssue(result === 'returned' ? 'E716' : 'E702', 'no', { state: line.state })
}

interface SerialCell {
  readonly serial: string
  readonly isDoubtful: boolean
  readonly result: OfflineResult | null
}

function checkSerial({ serial, isDoubtful, result }: SerialCell, facts: OfflineFacts, reportIssue: ReportIssue): void {
  const direction = result && directionOf(result)
  const otherRecord = direction && facts.registeredTransfers.get(transferKey(direction, serial))
  if (serial === '') reportIssue('E601', 'serial')
  else if (isDoubtful) reportIssue('E715', 'serial')
  else if (!serialPattern.test(serial)) reportIssue('E704', 'serial')
  else if (facts.usedSerials.has(serialKey(serial))) reportIssue('E706', 'serial')
  else if (otherRecord) reportIssue('E719', 'serial', { ...otherRecord })
}

const minuteMs = 60_000
const shanghaiTime = (at: Date) => new Date(at.getTime() + 8 * 60 * minuteMs).toISOString().slice(0, 16).replace('T', ' ')

function checkTime(cell: string, line: OfflineLine | undefined, result: OfflineResult | null, now: Date, reportIssue: ReportIssue): Date | null {
  if (cell === '') {
    reportIssue('E601', 'paidAt')
    return null
  }
  const moment = parseMoment(cell)
  if (!moment?.hasTime) {
    reportIssue('E707', 'paidAt')
    return null
  }
  const { at, hasSeconds } = moment
  if (at > now) reportIssue('E708', 'paidAt')
  const from = result === 'returned' ? line?.succeededAt : line?.releasedAt
  // A time without seconds covers the whole minute.
  const earliestTime = from ? (hasSeconds ? from.getTime() - from.getMilliseconds() : Math.floor(from.getTime() / minuteMs) * minuteMs) : null
  if (from && earliestTime !== null && at.getTime() < earliestTime) reportIssue('E709', 'paidAt', { time: shanghaiTime(from) })
  return at
}

function checkReason(cell: string, result: OfflineResult | null, reportIssue: ReportIssue): void {
  const [least, limit] = reasonLimits
  if (cell.length > limit) reportIssue('E711', 'reason', { problem: 'long' })
  else if (result !== null && result !== 'success' && cell.length < least) reportIssue('E711', 'reason', { problem: 'missing' })
}

function checkSlip(name: string, result: OfflineResult | null, slips: readonly OfflineSlip[], reportIssue: ReportIssue): OfflineSlip | null {
  if (name === '') {
    // A single slip need not be named in the row.
    if (slips.length === 1) return slips[0] ?? null
    if (result !== null && result !== 'failed') reportIssue('E713', 'slip')
    return null
  }
  const matchingSlips = findSlips(name, slips)
  if (matchingSlips.length === 0) reportIssue('E712', 'slip', { name })
  if (matchingSlips.length > 1) reportIssue('E714', 'slip', { name })
  return matchingSlips[0] ?? null
}

/**
 * Checks the manual results of a batch and reports the issues of all rows together. The caller must not record results
 * while issues exist.
 */
export function checkOffline(rows: readonly OfflineRow[], facts: OfflineFacts): { entries: OfflineEntry[]; issues: OfflineIssue[] } {
  const issues: OfflineIssue[] = []
  const entries: OfflineEntry[] = []
  const [byLine, bySerial, usedSlips] = [new Map<string, number>(), new Map<string, number>(), new Set<OfflineSlip>()]
  for (const cells of rows) {
    const { row } = cells
    const reportIssue: ReportIssue = (code, field, values = {}) => issues.push({ row, code, field, values })
    const [no, serial, reason] = [trimCell(cells.no), trimCell(cells.serial), trimCell(cells.reason)]
    const line = facts.lines.get(no)
    const result = resultOf(trimCell(cells.result))
    if (result === null) reportIssue('E710', 'result')
    checkLine(line, result, no, reportIssue)
    const earlierRow = byLine.get(no)
    if (no !== '' && earlierRow !== undefined) reportIssue('E703', 'no', { row: earlierRow })
    byLine.set(no, earlierRow ?? row)
    checkSerial({ serial, isDoubtful: cells.isSerialDoubtful, result }, facts, reportIssue)
    const rowWithSerial = bySerial.get(serialKey(serial))
    if (serial !== '' && rowWithSerial !== undefined) reportIssue('E705', 'serial', { row: rowWithSerial })
    bySerial.set(serialKey(serial), rowWithSerial ?? row)
    const happenedAt = checkTime(trimCell(cells.paidAt), line, result, facts.now, reportIssue)
    checkReason(reason, result, reportIssue)
    const slip = checkSlip(trimCell(cells.slip), result, facts.slips, reportIssue)
    if (slip) usedSlips.add(slip)
    const amount = trimCell(cells.amount)
    if (line && amount !== '' && parseYuan(amount) !== line.net) reportIssue('E717', 'amount', { amount: formatYuan(line.net) })
    if (line && result !== null && happenedAt) entries.push({ lineId: line.id, net: line.net, result, serial, happenedAt, reason, slip })
  }
  for (const slip of facts.slips) if (!usedSlips.has(slip)) issues.push({ row: null, code: 'E718', field: 'slip', values: { name: slip.name } })
  return { entries, issues }
}
