import { sql } from 'kysely'
import { dayOf } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/scope.ts'
import type { MovingLine } from '#/server/payouts/store.ts'

export interface ProgressRow {
  state: string
  no: string
  unit_id: number
  centre_id: number
  total: number
  queued: number
  sent: number
  success: number
  failed: number
  held: number
  unknown: number
  returned: number
  cancelled: number
  success_net: number
}

/** Where the lines of a sent batch stand. */
export async function progress(ctx: Context, batchId: number): Promise<ProgressRow | undefined> {
  const result = await sql<ProgressRow>`
    select batch.state, batch.no, batch.unit_id, batch.centre_id, counted.* from payment_batch batch cross join lateral (
      select count(*) filter (where line.state <> 'excluded') as total, count(*) filter (where line.state = 'queued') as queued,
        count(*) filter (where line.state in ('sent', 'processing')) as sent, count(*) filter (where line.state = 'success') as success,
        count(*) filter (where line.state = 'failed') as failed, count(*) filter (where line.state = 'held') as held, count(*) filter (where line.state = 'unknown') as unknown,
        count(*) filter (where line.state = 'returned') as returned, count(*) filter (where line.state = 'cancelled') as cancelled,
        coalesce(sum(line.net_fen) filter (where line.state = 'success'), 0)::bigint as success_net
      from payment_line line where line.month = batch.month and line.batch_id = batch.id) counted
    where batch.id = ${batchId} and ${inScope(ctx.scope, 'batch', { mode: true })}`.execute(ctx.db)
  return result.rows[0]
}

/** Lines of a batch that did not arrive, by state and code. */
export async function failures(ctx: Context, batchId: number): Promise<{ state: string; fail_code: string | null; count: number; cost: number }[]> {
  const result = await sql<{ state: string; fail_code: string | null; count: number; cost: number }>`
    select line.state, line.fail_code, count(*) as count, sum(line.cost_fen)::bigint as cost from payment_line line
    where line.batch_id = ${batchId} and line.state in ('failed', 'held', 'unknown', 'returned', 'cancelled') and ${inScope(ctx.scope, 'line', { mode: true })}
    group by 1, 2 order by 3 desc`.execute(ctx.db)
  return result.rows
}

/** Lines of the caller's scope, locked. */
export async function lockLines(ctx: Context, ids: readonly number[]): Promise<MovingLine[]> {
  const result = await sql<MovingLine>`
    select line.id, line.month, line.batch_id, line.no, line.centre_id, line.unit_id, line.mode, line.operator_id, line.name, line.card_no, line.state, line.queries, line.gross_fen, line.net_fen,
      line.vat_fen, line.surcharge_fen, line.iit_fen, line.fee_fen, line.cost_fen, attempt.request_no, attempt.channel_id
    from payment_line line
      join lateral (select request_no, channel_id from payout_attempt attempt where attempt.line_id = line.id order by attempt_no desc limit 1) attempt on true
    where line.id = any(${[...ids]}::bigint[]) and ${inScope(ctx.scope, 'line', { mode: true })} order by line.id for update of line`.execute(ctx.db)
  return result.rows
}

export interface ConsoleRow {
  id: number
  name: string
  kind: string
  is_paused: boolean
  paused_reason: string
  queued: number
  in_flight: number
  unknown: number
  held: number
  success_today: number
  failed_today: number
  ledger: number
}

/** The channels of the caller's centres with their queues and what the ledger says went out through the centre's bank. */
export async function channels(ctx: Context): Promise<ConsoleRow[]> {
  const today = `${dayOf(ctx.now)}T00:00:00+08:00`
  const scope = ctx.scope.all
    ? sql`true`
    : ctx.scope.centreId !== null
      ? sql`channel.centre_id = ${ctx.scope.centreId}`
      : sql`channel.centre_id in (select centre_id from unit_setting)`
  const result = await sql<ConsoleRow>`
    select channel.id, channel.name, channel.kind, channel.is_paused, channel.paused_reason, counted.*,
      coalesce((select sum(line.net_fen) from payment_line line join payment_batch batch on batch.id = line.batch_id where batch.channel_id = channel.id and line.state = 'success'), 0)::bigint as ledger
    from channel cross join lateral (
      select count(*) filter (where line.state = 'queued') as queued, count(*) filter (where line.state in ('sent', 'processing')) as in_flight,
        count(*) filter (where line.state = 'unknown') as unknown, count(*) filter (where line.state = 'held') as held,
        count(*) filter (where line.state = 'success' and line.finished_at >= ${today}::timestamptz) as success_today,
        count(*) filter (where line.state = 'failed' and line.finished_at >= ${today}::timestamptz) as failed_today
      from payment_line line join payment_batch batch on batch.id = line.batch_id
      where batch.channel_id = channel.id and (line.state in ('queued', 'sent', 'processing', 'unknown', 'held') or line.finished_at >= ${today}::timestamptz)) counted
    where ${scope} order by channel.id`.execute(ctx.db)
  return result.rows
}

/** Stops or resumes a channel; false when it is not in the caller's scope. */
export async function pause(ctx: Context, channelId: number, change: { isPaused: boolean; reason: string }): Promise<boolean> {
  const scope = ctx.scope.all ? sql<boolean>`true` : sql<boolean>`centre_id = ${ctx.scope.centreId}`
  const result = await ctx.db
    .updateTable('channel')
    .set({ is_paused: change.isPaused, paused_reason: change.isPaused ? change.reason : '' })
    .where('id', '=', channelId)
    .where(scope)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
