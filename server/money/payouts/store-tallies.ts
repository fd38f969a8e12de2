import type { BatchState } from '#/domain/money/batch.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface TallyRow extends Row<'payment_batch', 'id' | 'no' | 'centre_id' | 'unit_id' | 'mode' | 'state' | 'maker_id' | 'payer_id'> {
  mode: Mode
  state: BatchState
  is_closed: boolean
  lines: number
  success: number
  failed: number
  returned: number
  success_cost: number
  failed_cost: number
  returned_cost: number
}

/** Returns the batches of these lines, and batches in which another line of the same debts ended without payment. */
export async function batchIdsOfDebts(ctx: Context, lines: readonly { id: number; month: string }[]): Promise<number[]> {
  if (lines.length === 0) return []
  const rows = await ctx.rows<Row<'payment_line', 'batch_id'>>`select distinct batch_id
    from app.lines_of_debts(${lines.map((line) => line.month)}::date[], ${lines.map((line) => line.id)}::bigint[])
    where id = asked_id or state in ('failed', 'cancelled', 'returned') order by batch_id`
  return rows.map((row) => row.batch_id)
}

/** Returns the queued lines that pay the same debts as these lines. */
export async function otherQueuedLines(ctx: Context, lines: readonly { id: number; month: string }[]): Promise<{ id: number; month: string }[]> {
  if (lines.length === 0) return []
  return ctx.rows<Row<'payment_line', 'id' | 'month'>>`select distinct id, month
    from app.lines_of_debts(${lines.map((line) => line.month)}::date[], ${lines.map((line) => line.id)}::bigint[])
    where state = 'queued' and id <> asked_id order by id`
}

/** Recounts the ended lines of these batches that other lines repeat. */
export async function recountResent(ctx: Context, batchIds: readonly number[]): Promise<void> {
  for (const id of batchIds) await ctx.run`select app.count_resent(${id})`
}

/** Locks and returns the counts of these batches, ordered by id. */
export async function lockTallies(ctx: Context, batchIds: readonly number[]): Promise<TallyRow[]> {
  return ctx.rows<TallyRow>`select id, no, centre_id, unit_id, mode, state, closed_at is not null as is_closed, maker_id, payer_id, line_count as lines, success_count as success,
      failed_count as failed, returned_count as returned, success_cost_fen as success_cost, failed_cost_fen as failed_cost, returned_cost_fen as returned_cost
    from payment_batch where id = any(${[...batchIds]}::bigint[]) order by id for no key update`
}

/** Writes the counts and the state of a sent batch; `endsNow` restarts the return window. */
export async function setTally(ctx: Context, row: TallyRow, state: BatchState, endsNow: boolean): Promise<void> {
  await ctx.run`update payment_batch set state = ${state}, success_count = ${row.success}, success_cost_fen = ${row.success_cost}, failed_count = ${row.failed},
      failed_cost_fen = ${row.failed_cost}, returned_count = ${row.returned}, returned_cost_fen = ${row.returned_cost}, version = version + case when state <> ${state} then 1 else 0 end,
      finished_at = case when ${state} = 'paying' then null when ${endsNow} or finished_at is null then ${ctx.now}::timestamptz else finished_at end,
      closed_at = case when ${state} = 'closed' then closed_at end,
      is_frozen = ${state} = 'paying' where id = ${row.id}`
}

/** Closes batches whose lines all ended before this time, after which no return is possible. Returns them. */
export async function closeFinishedBatches(ctx: Context, before: Date): Promise<{ id: number; no: string; centre_id: number; unit_id: number }[]> {
  return ctx.rows<Row<'payment_batch', 'id' | 'no' | 'centre_id' | 'unit_id'>>`
    update payment_batch set state = 'closed', closed_at = ${ctx.now}, version = version + 1
    where id in (select id from payment_batch where centre_id = any(array(select centre.id from centre)) and state in ('paid', 'partial', 'failed')
      and finished_at <= ${before} order by id limit 500 for update skip locked)
    returning id, no, centre_id, unit_id`
}

export async function batchNamesOf(ctx: Context, batchIds: readonly number[]): Promise<Map<number, { no: string; unit: string }>> {
  const rows = await ctx.rows<Row<'payment_batch', 'id' | 'no'> & { unit: string }>`select batch.id, batch.no, unit.name as unit from payment_batch batch
    join unit on unit.id = batch.unit_id where batch.id = any(${[...batchIds]}::bigint[])`
  return new Map(rows.map((row) => [row.id, row]))
}
