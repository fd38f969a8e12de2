import type { SelectType } from 'kysely'
import type { Tables } from '#/server/lib/database/tables.ts'

/**
 * The columns of a table as read from it. Such types check raw statements, so that schema changes cause type errors
 * there too. An interface that extends this type spells out narrower members (literal unions, jsonb shapes, non-null
 * after a join).
 */
export type Row<T extends keyof Tables, C extends keyof Tables[T] = keyof Tables[T]> = {
  readonly [K in C]: SelectType<Tables[T][K]>
}
