import { sql } from 'kysely'
import type { SentOrder } from '#/server/kernel/archive/commit-record.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { LostOrder } from '#/server/money/payouts/public.ts'
import { channelFacts } from '#/server/organisations/centres/public.ts'

// More numbers than could have been issued in the lost time.
const sequenceGap = 1_000_000

/** Advances all id sequences far ahead, because the database issued some numbers before it lost commits. */
export async function advanceSequences(ctx: Context): Promise<void> {
  await ctx.run`select setval(format('%I.%I', schemaname, sequencename)::regclass, least(last_value + ${sequenceGap}, max_value))
    from pg_sequences where schemaname = 'public' and last_value is not null and max_value > ${2 ** 31}`
}

/** Returns which sent orders are missing in the database. */
export const missingOrders = (ctx: Context, sent: readonly SentOrder[]): Promise<SentOrder[]> => ctx.rows<SentOrder>`
    select distinct on (sent."channelId", sent."requestNo") sent.* from json_to_recordset(${JSON.stringify(sent)}::json)
      as sent("channelId" bigint, "requestNo" text, amount bigint, at text)
    where not exists (select from payout_attempt attempt
        where attempt.request_no = sent."requestNo" and attempt.channel_id = sent."channelId" and attempt.amount_fen = sent.amount)
    order by sent."channelId", sent."requestNo", sent.at`

/** Records a broken run for a check that found lost commits. */
export async function addBrokenRun(ctx: Context, name: string, offenders: readonly string[]): Promise<number> {
  const row = await ctx.row<Row<'integrity_run', 'id'>>`
    with run as (insert into integrity_run (kind, state, started_at, finished_at) values ('recent', 'broken', ${ctx.real}, ${ctx.real}) returning id),
    finding as (insert into integrity_finding (run_id, name, result, offenders, milliseconds) select id, ${name}, 'broken', ${[...offenders]}::text[], 0 from run)
    select id from run`
  return row?.id ?? 0
}

export async function addLostOrders(ctx: Context, orders: readonly SentOrder[]): Promise<void> {
  await ctx.run`insert into lost_order (channel_id, request_no, amount_fen, sent_at, stop_id)
    select lost."channelId", lost."requestNo", lost.amount, lost.at, (select id from payout_stop where released_at is null)
    from json_to_recordset(${JSON.stringify(orders)}::json) as lost("channelId" bigint, "requestNo" text, amount bigint, at timestamptz)
    on conflict do nothing`
}

/** A lost order with the exception that replaces it, if there is one. */
export interface LostOrderRow extends Row<'lost_order', 'request_no' | 'amount_fen' | 'sent_at' | 'answer'> {
  channel_name: string | null
  exception_no: string | null
  exception_state: 'open' | 'proposed' | 'resolved' | null
}

const maxRows = 200

/** Returns the lost orders of a stop; those without an exception first. */
export async function lostOrders(ctx: Context, stopId: number): Promise<{ rows: LostOrderRow[]; count: number; openCount: number }> {
  const rows = await ctx.rows<LostOrderRow & { count: number; open_count: number }>`
    select lost.request_no, lost.amount_fen, lost.sent_at, lost.answer, channel.name as channel_name, exception.no as exception_no, exception.state as exception_state,
      count(*) over () as count, count(*) filter (where exception.no is null) over () as open_count
    from lost_order lost left join lateral ${channelFacts(sql`lost.channel_id`)} channel on true
      left join lateral (select no, state from payout_exception where channel_id = lost.channel_id and request_no = lost.request_no order by id limit 1) exception on true
    where lost.stop_id = ${stopId} order by exception.no is not null, lost.sent_at, lost.request_no limit ${maxRows}`
  return { rows, count: rows[0]?.count ?? 0, openCount: rows[0]?.open_count ?? 0 }
}

/** Lost orders without an exception. Orders of a lost channel are left out, because no one can query that channel. */
export const fromUnrecoveredOrders = sql`from lost_order lost join lateral ${channelFacts(sql`lost.channel_id`)} channel on true
  where not exists (select from payout_exception exception where exception.channel_id = lost.channel_id and exception.request_no = lost.request_no)`

/** Returns the lost orders without an exception, with their channels. */
export async function ordersWithoutException(ctx: Context): Promise<LostOrder[]> {
  return ctx.rows<LostOrder>`select lost.request_no, channel.id as channel_id, channel.kind as channel_kind, channel.settings_sealed
    ${fromUnrecoveredOrders} order by lost.id`
}

/** Stores the bank's newest answers about lost orders. */
export async function setBankResponses(ctx: Context, answers: ReadonlyMap<string, string>): Promise<void> {
  const rows = [...answers].map(([no, answer]) => ({ no, answer }))
  await ctx.run`update lost_order set answer = given.answer from json_to_recordset(${JSON.stringify(rows)}::json) as given(no text, answer text)
    where lost_order.request_no = given.no`
}
