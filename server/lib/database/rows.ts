import type { SelectType } from 'kysely'
import type { Tables } from '#/server/lib/database/tables.ts'

/**
 * Columns of a table as they are read, for what a raw statement gives: dropping, renaming or changing a column is then an error here too.
 * A member that says more than the table does (one of few words, the shape of a jsonb, what a join made certain) is spelled out in an interface that extends this.
 */
export type Row<T extends keyof Tables, C extends keyof Tables[T] = keyof Tables[T]> = {
  readonly [K in C]: SelectType<Tables[T][K]>
}
