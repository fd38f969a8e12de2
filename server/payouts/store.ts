import { sql } from 'kysely'
import type { LineState } from '#/domain/line.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'

/** A line on its way, with what its answer will be booked by. */
export interface MovingLine {
  id: number
  month: string
  batch_id: number
  no: string
  centre_id: number
  unit_id: number
  mode: Mode
  operator_id: number
  name: string
  card_no: string
  state: LineState
  queries: number
  request_no: string
  channel_id: number
  gross_fen: number
  net_fen: number
  vat_fen: number
  surcharge_fen: number
  iit_fen: number
  fee_fen: number
  cost_fen: number
}

const figures = sql`line.id, line.month, line.batch_id, line.no, line.centre_id, line.unit_id, line.mode, line.operator_id, line.name, line.card_no, line.state, line.queries,
  line.gross_fen, line.net_fen, line.vat_fen, line.surcharge_fen, line.iit_fen, line.fee_fen, line.cost_fen`

/** Queues every payable line of a batch with its first attempt: number, amount and event, all in one statement. */
export async function queue(ctx: Context, batch: { id: number; month: string; channel_id: number }): Promise<number> {
  const result = await sql<{ count: number }>`
    with queued as (
      update payment_line set state = 'queued', next_query_at = ${ctx.now}::timestamptz, version = version + 1
      where month = ${batch.month}::date and batch_id = ${batch.id} and state in ('ready', 'warned')
      returning id, month, no, centre_id, unit_id, net_fen),
    attempts as (
      insert into payout_attempt (month, line_id, centre_id, unit_id, attempt_no, channel_id, request_no, amount_fen, state, created_at)
      select month, id, centre_id, unit_id, 1, ${batch.channel_id}, 'P' || no || '-1', net_fen, 'created', ${ctx.now}::timestamptz from queued),
    events as (
      insert into payout_event (line_id, centre_id, unit_id, from_state, to_state, source, at)
      select id, centre_id, unit_id, 'ready', 'queued', 'pay', ${ctx.now}::timestamptz from queued)
    select count(*) as count from queued`.execute(ctx.db)
  return result.rows[0]?.count ?? 0
}

/** Takes queued lines to send: marked as sent, and committed so, before the channel hears of them. */
export async function claimToSend(ctx: Context, leaseUntil: Date, most: number): Promise<MovingLine[]> {
  const result = await sql<MovingLine>`
    with due as materialized (
      select line.month, line.id from payment_line line join payment_batch batch on batch.id = line.batch_id join channel on channel.id = batch.channel_id
      where line.state = 'queued' and line.next_query_at <= ${ctx.now}::timestamptz and not channel.is_paused
      order by line.id limit ${most} for update of line skip locked),
    moved as (
      update payment_line line set state = 'sent', sent_at = ${ctx.now}::timestamptz, next_query_at = ${leaseUntil}::timestamptz, version = line.version + 1
      from due where line.month = due.month and line.id = due.id returning ${figures}),
    attempts as (
      update payout_attempt attempt set state = 'sent', sent_at = ${ctx.now}::timestamptz from moved
      where attempt.line_id = moved.id and attempt.state = 'created' returning attempt.line_id, attempt.request_no, attempt.channel_id),
    events as (
      insert into payout_event (line_id, centre_id, unit_id, from_state, to_state, source, at)
      select id, centre_id, unit_id, 'queued', 'sent', 'send', ${ctx.now}::timestamptz from moved)
    select moved.*, attempts.request_no, attempts.channel_id from moved join attempts on attempts.line_id = moved.id order by moved.id`.execute(ctx.db)
  return result.rows
}

/** Takes lines whose end is not known and whose time to ask has come. */
export async function claimToQuery(ctx: Context, leaseUntil: Date, most: number, batchId?: number): Promise<MovingLine[]> {
  const which = batchId === undefined ? sql`line.next_query_at <= ${ctx.now}::timestamptz` : sql`line.batch_id = ${batchId}`
  const result = await sql<MovingLine>`
    with due as materialized (
      select line.month, line.id from payment_line line where line.state in ('sent', 'processing', 'unknown') and ${which}
      order by line.id limit ${most} for update skip locked),
    moved as (
      update payment_line line set next_query_at = ${leaseUntil}::timestamptz, queries = line.queries + 1
      from due where line.month = due.month and line.id = due.id returning ${figures})
    select moved.*, attempt.request_no, attempt.channel_id from moved
      join payout_attempt attempt on attempt.line_id = moved.id and attempt.state in ('sent', 'processing', 'unknown') order by moved.id`.execute(ctx.db)
  return result.rows
}

/** The lines behind request numbers that were paid: for returns. */
export async function paidByRequest(ctx: Context, requestNos: readonly string[]): Promise<MovingLine[]> {
  const result = await sql<MovingLine>`
    select ${figures}, attempt.request_no, attempt.channel_id from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id
    where attempt.request_no = any(${[...requestNos]}::text[]) and attempt.state = 'success' and line.state = 'success' for update of line`.execute(ctx.db)
  return result.rows
}

/** One line's new state. */
export interface Change {
  readonly id: number
  readonly month: string
  readonly from: LineState
  readonly to: LineState
  readonly requestNo: string
  readonly reference: string
  readonly code: string | null
  readonly nextQueryAt: Date | null
  readonly notifyId: string | null
}

const attemptStates: Readonly<Partial<Record<LineState, string>>> = {
  success: 'success',
  failed: 'failed',
  held: 'held',
  processing: 'processing',
  unknown: 'unknown',
  returned: 'returned',
  cancelled: 'cancelled',
}

/** Moves lines by compare-and-set with their attempts and events, all in one statement; answers the ids that moved. Lines that stay only get their next time to ask. */
export async function applyChanges(ctx: Context, changes: readonly Change[], source: 'send' | 'query' | 'notify' | 'retry' | 'cancel'): Promise<Set<number>> {
  if (changes.length === 0) return new Set()
  const rows = changes.map((each) => ({
    id: each.id,
    month: each.month,
    from_state: each.from,
    to_state: each.to,
    request_no: each.requestNo,
    reference: each.reference,
    code: each.code,
    next_at: each.nextQueryAt?.toISOString() ?? null,
    attempt_state: attemptStates[each.to] ?? null,
    notify_id: each.notifyId,
  }))
  const result = await sql<{ id: number }>`
    with change as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change(id bigint, month date, from_state text, to_state text, request_no text, reference text, code text,
        next_at timestamptz, attempt_state text, notify_id text)),
    moved as (
      update payment_line line set state = change.to_state, next_query_at = change.next_at, version = line.version + 1,
        fail_code = case when change.to_state in ('failed', 'held', 'returned', 'cancelled') then change.code end,
        finished_at = case when change.to_state in ('success', 'failed', 'cancelled') then ${ctx.now}::timestamptz else line.finished_at end,
        returned_at = case when change.to_state = 'returned' then ${ctx.now}::timestamptz else line.returned_at end,
        released_at = case when change.to_state in ('failed', 'cancelled', 'returned') then ${ctx.now}::timestamptz else line.released_at end
      from change where line.month = change.month and line.id = change.id and line.state = change.from_state
      returning line.id, line.centre_id, line.unit_id, change.from_state, change.to_state, change.request_no, change.reference, change.code, change.attempt_state, change.notify_id),
    attempts as (
      update payout_attempt attempt set state = coalesce(moved.attempt_state, attempt.state), channel_ref = coalesce(nullif(moved.reference, ''), attempt.channel_ref),
        finished_at = case when moved.to_state in ('success', 'failed', 'cancelled', 'returned', 'held') then ${ctx.now}::timestamptz else attempt.finished_at end
      from moved where attempt.request_no = moved.request_no),
    events as (
      insert into payout_event (line_id, centre_id, unit_id, from_state, to_state, source, notify_id, detail, at)
      select id, centre_id, unit_id, from_state, to_state, ${source}, notify_id, jsonb_strip_nulls(jsonb_build_object('code', code, 'reference', nullif(reference, ''))), ${ctx.now}::timestamptz
      from moved where from_state <> to_state)
    select id from moved`.execute(ctx.db)
  return new Set(result.rows.map((row) => row.id))
}

/** Puts held lines into the queue again, each with a new attempt under a new number. */
export async function requeue(ctx: Context, lines: readonly MovingLine[]): Promise<void> {
  const ids = lines.map((line) => line.id)
  await sql`insert into payout_attempt (month, line_id, centre_id, unit_id, attempt_no, channel_id, request_no, amount_fen, state, created_at)
    select line.month, line.id, line.centre_id, line.unit_id, last.attempt_no + 1, last.channel_id, 'P' || line.no || '-' || (last.attempt_no + 1), line.net_fen, 'created', ${ctx.now}::timestamptz
    from payment_line line join lateral (select attempt_no, channel_id from payout_attempt attempt where attempt.line_id = line.id order by attempt_no desc limit 1) last on true
    where line.id = any(${ids}::bigint[]) and line.month = any(${lines.map((line) => line.month)}::date[])`.execute(ctx.db)
}

/** Counts of a sent batch, with the row locked so that two chunks do not overwrite each other. */
export async function tallyBatch(ctx: Context, batchId: number) {
  const batch = await ctx.db
    .selectFrom('payment_batch')
    .select(['id', 'no', 'month', 'state', 'unit_id', 'centre_id', 'finished_at'])
    .where('id', '=', batchId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const result = await sql<{ open: number; success: number; failed: number; returned: number; success_cost: number }>`
    select count(*) filter (where state in ('queued', 'sent', 'processing', 'held', 'unknown')) as open, count(*) filter (where state = 'success') as success,
      count(*) filter (where state in ('failed', 'cancelled')) as failed, count(*) filter (where state = 'returned') as returned,
      coalesce(sum(cost_fen) filter (where state = 'success'), 0)::bigint as success_cost
    from payment_line where month = ${batch.month}::date and batch_id = ${batchId}`.execute(ctx.db)
  const tally = result.rows[0]
  if (!tally) throw new Error('an aggregate answers one row')
  return { batch, tally }
}

export interface BatchResult {
  readonly state: string
  readonly success_count: number
  readonly failed_count: number
  readonly returned_count: number
  readonly success_cost_fen: number
  readonly finished_at: Date | null
}

export async function setResult(ctx: Context, batchId: number, result: BatchResult): Promise<void> {
  await ctx.db
    .updateTable('payment_batch')
    .set({ ...result, version: sql`version + 1` })
    .where('id', '=', batchId)
    .execute()
}

/** Batches whose return window is over. */
export async function closeBefore(ctx: Context, before: Date): Promise<{ id: number; no: string; unit_id: number; centre_id: number }[]> {
  return ctx.db
    .updateTable('payment_batch')
    .set({ state: 'closed', closed_at: ctx.now, version: sql`version + 1` })
    .where('state', '=', sql<string>`any(array['paid', 'partial', 'failed'])`)
    .where('finished_at', '<=', before)
    .returning(['id', 'no', 'unit_id', 'centre_id'])
    .execute()
}

export interface SplitSource {
  centre_id: number
  unit_id: number
  party_type: 'partner' | 'centre' | 'staff'
  party_id: number
  method: 'difference' | 'ratio'
  floor_rate_ppm: number | null
  ratio_ppm: number | null
}

/** The split rules in force for these units, in the order in which parties earn. */
export async function splitRules(ctx: Context, unitIds: readonly number[], today: string): Promise<SplitSource[]> {
  const result = await sql<SplitSource>`
    select rule.centre_id, unit.id as unit_id, party_type, party_id, method, floor_rate_ppm, ratio_ppm from split_rule rule
      join unit on unit.id = any(${[...unitIds]}::bigint[]) and (rule.unit_id is null or rule.unit_id = unit.id)
    where rule.effective_from <= ${today}::date and (rule.effective_to is null or rule.effective_to >= ${today}::date)
    order by case method when 'difference' then 0 else 1 end, floor_rate_ppm desc nulls last, rule.id`.execute(ctx.db)
  return result.rows
}

/** Adds commission items; an item that is there already stays. */
export async function addCommissions(
  ctx: Context,
  items: readonly {
    line_id: number
    centre_id: number
    unit_id: number
    party_type: string
    party_id: number
    base_fen: number
    amount_fen: number
    state: string
  }[],
): Promise<void> {
  if (items.length === 0) return
  await sql`insert into commission_item (line_id, centre_id, unit_id, party_type, party_id, base_fen, amount_fen, state, at)
    select line_id, centre_id, unit_id, party_type, party_id, base_fen, amount_fen, state, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as fresh(line_id bigint, centre_id bigint, unit_id bigint, party_type text, party_id bigint, base_fen bigint, amount_fen bigint, state text)
    on conflict do nothing`.execute(ctx.db)
}

/** What was accrued for these lines, reversed. */
export async function reverseCommissions(ctx: Context, lineIds: readonly number[]): Promise<void> {
  await sql`insert into commission_item (line_id, centre_id, unit_id, party_type, party_id, base_fen, amount_fen, state, at)
    select line_id, centre_id, unit_id, party_type, party_id, base_fen, -amount_fen, 'reversed', ${ctx.now}::timestamptz from commission_item
    where line_id = any(${[...lineIds]}::bigint[]) and state = 'accrued' on conflict do nothing`.execute(ctx.db)
}
