import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type LockedLine, lockedLineQuery, monthsOf, type OutgoingRow, outgoingColumns, selectLatestAttempts } from '#/server/money/payouts/store.ts'

/** A due queued line, locked, with the facts that decide whether it is sent. */
export interface DueLine extends Row<'payment_line', 'id' | 'month' | 'net_fen'>, Row<'channel', 'single_limit_fen' | 'daily_limit_fen'> {
  channel_id: Row<'channel'>['id']
  /** The codes of the failed checks of the payee. */
  obstacles: string[]
}

/** Selects the codes that forbid paying a line's payee now; empty if payable. */
const obstaclesOf = (ctx: Context) => sql<string[]>`array(select code from app.payee_obstacles(line.month, line.id, ${ctx.now}::timestamptz) order by code)`

/**
 * An unresolved bank exception stops all payments of the channel, or of the unit at this centre. Same rule as
 * `app.payouts_stopped`, for many lines.
 */
const stoppedCondition: Expression<SqlBool> = sql<SqlBool>`(exists (select from payout_exception stop where stop.channel_id = channel.id and stop.stops = 'channel' and stop.state <> 'resolved')
  or exists (select from payout_exception stop where stop.unit_id = line.unit_id and stop.centre_id = line.centre_id and stop.stops = 'unit' and stop.state <> 'resolved')
  or exists (select from recon_item stop where stop.channel_id = channel.id and stop.stops and stop.state in ('open', 'waiting', 'proposed')))`

/**
 * Locks and returns up to `limit` due lines of a paying channel, oldest first, skipping those of other workers and of
 * halted batches. Returns none while the channel is closed or a failed invariant stops all payouts. Halting locks the
 * batch row (`for update`), so it waits for claims. Claims and `lockTallies` run concurrently.
 */
export const dueQueuedLines = (ctx: Context, channelId: number, limit: number): Promise<DueLine[]> => ctx.rows<DueLine>`
    select line.id, line.month, line.net_fen, channel.id as channel_id, channel.single_limit_fen, channel.daily_limit_fen, ${obstaclesOf(ctx)} as obstacles
    from payment_line line join payment_batch batch on batch.id = line.batch_id join channel on channel.id = batch.channel_id
    where line.state = 'queued' and line.next_query_at <= ${ctx.now} and batch.channel_id = ${channelId} and channel.is_active and not channel.is_paused
      and coalesce(channel.waits_until <= ${ctx.now}, true) and not ${stoppedCondition}
      and not (select app.all_payouts_stopped()) and batch.halted_at is null
    order by line.next_query_at, line.id limit ${limit} for update of line skip locked for key share of batch skip locked`

/**
 * Returns which of these unsent orders may be sent now. The channel must be active, past its waiting time and not
 * paused. Neither channel nor unit may be stopped, nor the batch halted.
 */
export async function sendableOrders(ctx: Context, requestNos: readonly string[]): Promise<Set<string>> {
  const rows = await ctx.rows<Row<'payout_attempt', 'request_no'>>`select attempt.request_no from payout_attempt attempt
      join payment_line line on line.month = attempt.month and line.id = attempt.line_id join channel on channel.id = attempt.channel_id
      join payment_batch batch on batch.id = line.batch_id and batch.halted_at is null
    where attempt.request_no = any(${[...requestNos]}::text[]) and channel.is_active and not channel.is_paused
      and coalesce(channel.waits_until <= ${ctx.now}, true) and not ${stoppedCondition}`
  return new Set(rows.map((row) => row.request_no))
}

/**
 * Returns the amount, in fen, that a channel received since `since` and has not refused. Locks the channel until the
 * transaction ends.
 */
export async function amountSentSince(ctx: Context, channelId: number, since: Date): Promise<number> {
  await ctx.run`select from channel where id = ${channelId} for no key update`
  const row = await ctx.row<{ amount: number }>`select coalesce(sum(amount_fen), 0)::bigint as amount from payout_attempt
    where channel_id = ${channelId} and sent_at >= ${since} and state not in ('failed', 'held', 'cancelled')`
  return row?.amount ?? 0
}

/** Marks queued lines as sent until the lease ends. The caller has locked them. */
export async function markLinesSent(ctx: Context, lines: readonly { id: number; month: string }[], leaseUntil: Date): Promise<OutgoingRow[]> {
  return ctx.rows<OutgoingRow>`
    with due as materialized (select * from json_to_recordset(${JSON.stringify(lines.map(({ id, month }) => ({ id, month })))}::json) as due(id bigint, month date)),
    line as (
      update payment_line line set state = 'sent', sent_at = ${ctx.now}, next_query_at = ${leaseUntil}, version = version + 1
      from due where line.month = due.month and line.id = due.id and line.month = any(${monthsOf(lines)}::date[])
      returning line.*),
    own as materialized (${selectLatestAttempts(['created'])}),
    attempt as (
      update payout_attempt attempt set state = 'sent', sent_at = ${ctx.now} from own
      where attempt.id = own.id and attempt.state = own.state returning attempt.line_id, attempt.request_no, attempt.channel_id),
    noted as (
      insert into payout_event (line_id, centre_id, unit_id, from_state, to_state, source, at)
      select id, centre_id, unit_id, 'queued', 'sent', 'send', ${ctx.now} from line order by id)
    select ${outgoingColumns} from line join attempt on attempt.line_id = line.id join channel on channel.id = attempt.channel_id order by line.id`
}

/** Locks and returns the queued ones of these lines, each with its unsent order, by id. */
export async function lockWaitingLines(ctx: Context, lines: readonly { id: number; month: string }[]): Promise<LockedLine[]> {
  return ctx.rows<LockedLine>`select ${lockedLineQuery} where line.month = any(${monthsOf(lines)}::date[]) and line.id = any(${lines.map(({ id }) => id)}::bigint[])
      and line.state = 'queued' and attempt.state = 'created' order by line.id for update of line, attempt`
}

/** A line to cancel, with the codes that forbid paying its payee. */
export type BlockedLine = LockedLine & { obstacles: string[] }

/** Locks and returns a payee's queued or held lines that are no longer payable, ordered by id. */
export async function lockBlockedLines(ctx: Context, operatorId: number, unitId: number | null): Promise<BlockedLine[]> {
  const unitCondition = unitId === null ? sql`true` : sql`line.unit_id = ${unitId}`
  // This is a separate statement, so that a concurrent send ends before the current order of each line is read.
  await ctx.run`select from payment_line line where line.operator_id = ${operatorId} and line.finished_at is null and ${unitCondition} and line.state in ('queued', 'held')
    order by line.id for update`
  return ctx.rows<BlockedLine>`select why.obstacles, ${lockedLineQuery} cross join lateral (select ${obstaclesOf(ctx)} as obstacles) why
    where line.operator_id = ${operatorId} and line.finished_at is null and ${unitCondition} and why.obstacles <> '{}'
      and line.state in ('queued', 'held') and attempt.state = case line.state when 'queued' then 'created' else 'held' end and not app.has_exception(line.id)
    order by line.id for update of line, attempt`
}
