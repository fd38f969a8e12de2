import { type Kysely, sql } from 'kysely'
import { type PublishedYear, upsertYear } from '#/domain/base/working-days.ts'
import { programYears, setCalendar } from '#/server/kernel/installation/working-calendar.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

interface YearRow extends Row<'calendar_year', 'id' | 'year' | 'source' | 'off' | 'working'> {
  off: [string, string][]
  working: string[]
}

/**
 * Returns the years in use: those of the program, replaced by published ones. Also returns the ids of the published
 * ones, by year.
 */
export async function yearsInUse(db: Kysely<Tables>): Promise<{ readonly years: readonly PublishedYear[]; readonly published: ReadonlyMap<number, number> }> {
  const { rows } = await sql<YearRow>`select distinct on (year) id, year, source, off, working from calendar_year
    where state = 'published' order by year, edition desc`.execute(db)
  return { years: rows.reduce<readonly PublishedYear[]>(upsertYear, programYears), published: new Map(rows.map(({ year, id }) => [year, id])) }
}

/**
 * Reloads the years in use: at start-up, after a publication, and every minute, because another server may have
 * published one.
 */
export async function readCalendar(db: Kysely<Tables>): Promise<void> {
  const { years, published } = await yearsInUse(db)
  setCalendar(years, years.map(({ year }) => (published.has(year) ? `${year}#${published.get(year)}` : String(year))).join(' '))
}
