import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '#/server/lib/database/tables.ts'

// Invariants of the books: each module declares its own in `invariants.ts`, and `server/app/invariants.ts` lists them.
// They run as the database owner, so all rows count.

export interface Offender {
  readonly id: string
}

/** The start of a recent check. Everything before it was checked earlier. */
export interface CheckedUntil {
  /** The latest journal of an earlier check. */
  readonly journal: number
  /**
   * The first day of a month. Covers batches, lines and entries of that month or later, and older batches with reserved
   * money.
   */
  readonly month: string
}

/** Conditions that restrict a check to recent rows, by table alias. All are true in a full check. */
export interface RecentRows {
  readonly since: CheckedUntil | null
  readonly batch: RawBuilder<boolean>
  readonly line: RawBuilder<boolean>
  readonly journal: RawBuilder<boolean>
  readonly entry: RawBuilder<boolean>
}

/** Returns the conditions for recent rows; with null, for all rows. */
export function among(since: CheckedUntil | null): RecentRows {
  if (since === null) return { since, batch: sql`true`, line: sql`true`, journal: sql`true`, entry: sql`true` }
  return {
    since,
    batch: sql`(batch.month >= ${since.month}::date or (batch.is_frozen and batch.state not in ('paid', 'closed', 'cancelled')))`,
    line: sql`line.month >= ${since.month}::date`,
    journal: sql`journal.id > ${since.journal}`,
    entry: sql`entry.month >= ${since.month}::date and entry.journal_id > ${since.journal}`,
  }
}

/** A rule that stored rows obey at any time. */
export interface Invariant {
  readonly name: string
  readonly title: string
  /** The violations: a function of the range if the check can be restricted to recent rows. */
  readonly broken: RawBuilder<Offender> | ((of: RecentRows) => RawBuilder<Offender>)
}

const most = 20

/** Returns up to 20 violations among recent rows, or among all rows with null. */
export async function offendersOf(db: Kysely<Tables>, { broken }: Invariant, since: CheckedUntil | null): Promise<string[]> {
  const query = typeof broken === 'function' ? broken(among(since)) : broken
  // The limit is outside the query. Inside it the planner expects early hits and chooses nested loops, which are slow
  // without violations.
  const result = await sql<Offender>`with broken as materialized (${query}) select id from broken limit ${most}`.execute(db)
  return result.rows.map((row) => row.id)
}
