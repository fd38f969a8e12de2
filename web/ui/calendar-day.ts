import { nowMs } from '#/web/kernel/clock.ts'

const DAY_MS = 86_400_000
const SHANGHAI_MS = 8 * 3_600_000

/** The value of a field: a day (yyyy-MM-dd), a month (yyyy-MM), or a day and a time (yyyy-MM-dd HH:mm). */
export type DayKind = 'day' | 'month' | 'minute'

/** Now in Shanghai by the server's clock, wherever the browser is: yyyy-MM-ddTHH:mm. */
export const shanghaiNow = (): string => new Date(nowMs() + SHANGHAI_MS).toISOString().slice(0, 16)
export const shanghaiToday = (): string => shanghaiNow().slice(0, 10)

const atUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAtUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => dayAtUtc(atUtc(day) + days * DAY_MS)

/** Returns the same day some months later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayAtUtc(Date.UTC(year, month - 1 + months, Math.min(date, last)))
}

/** Returns the weekday, 0 for Sunday. */
export const weekdayOf = (day: string): number => new Date(atUtc(day)).getUTCDay()

/** Returns the six weeks that show the month of a day. */
export function weeksOf(day: string, firstWeekday: 0 | 1): readonly (readonly string[])[] {
  const first = `${day.slice(0, 7)}-01`
  const firstCell = addDays(first, -((weekdayOf(first) - firstWeekday + 7) % 7))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (__, at) => addDays(firstCell, week * 7 + at)))
}

/** Returns the first day of a limit. The limit is a day, a minute or a month. */
export const firstDayOf = (limit: string): string => (limit.length >= 10 ? limit.slice(0, 10) : `${limit.slice(0, 7)}-01`)

export const lastDayOf = (limit: string): string => (limit.length >= 10 ? limit.slice(0, 10) : addDays(addMonths(firstDayOf(limit), 1), -1))

interface MoveSettings {
  readonly isMonths: boolean
  /** With Shift the page keys move by years. */
  readonly hasShift: boolean
  readonly firstWeekday: 0 | 1
}

/** Returns the day that a key moves to in a calendar of days or of months; null for another key. */
export function dayAfterKey(key: string, day: string, { isMonths, hasShift, firstWeekday }: MoveSettings): string | null {
  const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: isMonths ? -3 : -7, ArrowDown: isMonths ? 3 : 7 }
  const step = steps[key]
  if (step !== undefined) return isMonths ? addMonths(day, step) : addDays(day, step)
  const page = isMonths || hasShift ? 12 : 1
  const weekdayOffset = (weekdayOf(day) - firstWeekday + 7) % 7
  if (key === 'PageUp') return addMonths(day, -page)
  if (key === 'PageDown') return addMonths(day, page)
  if (key === 'Home') return isMonths ? addMonths(day, 1 - Number(day.slice(5, 7))) : addDays(day, -weekdayOffset)
  if (key === 'End') return isMonths ? addMonths(day, 12 - Number(day.slice(5, 7))) : addDays(day, 6 - weekdayOffset)
  return null
}

const twoDigits = (text: string | undefined) => (text ?? '').padStart(2, '0')
const isDay = (day: string) => !Number.isNaN(atUtc(day)) && dayAtUtc(atUtc(day)) === day

const dayForms = [/^(\d{4})(\d{2})(\d{2})$/, /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/, /^(\d{4})年(\d{1,2})月(\d{1,2})日?$/]
const monthForms = [/^(\d{4})(\d{2})$/, /^(\d{4})[-/.](\d{1,2})$/, /^(\d{4})年(\d{1,2})月?$/]

function parseForms(forms: readonly RegExp[], text: string): string {
  for (const form of forms) {
    const [, year, month, date = '01'] = form.exec(text) ?? []
    const day = `${year}-${twoDigits(month)}-${twoDigits(date)}`
    if (year && isDay(day)) return day
  }
  return ''
}

/** Returns a typed day, month or minute in its canonical form; '' when it is invalid. */
export function readDay(text: string, kind: DayKind): string {
  const normalized = text.normalize('NFKC').trim()
  if (kind === 'day') return parseForms(dayForms, normalized)
  if (kind === 'month') return parseForms(monthForms, normalized).slice(0, 7)
  const [, date = '', hour = '', minute = ''] = /^([^\sT]+)[T ](\d{1,2}):(\d{2})$/.exec(normalized) ?? []
  const day = parseForms(dayForms, date)
  return day && Number(hour) < 24 && Number(minute) < 60 ? `${day} ${twoDigits(hour)}:${minute}` : ''
}

/** Returns whether the text is complete, so that it can apply while the user is typing. */
export const isCompleteDay = (text: string, kind: DayKind): boolean =>
  (kind === 'month' ? /^\d{4}-\d{2}$/ : kind === 'day' ? /^\d{4}-\d{2}-\d{2}$/ : /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/).test(text)
