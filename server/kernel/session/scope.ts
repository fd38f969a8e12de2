import { type Expression, type SqlBool, sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'

/**
 * Returns the condition that limits a list to the caller's scope, for a table with `centre_id` and `unit_id`. For
 * centre staff it includes the chosen mode if the table has a mode. Row-level security enforces the scope again.
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
 * Returns the scope over all the caller's centres and modes. Rows of other centres must be read in `ctx.widen`. A mode
 * may be open at one centre only, so the result must be checked against `places`.
 */
export function scopeOfAllPlaces({ actor, scope }: Context): Scope {
  if (actor.places.length === 0) return scope
  if (scope.unitIds.length > 0) return { ...scope, mode: null }
  return { ...scope, centreIds: [...new Set(actor.places.map((place) => place.centreId))], centreId: null, mode: null }
}

/** Returns whether the caller may work at this place. A null mode means both modes. */
export function canWorkAt({ actor }: Context, centreId: number, mode: number | null): boolean {
  return actor.places.some((place) => place.centreId === centreId && (mode === null || place.mode === mode))
}

/** Returns whether the caller works for the platform or for a centre. */
export function isStaff({ actor, scope }: Context): boolean {
  return scope.all || actor.usertype === userType.centre
}
