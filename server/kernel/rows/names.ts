import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { containsPattern } from '#/server/kernel/rows/conditions.ts'

/** Tables with an index of name parts (`app.name_parts`). */
type NamedTable = 'operator' | 'unit' | 'partner' | 'candidate' | 'application' | 'app_user'

// Above this number of matches, scanning the list in its own order is faster.
const maxIndexedMatches = 1000

/**
 * Returns the condition that a name contains this word, ignoring case. `columns` are the searched columns, and `id` is
 * the id of the same row, such as `operator.id`. Few matches are looked up by id from the index. With many matches,
 * reading in the list's order fills a page faster.
 */
export async function nameContains(
  ctx: Context,
  table: NamedTable,
  of: { id: string; columns: readonly string[] },
  word: string,
): Promise<Expression<SqlBool>> {
  const likeCondition = sql<SqlBool>`(${sql.join(
    of.columns.map((column) => sql`${sql.ref(column)} ilike ${containsPattern(word)}`),
    sql` or `,
  )})`
  const rows = await ctx.rows<{ ids: number[] | null }>`select app.named(${table}, ${word}, ${maxIndexedMatches}) as ids`
  const ids = rows[0]?.ids ?? null
  return ids === null ? likeCondition : sql<SqlBool>`(${sql.ref(of.id)} = any(${ids}::bigint[]) and ${likeCondition})`
}
