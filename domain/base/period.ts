import { addWorkingDays, type Calendar, longHolidayDaysIn, nextWorkingDay, weekendCalendar } from './working-days.ts'

const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000

/** Returns the day in Asia/Shanghai, yyyy-MM-dd. China has one time zone and no summer time. */
export function dayOf(instant: Date): string {
  return new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10)
}

/** Returns the time in Asia/Shanghai in the format of sheets and documents: yyyy-MM-dd HH:mm:ss. */
export function dateTimeOf(instant: Date): string {
  return new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/**
 * Parses a date or time in Shanghai time, as written by people and in bank files (2026-11-21 10:30:00, 2026/11/21
 * 10:30, 20261121). Returns null for invalid text.
 */
export function parseMoment(text: string): { readonly at: Date; readonly day: string; readonly hasTime: boolean; readonly hasSeconds: boolean } | null {
  const parts = /^(20\d{2})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[ T]*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?)?$/.exec(text)
  if (!parts) return null
  const [, year = '', month = '', day = '', hour, minute = '00', second] = parts
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T${(hour ?? '00').padStart(2, '0')}:${minute}:${second ?? '00'}+08:00`)
  // `Date` turns 30 February into 2 March, and 24:00 into the next day.
  if (new Date(at.getTime() + SHANGHAI_OFFSET_MS).getUTCDate() !== Number(day)) return null
  return { at, day: date, hasTime: hour !== undefined, hasSeconds: second !== undefined }
}

/** Returns the tax month (yyyy-MM) in Asia/Shanghai. */
export function monthOf(instant: Date): string {
  return dayOf(instant).slice(0, 7)
}

/** Returns the first day of a month. */
export function monthStart(month: string): string {
  return `${month}-01`
}

/** Splits yyyy-MM into year and month; throws RangeError for anything else. */
export function yearAndMonthOf(month: string): { year: number; month: number } {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month)
  if (!match) throw new RangeError(`not a month: ${month}`)
  return { year: Number(match[1]), month: Number(match[2]) }
}

/** Shifts a month (yyyy-MM) by a number of months. */
export function shiftMonth(month: string, by: number): string {
  const { year, month: number } = yearAndMonthOf(month)
  const count = year * 12 + number - 1 + by
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** Returns the twelve months that end with this one, oldest first. */
export function twelveMonthsTo(month: string): string[] {
  return Array.from({ length: 12 }, (_, index) => shiftMonth(month, index - 11))
}

/** Shifts a day (yyyy-MM-dd) by a number of days. */
export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the last month of a tax period. The period is yyyy-MM, yyyy-Qn or yyyy. */
export function lastMonthOf(period: string): string {
  const quarter = /^(\d{4})-?Q([1-4])$/.exec(period)
  if (quarter) return `${quarter[1]}-${String(Number(quarter[2]) * 3).padStart(2, '0')}`
  if (/^\d{4}$/.test(period)) return `${period}-12`
  const { year, month } = yearAndMonthOf(period)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** Deadlines of declarations: months after the period, and the day of that month. */
export const dueRules = {
  IIT_WITHHOLDING: { months: 1, day: 15, source: '个人所得税法 第十四条' },
  VAT_AGENT_FILING: { months: 1, day: 15, source: '税务总局公告2025年第16号' },
  VAT_WITHHOLDING: { months: 1, day: 15, source: '税务总局公告2026年第19号 (推定)' },
  VAT_MONTH: { months: 1, day: 15, source: '增值税法实施条例 第四十三条' },
  VAT_QUARTER: { months: 1, day: 15, source: '增值税法实施条例 第四十三条' },
  BUSINESS_MONTH: { months: 1, day: 15, source: '个人所得税法 第十二条' },
  BUSINESS_QUARTER: { months: 1, day: 15, source: '个人所得税法 第十二条' },
  STAMP_QUARTER: { months: 1, day: 15, source: '印花税法 第十六条' },
  BUSINESS_ANNUAL: { months: 3, day: 31, source: '个人所得税法 第十二条' },
  COMPREHENSIVE_ANNUAL: { months: 6, day: 30, source: '个人所得税法 第十一条' },
  ANNUAL_REPORT: { months: 6, day: 30, source: '个体工商户年度报告暂行办法' },
  VAT_PER_TIME: { months: 6, day: 30, source: '增值税法实施条例 第四十四条' },
  PLATFORM_INFO_REPORT: { months: 1, day: 31, source: '国务院令第810号 第三条' },
} as const satisfies Record<string, { months: number; day: number; source: string }>

/** The `day` of rules that give fifteen days after the period. Other rules name a fixed date. */
const fifteenDayTerm = 15

export type DueKind = keyof typeof dueRules

function lastDayOf(month: string): string {
  return shiftDay(monthStart(shiftMonth(month, 1)), -1)
}

/**
 * Returns the last day to declare a period. A month without the rule's day ends on its last day. A deadline on a day
 * off moves to the next working day. A term of fifteen days is extended by each run of three or more holidays inside it
 * (征管法实施细则 Art. 109, as the yearly notices of the tax administration apply it). The deadline of annual reports, which
 * the company register sets, does not move.
 */
export function dueDay(kind: DueKind, period: string, calendar: Calendar = weekendCalendar): string {
  const rule = dueRules[kind]
  const month = shiftMonth(lastMonthOf(period), rule.months)
  const nominalDay = `${month}-${String(rule.day).padStart(2, '0')}`
  const last = lastDayOf(month)
  const day = nominalDay > last ? last : nominalDay
  if (kind === 'ANNUAL_REPORT') return day
  const extraDays = rule.day === fifteenDayTerm ? longHolidayDaysIn(monthStart(month), day, calendar) : 0
  return extraDays > 0 ? addWorkingDays(day, extraDays, calendar) : nextWorkingDay(day, calendar)
}

/** Formats a time in Asia/Shanghai as `07-15 10:22`. */
export function shortDateTimeOf(moment: Date): string {
  return dateTimeOf(moment).slice(5, 16)
}
