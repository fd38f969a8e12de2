import { addWorkingDays, type Calendar, holidayRowsIn, nextWorkingDay, weekends } from './working-days.ts'

const SHANGHAI_MS = 8 * 60 * 60 * 1000

/** The day in Asia/Shanghai of an instant, yyyy-MM-dd (China has one zone and no summer time). */
export function dayOf(instant: Date): string {
  return new Date(instant.getTime() + SHANGHAI_MS).toISOString().slice(0, 10)
}

/** The second in Asia/Shanghai of an instant, as sheets and documents show it: yyyy-MM-dd HH:mm:ss. */
export function secondOf(instant: Date): string {
  return new Date(instant.getTime() + SHANGHAI_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** A moment as people and bank files write it, in Shanghai time (2026-11-21 10:30:00, 2026/11/21 10:30, 20261121); null for what is no moment of the calendar. */
export function momentOf(text: string): { readonly at: Date; readonly hasTime: boolean; readonly hasSeconds: boolean } | null {
  const parts = /^(20\d{2})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[ T]*(\d{1,2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?)?$/.exec(text)
  if (!parts) return null
  const [, year = '', month = '', day = '', hour, minute = '00', second] = parts
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${date}T${(hour ?? '00').padStart(2, '0')}:${minute}:${second ?? '00'}+08:00`)
  if (Number.isNaN(at.getTime()) || dayOf(at) !== date) return null
  return { at, hasTime: hour !== undefined, hasSeconds: second !== undefined }
}

/** The tax month (yyyy-MM) of an instant in Asia/Shanghai. */
export function monthOf(instant: Date): string {
  return dayOf(instant).slice(0, 7)
}

/** The first day of a month, for partitions. */
export function monthStart(month: string): string {
  return `${month}-01`
}

/** Year and month number of yyyy-MM; throws RangeError for anything else. */
export function partsOf(month: string): { year: number; month: number } {
  const match = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(month)
  if (!match) throw new RangeError(`not a month: ${month}`)
  return { year: Number(match[1]), month: Number(match[2]) }
}

/** The month so many months later (or earlier), yyyy-MM. */
export function shiftMonth(month: string, by: number): string {
  const { year, month: number } = partsOf(month)
  const count = year * 12 + number - 1 + by
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The day so many days later, yyyy-MM-dd. */
export function shiftDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
}

/** The last month of a tax period: yyyy-MM, yyyy-Qn or yyyy. */
export function lastMonthOf(period: string): string {
  const quarter = /^(\d{4})-?Q([1-4])$/.exec(period)
  if (quarter) return `${quarter[1]}-${String(Number(quarter[2]) * 3).padStart(2, '0')}`
  if (/^\d{4}$/.test(period)) return `${period}-12`
  const { year, month } = partsOf(period)
  return `${year}-${String(month).padStart(2, '0')}`
}

/** What is declared, and by when. */
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

/** Terms of fifteen days after the end of a period, as against those that name a day. */
const fifteenDays = 15

export type DueKind = keyof typeof dueRules

function lastDayOf(month: string): string {
  return shiftDay(monthStart(shiftMonth(month, 1)), -1)
}

/**
 * The last day to declare a period: the rule's day of the month so many months after the period, or the month's last day when it is shorter. A term that ends on
 * a day off ends on the next working day; one of fifteen days after the period that has three or more holidays in a row inside it is longer by as many working
 * days (征管法实施细则 Art. 109, as the tax administration applies it in its yearly notices). The register's own term, for yearly reports, does not move.
 */
export function dueDay(kind: DueKind, period: string, calendar: Calendar = weekends): string {
  const rule = dueRules[kind]
  const month = shiftMonth(lastMonthOf(period), rule.months)
  const wanted = `${month}-${String(rule.day).padStart(2, '0')}`
  const last = lastDayOf(month)
  const day = wanted > last ? last : wanted
  if (kind === 'ANNUAL_REPORT') return day
  const longer = rule.day === fifteenDays ? holidayRowsIn(monthStart(month), day, calendar) : 0
  return longer > 0 ? addWorkingDays(day, longer, calendar) : nextWorkingDay(day, calendar)
}

/** `07-15 10:22`, by the clocks of China. */
export function minuteOf(moment: Date): string {
  return secondOf(moment).slice(5, 16)
}
