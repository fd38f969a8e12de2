import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { pageRows } from '#/server/kernel/rows/page.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type ErrorRow = Row<'client_error', 'id' | 'created_at' | 'message' | 'stack' | 'page' | 'version' | 'agent' | 'failed_request_id' | 'request_id'> &
  Row<'app_user', 'username'>

interface Report {
  readonly message: string
  readonly stack: string
  readonly page: string
  readonly version: string
  readonly requestId: string | undefined
  readonly at: string
}

/**
 * Counts the caller's reports since a moment, under a lock per account so that concurrent reports are counted
 * correctly.
 */
export async function countSince(ctx: Context, since: Date): Promise<number> {
  await ctx.run`select pg_advisory_xact_lock(7120262, hashint8(${ctx.actor.userId}::bigint))`
  return (
    (await ctx.row<{ count: number }>`select count(*) as count from client_error where user_id = ${ctx.actor.userId} and created_at > ${since}`)?.count ?? 0
  )
}

export async function insert(ctx: Context, report: Report): Promise<void> {
  await ctx.db
    .insertInto('client_error')
    .values({
      user_id: ctx.actor.userId,
      message: report.message,
      stack: report.stack,
      page: report.page,
      version: report.version,
      agent: ctx.agent,
      failed_request_id: report.requestId ?? null,
      request_id: ctx.requestId,
      happened_at: new Date(report.at),
      created_at: ctx.real,
    })
    .execute()
}

interface Filter {
  readonly keyword?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly after?: number | undefined
}

/** Returns filtered reports, newest first. */
export async function list(ctx: Context, { keyword, from, to, after }: Filter, size: number): Promise<{ rows: ErrorRow[]; next: number | null }> {
  const conditions: Expression<SqlBool>[] = [ctx.scope.all ? sql<SqlBool>`true` : sql<SqlBool>`error.user_id = ${ctx.actor.userId}`]
  conditions.push(...withinDays(sql`error.created_at`, { from, to }))
  if (keyword) {
    const likePattern = containsPattern(keyword)
    conditions.push(
      sql<SqlBool>`(error.message ilike ${likePattern} or error.page ilike ${likePattern} or error.request_id = ${keyword} or error.failed_request_id = ${keyword})`,
    )
  }
  const listing = {
    table: sql`client_error error`,
    where: allOf(conditions),
    id: sql<number>`error.id`,
    order: { by: [sql`error.created_at`] },
  }
  const selection = sql<ErrorRow>`select error.id, error.created_at, (select username from app_user where id = error.user_id) as username, error.message,
      error.stack, error.page, error.version, error.agent, error.failed_request_id, error.request_id
    from client_error error`
  return pageRows(ctx, listing, { page: 1, size, after }, selection)
}
