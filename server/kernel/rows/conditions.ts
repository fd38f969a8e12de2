import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** Days of China, both inclusive. Without a bound, that side is open. */
interface DayRange {
  readonly from?: string | null | undefined
  readonly to?: string | null | undefined
}

/** Returns the `like` pattern for texts that contain the given text. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Joins conditions with `and`, without parentheses around them. Without conditions, every row matches. */
export function allOf(conditions: readonly Expression<unknown>[]): RawBuilder<SqlBool> {
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join([...conditions], sql` and `)}`
}

/** Returns the time at which a day begins in China. */
export function startOfDay(day: string): RawBuilder<Date> {
  return sql<Date>`${`${day}T00:00:00+08:00`}::timestamptz`
}

/** Returns the conditions that a time is within these days of China. */
export function withinDays(at: RawBuilder<unknown>, { from, to }: DayRange): RawBuilder<SqlBool>[] {
  return [...(from ? [sql<SqlBool>`${at} >= ${startOfDay(from)}`] : []), ...(to ? [sql<SqlBool>`${at} < ${startOfDay(to)} + interval '1 day'`] : [])]
}
