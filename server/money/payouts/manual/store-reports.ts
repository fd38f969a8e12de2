import { type SqlBool, sql } from 'kysely'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { type Listing, pageOf, placesInScope } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { OfflineBatch, SlipRow } from '#/server/money/payouts/manual/store-offline.ts'

/** A failed or returned manual payment that one person reported. */
export interface ReportRow extends Row<'payout_report'> {
  mode: Mode
  result: 'failed' | 'returned'
  state: 'waiting' | 'confirmed' | 'declined'
  batch_no: string
  line_no: string
  payee: string
  unit_name: string
  reporter: string
  /** Whether the caller reported the result, or the reporter set the caller's password within a day. */
  is_own_report: boolean
  /** Whether the caller took part in the batch, or a participant set the caller's password within a day. */
  is_own_work: boolean
}

const selectReports = (
  ctx: Context,
) => sql`select report.*, batch.no as batch_no, line.no as line_no, line.name as payee, unit.name as unit_name, reporter.name as reporter,
    not app.is_other_hand(${ctx.actor.userId}, array[report.reported_by]) as is_own_report,
    exists (select from batch_deed where batch_id = report.batch_id and user_id = any((select app.hands_of(${ctx.actor.userId}))::bigint[])) as is_own_work
  from payout_report report join payment_batch batch on batch.id = report.batch_id join payment_line line on line.month = report.line_month and line.id = report.line_id
    join unit on unit.id = report.unit_id join app_user reporter on reporter.id = report.reported_by`

/** Inserts reports in the caller's name, in one statement. */
export async function addReports(ctx: Context, batch: OfflineBatch, rows: readonly (SlipRow & { amount: number })[]): Promise<void> {
  if (rows.length === 0) return
  await ctx.run`insert into payout_report (attempt_id, line_id, line_month, batch_id, channel_id, centre_id, unit_id, mode, amount_fen, result, serial, happened_at, reason,
      file_id, file_name, reported_by, reported_at)
    select attempt_id, line_id, ${batch.month}, ${batch.id}, ${batch.channel_id}, ${batch.centre_id}, ${batch.unit_id}, ${batch.mode}, amount, result, serial, happened_at, reason,
      file_id, file_name, ${ctx.actor.userId}, ${ctx.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as reported(attempt_id bigint, line_id bigint, amount bigint, result text, serial text, happened_at timestamptz,
      reason text, file_id uuid, file_name text) order by line_id`
}

/** Returns which of these lines have a pending report. */
export async function linesWithPendingReport(ctx: Context, lineIds: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.rows<Row<'payout_report', 'line_id'>>`select line_id from payout_report
    where line_id = any(${[...lineIds]}::bigint[]) and state = 'waiting'`
  return new Set(rows.map((row) => row.line_id))
}

function pendingListing(ctx: Context): Listing {
  return {
    table: sql`payout_report report`,
    where: sql<SqlBool>`report.state = 'waiting' and ${inScope(ctx.scope, 'report', { mode: true })}`,
    id: sql`report.id`,
    places: placesInScope(ctx, 'report', { mode: true }),
  }
}

/** Returns a page of the pending reports, newest first. */
export function listReports(ctx: Context, page: PageRequest): Promise<{ rows: ReportRow[]; count: number; next: number | null }> {
  return pageOf(ctx, pendingListing(ctx), page, sql<ReportRow>`${selectReports(ctx)}`)
}

/** Returns the pending report of a line in the caller's scope. */
export const findPendingReport = (ctx: Context, lineId: number): Promise<ReportRow | undefined> =>
  ctx.row<ReportRow>`${selectReports(ctx)} where report.line_id = ${lineId} and report.state = 'waiting' and ${inScope(ctx.scope, 'report')}`

/** Locks reports in the caller's scope in the order of their ids. */
export async function lockReports(ctx: Context, ids: readonly number[]): Promise<ReportRow[]> {
  await ctx.run`select id from payout_report where id = any(${[...ids]}::bigint[]) order by id for no key update`
  return ctx.rows<ReportRow>`${selectReports(ctx)} where report.id = any(${[...ids]}::bigint[]) and ${inScope(ctx.scope, 'report', { mode: true })}
    order by report.id`
}

/** Confirms or declines reports in the caller's name. */
export async function decideReports(ctx: Context, ids: readonly number[], state: 'confirmed' | 'declined', answer: string): Promise<void> {
  await ctx.run`update payout_report set state = ${state}, answer = ${answer}, decided_by = ${ctx.actor.userId}, decided_at = ${ctx.now}
    where id = any(${[...ids]}::bigint[])`
}
