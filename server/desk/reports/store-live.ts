import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'

/** Returns the day from which movements are read from the lines: the end of the last kept month. */
export async function liveFrom(ctx: Context): Promise<string> {
  const { rows } = await sql<{ first: string | null }>`select (max(month) + interval '1 month')::date::text as first from report_month`.execute(ctx.db)
  return rows[0]?.first ?? '1970-01-01'
}
