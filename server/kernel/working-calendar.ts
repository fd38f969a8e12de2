import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Calendar, calendarOf, type PublishedYear } from '#/domain/working-days.ts'

const folder = join(import.meta.dirname, '../../db/base/calendar')
const published = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort()
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as PublishedYear)

/** The working days that come with the program: every year the State Council has published and that was put into `db/base/calendar`. */
export const workingCalendar: Calendar = calendarOf(published)

/** Which years those are: what was computed by another edition is computed again. */
export const calendarEdition = published.map(({ year }) => year).join(' ')
