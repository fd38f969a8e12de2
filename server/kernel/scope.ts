import { type Expression, type SqlBool, sql } from 'kysely'
import type { Scope } from '#/server/kernel/context.ts'

/**
 * The condition that keeps a list inside the caller's scope, for a table with `centre_id` and `unit_id`; for centre staff also inside the
 * chosen mode when the table has one. Row-level security says the same again underneath.
 */
export function inScope(scope: Scope, table: string, columns: { mode?: boolean } = {}): Expression<SqlBool> {
  const centre = sql.ref(`${table}.centre_id`)
  const unit = sql.ref(`${table}.unit_id`)
  const mode = columns.mode && scope.mode !== null ? sql<SqlBool>` and ${sql.ref(`${table}.mode`)} = ${scope.mode}` : sql<SqlBool>``
  if (scope.all) return sql<SqlBool>`true${mode}`
  if (scope.centreId !== null && scope.unitIds.length > 0) {
    return sql<SqlBool>`(${centre} = ${scope.centreId} and ${unit} = any(${[...scope.unitIds]}::bigint[])${mode})`
  }
  if (scope.centreId !== null) return sql<SqlBool>`(${centre} = ${scope.centreId}${mode})`
  if (scope.unitIds.length === 1) return sql<SqlBool>`(${unit} = ${scope.unitIds[0]}${mode})`
  if (scope.unitIds.length > 1) return sql<SqlBool>`(${unit} = any(${[...scope.unitIds]}::bigint[])${mode})`
  return sql<SqlBool>`false`
}
