import { type Expression, type SqlBool, sql } from 'kysely'

/** Texts of this column that begin so, as its index finds them: a pattern would not be tried before row-level security has had its say. */
export function beginsWith(column: string, start: string): Expression<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} ~>=~ ${start} and ${sql.ref(column)} ~<~ ${`${start}\u{10ffff}`}`
}
