import { shiftDay, shiftMonth } from '#/domain/base/period.ts'

// Financial reports: the movements that they count, the day of each movement, and the reporting periods.

/** Line movements that a report counts. Each has its own day, so a late return does not change earlier days. */
export const reportMovementKinds = ['paid', 'returned', 'failed'] as const
export type ReportMovementKind = (typeof reportMovementKinds)[number]

/**
 * The day on which a movement counts: the day of its booking, of the submission of its batch, or of the arrival at the
 * payee's bank.
 */
export const reportBases = ['booked', 'submitted', 'arrived'] as const
export type ReportBasis = (typeof reportBases)[number]

export const reportGroups = ['unit', 'centre', 'time'] as const
export type ReportGroup = (typeof reportGroups)[number]

/** A day, month, quarter or year, as in a URL: 2026-11-05, 2026-11, 2026-Q4, 2026. */
export const reportPeriodPattern = /^20\d{2}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?|-Q[1-4])?$/

export type PeriodKind = 'day' | 'month' | 'quarter' | 'year'

/** The first and last day of a period, the period before it, and its subdivision. */
export interface ReportSpan {
  readonly kind: PeriodKind
  readonly from: string
  readonly to: string
  readonly before: string
  /** The subdivision: months of a quarter or year, days of a month. */
  readonly step: 'day' | 'month'
}

const lastDayOf = (month: string) => shiftDay(`${shiftMonth(month, 1)}-01`, -1)
const quarterOf = (month: string) => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`

/** Parses a period; throws RangeError for invalid text. */
export function reportSpanOf(period: string): ReportSpan {
  if (!reportPeriodPattern.test(period)) throw new RangeError(`not a period: ${period}`)
  if (/^\d{4}$/.test(period)) {
    return { kind: 'year', from: `${period}-01-01`, to: `${period}-12-31`, before: String(Number(period) - 1), step: 'month' }
  }
  if (period[5] === 'Q') {
    const first = `${period.slice(0, 4)}-${String(Number(period[6]) * 3 - 2).padStart(2, '0')}`
    return { kind: 'quarter', from: `${first}-01`, to: lastDayOf(shiftMonth(first, 2)), before: quarterOf(shiftMonth(first, -1)), step: 'month' }
  }
  if (period.length === 7) return { kind: 'month', from: `${period}-01`, to: lastDayOf(period), before: shiftMonth(period, -1), step: 'day' }
  return { kind: 'day', from: period, to: period, before: shiftDay(period, -1), step: 'day' }
}

/** Returns the period of a kind that contains the day. */
export function periodContaining(day: string, kind: PeriodKind): string {
  if (kind === 'day') return day
  if (kind === 'year') return day.slice(0, 4)
  return kind === 'month' ? day.slice(0, 7) : quarterOf(day.slice(0, 7))
}

/** Returns the change from the previous period in ppm. Returns null if the previous figure was zero. */
export function relativeChangePpm(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / Math.abs(before)) * 1_000_000)
}
