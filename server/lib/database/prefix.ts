import { type Expression, type SqlBool, sql } from 'kysely'

/**
 * Matches a text prefix with a range, so that the index is used. With a `like` pattern, row-level security would be
 * evaluated first.
 */
export function beginsWith(column: string, start: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} ~>=~ ${start} and ${sql.ref(column)} ~<~ ${`${start}\u{10ffff}`}`
}
