import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context, Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// SQL and questions about the trail. Row-level security hides entries outside the caller's scope.

/** Returns the entries about an object, as a table with the columns of the trail. */
export const entriesAbout = (type: string | RawBuilder<unknown>, id: string | RawBuilder<unknown>) =>
  sql`(select known.* from audit_log known where known.ref_type = ${type} and known.ref_id = ${id})`

/** Returns the entries of successful operations in a span, as a table with the columns of the trail. */
export const entriesWithin = ({ from, to }: { readonly from: Date; readonly to: Date }) =>
  sql`(select known.* from audit_log known where known.at >= ${from} and known.at < ${to} and known.outcome = 'done')`

/** Returns the text of an entry that `app.audit_digest` hashes. `entry` is an alias of `entriesAbout`. */
export const digestedText = (entry: RawBuilder<unknown>) =>
  sql<string>`concat_ws(chr(31), ${entry}.chain, ${entry}.seq, (extract(epoch from ${entry}.at) * 1000000)::bigint,
    ${entry}.request_id, ${entry}.user_id, ${entry}.usertype, coalesce(${entry}.centre_id::text, '-'),
    coalesce(${entry}.unit_id::text, '-'), coalesce(${entry}.mode::text, '-'), ${entry}.ip, ${entry}.action,
    coalesce(${entry}.ref_type, '-'), coalesce(${entry}.ref_id, '-'), ${entry}.outcome, ${entry}.detail::text,
    ${entry}.agent)`

export interface LoggedChange extends Row<'audit_log', 'at' | 'action' | 'detail'> {
  by: Row<'app_user'>['name'] | null
  detail: Record<string, unknown>
}

/** Returns a page of the entries of successful operations, newest first. `condition` selects by columns of `log`. */
export async function loggedChanges(
  ctx: Context,
  condition: RawBuilder<SqlBool>,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: LoggedChange[]; count: number }> {
  const where = sql`log.outcome = 'done' and ${condition}`
  const rows = await ctx.rows<LoggedChange>`select log.at, author.name as by, log.action, log.detail
    from audit_log log left join app_user author on author.id = log.user_id where ${where} order by log.at desc, log.id desc limit ${size} offset ${(page - 1) * size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from audit_log log where ${where}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Returns the time of the newest entry. */
export async function newestEntryAt(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Row<'audit_log'>['at'] | null }>`select max(at) as at from audit_log`.execute(db)
  return rows[0]?.at ?? null
}
