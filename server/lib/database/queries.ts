import { type Kysely, sql } from 'kysely'
import type { Tables } from '#/server/lib/database/tables.ts'

/** Tagged templates that run one statement each. They interpolate values and fragments as `sql` does. */
export interface Queries {
  /** Runs the statement and returns all rows. */
  readonly rows: <T>(text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<T[]>
  /** Runs the statement and returns its first row; undefined without rows. */
  readonly row: <T>(text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<T | undefined>
  /** Runs the statement and ignores its result. */
  readonly run: (text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<void>
  /** Runs the statement and returns the number of rows that it inserted, updated or deleted. */
  readonly affected: (text: TemplateStringsArray, ...values: readonly unknown[]) => Promise<number>
}

/** Returns the tagged templates that run statements on this connection or transaction. */
export function queriesOn(db: Kysely<Tables>): Queries {
  return {
    rows: async <T>(text: TemplateStringsArray, ...values: readonly unknown[]) => (await sql<T>(text, ...values).execute(db)).rows,
    row: async <T>(text: TemplateStringsArray, ...values: readonly unknown[]) => (await sql<T>(text, ...values).execute(db)).rows[0],
    run: async (text, ...values) => void (await sql(text, ...values).execute(db)),
    affected: async (text, ...values) => Number((await sql(text, ...values).execute(db)).numAffectedRows ?? 0n),
  }
}
