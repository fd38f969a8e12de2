// Working days of offices and banks, which the State Council publishes for each year. The published years are data in
// `db/base/calendar`.

/** The holidays of one year and its make-up working days (放假调休). */
export interface PublishedYear {
  readonly year: number
  readonly source: string
  /** Holidays, first and last day, yyyy-MM-dd. */
  readonly off: readonly (readonly [first: string, last: string])[]
  readonly working: readonly string[]
}

/** Days off and make-up working days. In a year that is not published, only Saturdays and Sundays are off. */
export interface Calendar {
  readonly years: ReadonlySet<number>
  readonly off: ReadonlySet<string>
  readonly working: ReadonlySet<string>
}

const dayMs = 86_400_000
const maxShiftDays = 400

function shift(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10)
}

function daysFrom(first: string, last: string): string[] {
  const days: string[] = []
  for (let day = first; day <= last && days.length < maxShiftDays; day = shift(day, 1)) days.push(day)
  return days
}

/** Builds a calendar from the holidays and make-up days that the State Council published for these years. */
export function calendarOf(published: readonly PublishedYear[]): Calendar {
  return {
    years: new Set(published.map(({ year }) => year)),
    off: new Set(published.flatMap(({ off }) => off.flatMap(([first, last]) => daysFrom(first, last)))),
    working: new Set(published.flatMap(({ working }) => working)),
  }
}

/** A calendar without published years. Only Saturdays and Sundays are off. */
export const weekendCalendar: Calendar = calendarOf([])

/** Returns whether the holidays of the day's year are published. Otherwise dates computed from it may change. */
export function isPublished(day: string, calendar: Calendar): boolean {
  return calendar.years.has(Number(day.slice(0, 4)))
}

/** Returns whether offices and banks work on this day (yyyy-MM-dd). */
export function isWorkingDay(day: string, calendar: Calendar): boolean {
  if (calendar.working.has(day)) return true
  if (calendar.off.has(day)) return false
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

/** Returns the day itself (yyyy-MM-dd) if it is a working day, otherwise the next working day. */
export function nextWorkingDay(day: string, calendar: Calendar): string {
  let next = day
  while (!isWorkingDay(next, calendar)) next = shift(next, 1)
  return next
}

/** Returns the day that is `count` working days after this one. A count of 0 returns the day itself. */
export function addWorkingDays(day: string, count: number, calendar: Calendar): string {
  let next = day
  for (let remaining = count; remaining > 0; ) {
    next = shift(next, 1)
    if (isWorkingDay(next, calendar)) remaining--
  }
  return next
}

/** Counts back `count` working days from `day` inclusive, and returns the day before them. */
function workingDaysBack(day: string, count: number, calendar: Calendar): string {
  let earlierDay = day
  for (let remaining = count; remaining > 0; earlierDay = shift(earlierDay, -1)) if (isWorkingDay(earlierDay, calendar)) remaining--
  return earlierDay
}

/** Returns the latest day after which `count` full working days have passed at the beginning of `today`. */
export function workingDaysAgo(today: string, count: number, calendar: Calendar): string {
  return workingDaysBack(shift(today, -1), count, calendar)
}

/** Counts the days in runs of three or more consecutive holidays, between two days inclusive (连续3日以上法定休假日). */
export function longHolidayDaysIn(first: string, last: string, calendar: Calendar): number {
  let total = 0
  let runLength = 0
  for (const day of [...daysFrom(first, last), '']) {
    if (calendar.off.has(day)) {
      runLength++
      continue
    }
    if (runLength >= 3) total += runLength
    runLength = 0
  }
  return total
}

export type YearFault = 'rangeWrong' | 'outsideYear' | 'rangesMeet' | 'notWeekend' | 'workedHoliday'

/** Returns the reason why a year is invalid, with the day, or null. */
export function yearFault({ year, off, working }: Pick<PublishedYear, 'year' | 'off' | 'working'>): { readonly fault: YearFault; readonly day: string } | null {
  const isOutside = (day: string) => !day.startsWith(`${year}-`)
  let previousEnd = ''
  for (const [first, last] of off.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (first > last) return { fault: 'rangeWrong', day: first }
    const outsideDay = [first, last].find(isOutside)
    if (outsideDay) return { fault: 'outsideYear', day: outsideDay }
    if (first <= previousEnd) return { fault: 'rangesMeet', day: first }
    previousEnd = last
  }
  for (const day of working) {
    if (isOutside(day)) return { fault: 'outsideYear', day }
    if (isWorkingDay(day, weekendCalendar)) return { fault: 'notWeekend', day }
    if (off.some(([first, last]) => first <= day && day <= last)) return { fault: 'workedHoliday', day }
  }
  return null
}

/** Returns the years with one added or replaced. */
export function upsertYear(years: readonly PublishedYear[], one: PublishedYear): PublishedYear[] {
  return [...years.filter(({ year }) => year !== one.year), one].sort((left, right) => left.year - right.year)
}

/**
 * Returns the first year whose holidays should already be published, or null. From December on, this includes the next
 * year.
 */
export function missingYear(years: ReadonlySet<number>, today: string): number | null {
  const year = Number(today.slice(0, 4))
  return [year, ...(today.slice(5, 7) === '12' ? [year + 1] : [])].find((each) => !years.has(each)) ?? null
}
