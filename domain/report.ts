import { shiftDay, shiftMonth } from './period.ts'

// Financial reports: what they count, by which day, and the periods they are asked for.

/** What can happen to a line that a report counts. Each belongs to a day of its own, so that a late return changes no day but its own. */
export const movementKinds = ['paid', 'returned', 'failed'] as const
export type MovementKind = (typeof movementKinds)[number]

/** By which day a movement is counted: of submitting its batch, of booking it as a success, of its arrival at the payee's bank. */
export const reportBases = ['booked', 'submitted', 'arrived'] as const
export type ReportBasis = (typeof reportBases)[number]

/** What the rows of a summary stand for. */
export const reportGroups = ['unit', 'centre', 'time'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** A day, month, quarter or year, as an address has it: 2026-11-05, 2026-11, 2026-Q4, 2026. */
export const reportPeriod = /^20\d{2}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?|-Q[1-4])?$/

export type PeriodKind = 'day' | 'month' | 'quarter' | 'year'

/** The first and the last day of a period, the one before it, and what it falls into. */
export interface ReportSpan {
  readonly kind: PeriodKind
  readonly from: string
  readonly to: string
  readonly before: string
  /** The parts that it is seen in: months of a quarter or year, days of a month. */
  readonly step: 'day' | 'month'
}

const lastOf = (month: string) => shiftDay(`${shiftMonth(month, 1)}-01`, -1)
const quarterOf = (month: string) => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`

/** What a period covers; throws RangeError for what is none. */
export function spanOf(period: string): ReportSpan {
  if (!reportPeriod.test(period)) throw new RangeError(`not a period: ${period}`)
  if (/^\d{4}$/.test(period)) {
    return { kind: 'year', from: `${period}-01-01`, to: `${period}-12-31`, before: String(Number(period) - 1), step: 'month' }
  }
  if (period[5] === 'Q') {
    const first = `${period.slice(0, 4)}-${String(Number(period[6]) * 3 - 2).padStart(2, '0')}`
    return { kind: 'quarter', from: `${first}-01`, to: lastOf(shiftMonth(first, 2)), before: quarterOf(shiftMonth(first, -1)), step: 'month' }
  }
  if (period.length === 7) return { kind: 'month', from: `${period}-01`, to: lastOf(period), before: shiftMonth(period, -1), step: 'day' }
  return { kind: 'day', from: period, to: period, before: shiftDay(period, -1), step: 'day' }
}

/** The period of a kind that a day lies in. */
export function periodOn(day: string, kind: PeriodKind): string {
  if (kind === 'day') return day
  if (kind === 'year') return day.slice(0, 4)
  return kind === 'month' ? day.slice(0, 7) : quarterOf(day.slice(0, 7))
}

/** The change against the period before in millionths of it; null where there was nothing to compare with. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 1_000_000)
}
