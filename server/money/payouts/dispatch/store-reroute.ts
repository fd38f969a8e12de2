import { sql } from 'kysely'
import { channelKindNames, channelKinds, manualChannelKinds, sandboxChannelKinds } from '#/domain/organisations/payout-channel.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface BatchToReroute {
  readonly id: number
  readonly month: string
  readonly centre_id: number
  readonly unit_id: number
  readonly mode: Mode
  readonly channel_id: number
}

/**
 * Returns the time from which the batch sends no line: now, or the last claim's time if later. The caller has locked
 * the batch row.
 */
export async function haltMoment(ctx: Context, batch: BatchToReroute): Promise<Date> {
  const row = await ctx.row<{ at: Date }>`select greatest(${ctx.now}::timestamptz, max(sent_at)) as at from payment_line
    where month = ${batch.month}::date and batch_id = ${batch.id}`
  return row?.at ?? ctx.now
}

/** Counts the unsent lines of a batch with their net amount, and the lines in progress. */
export async function unsentTotals(ctx: Context, batch: BatchToReroute): Promise<{ unsent: number; net: number; out: number }> {
  return (
    (await ctx.row<{ unsent: number; net: number; out: number }>`select count(*) filter (where state in ('queued', 'held')) as unsent,
      coalesce(sum(net_fen) filter (where state in ('queued', 'held')), 0)::bigint as net, count(*) filter (where state in ('sent', 'processing', 'unknown')) as out
    from payment_line where month = ${batch.month}::date and batch_id = ${batch.id}`) ?? { unsent: 0, net: 0, out: 0 }
  )
}

/** Another channel for a batch, with the reason why it cannot be used. */
export interface RerouteTarget extends Row<'channel', 'id' | 'name'> {
  problem: 'sameChannel' | 'channelClosed' | 'channelNotAgreed' | 'channelStopped' | 'channelOtherWorld' | 'channelByHand' | null
}

/** Returns the channels of the batch's centre, each with the reason why it cannot pay the unsent lines. */
export async function rerouteTargetsOf(ctx: Context, batch: BatchToReroute): Promise<RerouteTarget[]> {
  const { out } = await unsentTotals(ctx, batch)
  const kinds = (names: readonly string[]) => sql`any(${channelKindNames.filter((name) => names.includes(name))}::text[])`
  return ctx.rows<RerouteTarget>`
    select channel.id, channel.name, case
        when channel.id = now.id then 'sameChannel'
        when not channel.is_active or channel.is_paused or not channel.kind = ${kinds(Object.keys(channelKinds))} then 'channelClosed'
        when cardinality(terms.channel_ids) > 0 and not channel.id = any(terms.channel_ids) then 'channelNotAgreed'
        when (channel.kind = ${kinds(sandboxChannelKinds)}) <> (now.kind = ${kinds(sandboxChannelKinds)}) then 'channelOtherWorld'
        when ${out} > 0 and (channel.kind = ${kinds(manualChannelKinds)}) <> (now.kind = ${kinds(manualChannelKinds)}) then 'channelByHand'
        when app.payouts_stopped(${batch.unit_id}, ${batch.centre_id}, channel.id) then 'channelStopped' end as problem
    from channel join channel now on now.id = ${batch.channel_id}
      left join app.unit_terms(${ctx.now}::timestamptz) terms on terms.unit_id = ${batch.unit_id} and terms.centre_id = ${batch.centre_id} and terms.mode = ${batch.mode}
    where channel.centre_id = ${batch.centre_id} order by channel.id`
}

/**
 * Moves the unsent lines to another channel under new numbers. The old numbers are cancelled permanently, so a late
 * answer to one is an exception. Held lines follow when they are retried. The caller has locked the batch row, so
 * nothing is claimed meanwhile.
 */
export async function rerouteLines(ctx: Context, batch: BatchToReroute, channelId: number): Promise<number> {
  const rows = await ctx.rows<
    Row<'payout_attempt', 'id'>
  >`select attempt.id from payment_line line join payout_attempt attempt on attempt.month = line.month and attempt.line_id = line.id
    where line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.state = 'queued' and attempt.state = 'created' order by line.id for update of line, attempt`
  const ids = rows.map((row) => row.id)
  await ctx.run`update payout_attempt set state = 'cancelled', finished_at = ${ctx.now} where id = any(${ids}::bigint[])`
  await ctx.run`insert into payout_attempt (month, line_id, centre_id, unit_id, attempt_no, channel_id, request_no, amount_fen, state, created_at)
    select attempt.month, attempt.line_id, attempt.centre_id, attempt.unit_id, attempt.attempt_no + 1, ${channelId}, line.no || 'R' || (attempt.attempt_no + 1), attempt.amount_fen, 'created', ${ctx.now}
    from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id where attempt.id = any(${ids}::bigint[]) order by attempt.line_id`
  await ctx.run`update payment_line set next_query_at = ${ctx.now}, version = version + 1
    where month = ${batch.month}::date and batch_id = ${batch.id} and state = 'queued'`
  return ids.length
}
