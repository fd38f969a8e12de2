import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context, Scope } from '#/server/kernel/context.ts'

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
  if (scope.centreIds.length > 0) return sql<SqlBool>`(${centre} = any(${[...scope.centreIds]}::bigint[])${mode})`
  if (scope.unitIds.length === 1) return sql<SqlBool>`(${unit} = ${scope.unitIds[0]}${mode})`
  if (scope.unitIds.length > 1) return sql<SqlBool>`(${unit} = any(${[...scope.unitIds]}::bigint[])${mode})`
  return sql<SqlBool>`false`
}

/**
 * The scope over all centres and modes in which the caller may work, not only the chosen ones. Rows of other centres are read in `ctx.widen`. A mode may be open to
 * the caller at one centre and not at another: what was read is held against `places`.
 */
export function everywhere({ actor, scope }: Context): Scope {
  if (actor.places.length === 0) return scope
  if (scope.unitIds.length > 0) return { ...scope, mode: null }
  return { ...scope, centreIds: [...new Set(actor.places.map((place) => place.centreId))], centreId: null, mode: null }
}

/** Whether the caller may work at this place; `null` stands for both modes. */
export function mayWorkAt({ actor }: Context, centreId: number, mode: number | null): boolean {
  return actor.places.some((place) => place.centreId === centreId && (mode === null || place.mode === mode))
}
