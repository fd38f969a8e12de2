import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Calendar, calendarOf, type PublishedYear } from '#/domain/base/working-days.ts'

const folder = join(import.meta.dirname, '../../../db/base/calendar')

/** The published years that come with the program. */
export const programYears: readonly PublishedYear[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as PublishedYear)

/** The calendar of working days that this process uses. Years published in the browser replace those of the program. */
export let workingCalendar: Calendar = calendarOf(programYears)

/** Identifies the years in use. Results computed with another edition must be recomputed. */
export let calendarEdition = programYears.map(({ year }) => year).join(' ')

/** Sets the years in use and the edition that identifies them. */
export function setCalendar(years: readonly PublishedYear[], edition: string): void {
  workingCalendar = calendarOf(years)
  calendarEdition = edition
}
