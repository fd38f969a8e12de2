import { type Expression, type SqlBool, sql } from 'kysely'
import type { LineState } from '#/domain/money/line.ts'
import type { ChannelKindName } from '#/domain/organisations/payout-channel.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type BatchHead = Row<'payment_batch', 'id' | 'no' | 'month' | 'state' | 'unit_id' | 'centre_id'>

/** Returns a batch in the caller's scope. */
export async function findBatch(ctx: Context, id: number): Promise<BatchHead | undefined> {
  return ctx.row<BatchHead>`select id, no, month, state, unit_id, centre_id from payment_batch
    where id = ${id} and ${inScope(ctx.scope, 'payment_batch', { mode: true })}`
}

/** Counts and sums the lines of a batch by state and failure code. */
export async function lineTotalsByState(
  ctx: Context,
  batch: BatchHead,
): Promise<{ state: LineState; fail_code: string | null; count: number; net: number; cost: number }[]> {
  return ctx.rows<Row<'payment_line', 'state' | 'fail_code'> & { state: LineState; count: number; net: number; cost: number }>`
    select state, fail_code, count(*) as count, sum(net_fen)::bigint as net, sum(cost_fen)::bigint as cost from payment_line
    where month = ${batch.month} and batch_id = ${batch.id} group by state, fail_code`
}

/** An ended line, with the columns needed to replace its card. */
export interface SentLine extends Row<'payment_line', 'id' | 'no' | 'batch_id' | 'state' | 'unit_id' | 'centre_id' | 'operator_id'> {
  state: LineState
}

/** Returns a sent line in the caller's scope. */
export async function findLine(ctx: Context, id: number): Promise<SentLine | undefined> {
  return ctx.row<SentLine>`select line.id, line.no, line.state, line.batch_id, line.unit_id, line.centre_id, line.operator_id
    from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id
    where attempt.line_id = ${id} and ${inScope(ctx.scope, 'line', { mode: true })} limit 1`
}

/**
 * Records that the caller replaced a payee's card for a line of this batch. The replacement counts for segregation of
 * duties in this batch and in its repeats.
 */
export const recordReplacedCard = (ctx: Context, batchId: number): Promise<void> => ctx.run`select app.replaced_card(${batchId})`

function channelsInScope(ctx: Context): Expression<SqlBool> {
  return ctx.scope.all ? sql<SqlBool>`true` : sql<SqlBool>`channel.centre_id = any(${[...ctx.scope.centreIds]}::bigint[])`
}

export interface ChannelRow
  extends Row<'channel', 'id' | 'centre_id' | 'name' | 'kind' | 'is_paused' | 'paused_reason' | 'waits_until' | 'balance_fen' | 'balance_at'> {
  centre_name: string
  kind: ChannelKindName
  queued: number
  in_flight: number
  unknown: number
  held: number
  success_today: number
  failed_today: number
  average_seconds: number | null
}

/** Returns the channels of the caller's centres, with their lines in progress and those ended since `since`. */
export const channels = (ctx: Context, since: Date): Promise<ChannelRow[]> => ctx.rows<ChannelRow>`
    select channel.id, channel.centre_id, (select name from centre where centre.id = channel.centre_id) as centre_name, channel.name, channel.kind, channel.is_paused, channel.paused_reason,
      channel.waits_until, channel.balance_fen, channel.balance_at, open.*, ended.*
    from channel
      cross join lateral (
        select count(*) filter (where state = 'created') as queued, count(*) filter (where state in ('sent', 'processing')) as in_flight,
          count(*) filter (where state = 'unknown') as unknown, count(*) filter (where state = 'held') as held
        from payout_attempt where channel_id = channel.id and state in ('created', 'sent', 'processing', 'unknown', 'held')) open
      cross join lateral (
        select count(*) filter (where state in ('success', 'returned')) as success_today, count(*) filter (where state = 'failed') as failed_today,
          round(avg(extract(epoch from finished_at - sent_at)) filter (where state = 'success'))::integer as average_seconds
        from payout_attempt where channel_id = channel.id and finished_at >= ${since}) ended
    where channel.is_active and ${channelsInScope(ctx)} order by channel.id`

export interface PausedChannel extends Row<'channel', 'name' | 'centre_id'> {
  centre_name: string
}

/** Locks a channel in the caller's scope. Returns its pause and who began it; undefined when it is out of scope. */
export async function lockPause(ctx: Context, channelId: number): Promise<Row<'channel', 'is_paused' | 'paused_by'> | undefined> {
  return ctx.row<Row<'channel', 'is_paused' | 'paused_by'>>`select is_paused, paused_by from channel
    where id = ${channelId} and ${channelsInScope(ctx)} for no key update`
}

/** Pauses or resumes a channel in the caller's scope. Returns undefined when it is out of scope. */
export async function setPaused(ctx: Context, channelId: number, paused: boolean, reason: string): Promise<PausedChannel | undefined> {
  return ctx.row<PausedChannel>`update channel set is_paused = ${paused}, paused_reason = ${paused ? reason : ''},
      paused_by = case when ${paused} and not is_paused then ${ctx.actor.userId}::bigint else paused_by end
    where id = ${channelId} and ${channelsInScope(ctx)} returning name, centre_id, (select name from centre where centre.id = centre_id) as centre_name`
}

export interface ChannelConnection extends Row<'channel', 'centre_id' | 'settings_sealed'> {
  channel_id: Row<'channel'>['id']
  channel_kind: Row<'channel'>['kind']
}

/** Returns a channel in the caller's scope. */
export async function findChannel(ctx: Context, id: number): Promise<ChannelConnection | undefined> {
  return ctx.row<ChannelConnection>`select id as channel_id, kind as channel_kind, settings_sealed, centre_id from channel
    where id = ${id} and ${channelsInScope(ctx)}`
}

const maxFiles = 100

interface FileRow
  extends Omit<Row<'channel_file', 'day' | 'attempt' | 'file_id' | 'name' | 'sha256' | 'fetched_at' | 'refusal' | 'refusal_values'>, 'refusal_values'> {
  refusal_values: Values
}

/** Returns the daily files of a channel, every attempt, newest first. */
export async function channelFiles(ctx: Context, channelId: number): Promise<FileRow[]> {
  return ctx.rows<FileRow>`select day::text, attempt, file_id, name, sha256, fetched_at, refusal, refusal_values
    from channel_file where channel_id = ${channelId} order by day desc, attempt desc limit ${maxFiles}`
}

export interface OpenOrder extends Row<'payout_attempt', 'request_no'>, ChannelConnection, Row<'payment_line', 'unit_id'> {}

/** Returns a line's unfinished order at the channel, in the caller's scope. */
export async function findOrder(ctx: Context, lineId: number): Promise<OpenOrder | undefined> {
  return ctx.row<OpenOrder>`select attempt.request_no, channel.id as channel_id, channel.kind as channel_kind, channel.settings_sealed, line.centre_id, line.unit_id
    from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id join channel on channel.id = attempt.channel_id
    where attempt.line_id = ${lineId} and attempt.state in ('processing', 'unknown') and ${inScope(ctx.scope, 'line', { mode: true })}`
}
