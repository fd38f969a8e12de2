import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// The records of the sandbox bank. This bank stands for an external partner, so only the sandbox channel reads them.

export type SandboxRow = Row<'sandbox_payment'>

export interface SandboxOrder {
  readonly request_no: string
  readonly card_tail: string
  readonly amount_fen: number
  readonly outcome: string
  readonly reference: string
}

/** Records new orders and returns all of the given orders. */
export async function insertOrders(ctx: Context, channelId: number, orders: readonly SandboxOrder[]): Promise<SandboxRow[]> {
  await ctx.run`insert into sandbox_payment (request_no, channel_id, card_tail, amount_fen, received_at, outcome, reference)
    select request_no, ${channelId}, card_tail, amount_fen, ${ctx.now}, outcome, reference
    from json_to_recordset(${JSON.stringify(orders)}::json) as fresh(request_no text, card_tail text, amount_fen bigint, outcome text, reference text)
    on conflict (request_no) do nothing`
  return ctx.rows<SandboxRow>`select * from sandbox_payment
    where request_no = any(${orders.map((order) => order.request_no)}::text[]) and channel_id = ${channelId}`
}

/** Returns orders and increments the query count of each. */
export async function queryOrders(ctx: Context, channelId: number, requestNos: readonly string[]): Promise<SandboxRow[]> {
  return ctx.rows<SandboxRow>`update sandbox_payment set queries = queries + 1
    where request_no = any(${[...requestNos]}::text[]) and channel_id = ${channelId} returning *`
}

/** Returns unannounced orders with this outcome that were received before `before`. */
export async function unannouncedOrders(ctx: Context, channelId: number, outcome: string, before: Date): Promise<SandboxRow[]> {
  return ctx.rows<SandboxRow>`select * from sandbox_payment where channel_id = ${channelId} and outcome = ${outcome} and not notified and received_at <= ${before}
    order by received_at limit 200`
}

export const markOrdersAnnounced = (ctx: Context, requestNos: readonly string[]): Promise<void> =>
  ctx.run`update sandbox_payment set notified = true where request_no = any(${[...requestNos]}::text[])`

/** Returns the payments of a day in China, and the returns due a given number of days after payment. */
export async function movementsOn(
  ctx: Context,
  channelId: number,
  day: string,
  returnAfterDays: number,
): Promise<(Pick<SandboxRow, 'request_no' | 'reference' | 'amount_fen' | 'outcome'> & { is_back: boolean; at: Date })[]> {
  return ctx.rows<Pick<SandboxRow, 'request_no' | 'reference' | 'amount_fen' | 'outcome'> & { is_back: boolean; at: Date }>`
    select order_.request_no, order_.reference, order_.amount_fen, order_.outcome, moved.is_back, moved.at from sandbox_payment order_
      cross join lateral (select false as is_back, order_.received_at as at
        union all select true, order_.received_at + make_interval(days => ${returnAfterDays}::int) where order_.outcome = 'returning') moved
    where order_.channel_id = ${channelId} and order_.outcome not in ('wrong_name', 'limit', 'lost') and (moved.at at time zone 'Asia/Shanghai')::date = ${day}::date
    order by moved.at, order_.request_no, moved.is_back`
}
