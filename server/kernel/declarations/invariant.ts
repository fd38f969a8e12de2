import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#/server/lib/database/tables.ts'

// Each module declares invariants of the books in `invariants.ts`, and `server/app/invariants.ts` lists them.
// Invariants run as the database owner, so all rows are checked.

export interface Violation {
  readonly id: string
}

/** The point up to which an earlier check covered everything. A recent check starts there. */
export interface CheckedUntil {
  /** Newest journal of an earlier check. */
  readonly journal: number
  /**
   * First day of a month. A recent check covers batches, lines and entries of that month or later, and older batches
   * with reserved money.
   */
  readonly month: string
}

/** Conditions that restrict a check to recent rows, by table alias. In a full check every condition is true. */
export interface RecentRows {
  readonly since: CheckedUntil | null
  readonly batch: RawBuilder<boolean>
  readonly line: RawBuilder<boolean>
  readonly journal: RawBuilder<boolean>
  readonly entry: RawBuilder<boolean>
}

/** Returns the conditions for recent rows, or for all rows with null. */
export function conditionsSince(since: CheckedUntil | null): RecentRows {
  if (since === null) return { since, batch: sql`true`, line: sql`true`, journal: sql`true`, entry: sql`true` }
  return {
    since,
    batch: sql`(batch.month >= ${since.month}::date or (batch.is_frozen and batch.state not in ('paid', 'closed', 'cancelled')))`,
    line: sql`line.month >= ${since.month}::date`,
    journal: sql`journal.id > ${since.journal}`,
    entry: sql`entry.month >= ${since.month}::date and entry.journal_id > ${since.journal}`,
  }
}

/** A rule that stored rows must satisfy at any time. */
export interface Invariant {
  readonly name: string
  readonly title: string
  /** Query for the violations; a function of the range if the check can be restricted to recent rows. */
  readonly broken: RawBuilder<Violation> | ((of: RecentRows) => RawBuilder<Violation>)
}

const maxOffenders = 20

/** Returns up to 20 violations among recent rows, or among all rows with null. */
export async function violationsOf(db: Kysely<Tables>, { broken }: Invariant, since: CheckedUntil | null): Promise<string[]> {
  const query = typeof broken === 'function' ? broken(conditionsSince(since)) : broken
  // Limits the rows outside the query. A limit inside would make the planner expect early matches and choose nested
  // loops, which are slow without violations.
  const result = await sql<Violation>`with broken as materialized (${query}) select id from broken limit ${maxOffenders}`.execute(db)
  return result.rows.map((row) => row.id)
}
