import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'

/** The tables whose names have an index of their parts (migration 0163). */
type Named = 'operator' | 'unit' | 'partner' | 'candidate' | 'application' | 'app_user'

// More than that are found sooner along the order of the list.
const most = 1000

/** What `ilike` finds a text with, wherever it stands. */
export function partOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/**
 * The condition that a name has this word in it, in upper or lower case: `columns` are those that may have it, `id` the id of the same row (`operator.id`), of the
 * given table. Where few rows have it their ids come from the index, so that the list is looked up by them; where many have it, reading along the list's own
 * order finds a page at once.
 */
export async function hasInName(ctx: Context, table: Named, of: { id: string; columns: readonly string[] }, word: string): Promise<Expression<SqlBool>> {
  const like = sql<SqlBool>`(${sql.join(
    of.columns.map((column) => sql`${sql.ref(column)} ilike ${partOf(word)}`),
    sql` or `,
  )})`
  const { rows } = await sql<{ ids: number[] | null }>`select app.named(${table}, ${word}, ${most}) as ids`.execute(ctx.db)
  const ids = rows[0]?.ids ?? null
  return ids === null ? like : sql<SqlBool>`(${sql.ref(of.id)} = any(${ids}::bigint[]) and ${like})`
}
