import { sql } from 'kysely'
import type { LineState } from '#/domain/money/line.ts'
import { manualChannelKinds } from '#/domain/organisations/payout-channel.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/**
 * Queues the payable lines of a batch, each with its first attempt, number and event, in one statement. Skips lines
 * already queued. Returns the number of queued lines.
 */
export async function queueLines(ctx: Context, batch: { id: number; month: string; channel_id: number }): Promise<number> {
  const row = await ctx.row<{ queued: number }>`
    with line as (
      select month, id, centre_id, unit_id, no, net_fen, state from payment_line
      where month = ${batch.month} and batch_id = ${batch.id} and state in ('ready', 'warned')),
    moved as (
      update payment_line set state = 'queued', next_query_at = ${ctx.now}, version = version + 1
      where month = ${batch.month} and batch_id = ${batch.id} and state in ('ready', 'warned') returning id),
    attempted as (
      insert into payout_attempt (month, line_id, centre_id, unit_id, attempt_no, channel_id, request_no, amount_fen, state, created_at)
      select month, id, centre_id, unit_id, 1, ${batch.channel_id}, no || 'R1', net_fen, 'created', ${ctx.now} from line order by id),
    noted as (
      insert into payout_event (line_id, centre_id, unit_id, from_state, to_state, source, at)
      select id, centre_id, unit_id, state, 'queued', 'pay', ${ctx.now} from line order by id)
    select count(*) as queued from moved`
  return row?.queued ?? 0
}

export interface OutgoingRow
  extends Row<'payout_attempt', 'channel_id' | 'request_no'>,
    Row<'payment_line', 'net_fen' | 'name' | 'id_number_sealed' | 'mobile_sealed' | 'card_no_sealed' | 'bank_name' | 'service'>,
    Row<'channel', 'settings_sealed'> {
  channel_kind: Row<'channel'>['kind']
}

export const outgoingColumns = sql`channel.id as channel_id, channel.kind as channel_kind, channel.settings_sealed, attempt.request_no, line.net_fen, line.name,
  line.id_number_sealed, line.mobile_sealed, line.card_no_sealed, line.bank_name, line.service`

/**
 * Selects the latest attempt of each row in `line` if it has one of these states. The state is not compared with a
 * constant in the join. Right after a large batch the planner's statistics are stale, and it would scan all attempts
 * for every line.
 */
export function selectLatestAttempts(states: readonly string[]) {
  return sql`select own.id, own.state, own.line_id, own.request_no, own.channel_id from line cross join lateral
    (select * from payout_attempt where payout_attempt.line_id = line.id order by attempt_no desc limit 1) own where own.state = any(${[...states]}::text[])`
}

/** Returns whether a failed invariant stops all payouts. */
export const areAllPayoutsStopped = async (ctx: Context): Promise<boolean> =>
  (await ctx.row<{ is_stopped: boolean }>`select app.all_payouts_stopped() as is_stopped`)?.is_stopped ?? true

/** Returns whether any line is due to be sent or queried. */
export const isAnyLineDue = async (ctx: Context): Promise<boolean> =>
  (await ctx.row<{ is_due: boolean }>`select app.payouts_due(${ctx.now}) as is_due`)?.is_due ?? false

export type BusyChannel = Pick<OutgoingRow, 'channel_id' | 'channel_kind' | 'settings_sealed'>

/** Returns the channels with orders to send or query. */
export async function busyChannels(ctx: Context): Promise<BusyChannel[]> {
  return ctx.rows<BusyChannel>`select id as channel_id, kind as channel_kind, settings_sealed from channel
    where exists (select from payout_attempt where channel_id = channel.id and state in ('created', 'sent', 'processing', 'unknown')) order by id`
}

/**
 * Claims up to `limit` due, unfinished lines of a channel for a query. The next query waits until the lease ends, so two
 * workers never query the same line.
 */
export const claimDueLines = (ctx: Context, channelId: number, limit: number, leaseUntil: Date): Promise<OutgoingRow[]> => ctx.rows<OutgoingRow>`
    with due as (
      select line.month, line.id from payment_line line
      where line.state in ('sent', 'processing', 'unknown') and line.next_query_at <= ${ctx.now} and ${channelId} =
        (select own.channel_id from payout_attempt own where own.line_id = line.id order by own.attempt_no desc limit 1)
      order by line.next_query_at, line.id limit ${limit} for update of line skip locked),
    line as (
      update payment_line line set next_query_at = ${leaseUntil}, queries = queries + 1
      from due where line.month = due.month and line.id = due.id returning line.*),
    attempt as (${selectLatestAttempts(['sent', 'processing', 'unknown'])})
    select ${outgoingColumns} from line join attempt on attempt.line_id = line.id join channel on channel.id = attempt.channel_id order by line.id`

/** Returns the channels that have ever received an order and announce returns. */
export async function channelsWithReturnNotices(ctx: Context): Promise<Pick<OutgoingRow, 'channel_id' | 'channel_kind' | 'settings_sealed'>[]> {
  return ctx.db
    .selectFrom('channel')
    .select(['id as channel_id', 'kind as channel_kind', 'settings_sealed'])
    .where('kind', 'not in', manualChannelKinds)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('payout_attempt').select('id').whereRef('payout_attempt.channel_id', '=', 'channel.id').where('sent_at', 'is not', null)),
    )
    .orderBy('id')
    .execute()
}

/** A locked line with one of its attempts. */
export interface LockedLine
  extends Row<
      'payment_line',
      | 'id'
      | 'month'
      | 'batch_id'
      | 'centre_id'
      | 'unit_id'
      | 'mode'
      | 'no'
      | 'state'
      | 'cost_fen'
      | 'net_fen'
      | 'vat_fen'
      | 'surcharge_fen'
      | 'iit_fen'
      | 'fee_fen'
      | 'gross_fen'
      | 'queries'
      | 'sent_at'
      | 'operator_id'
      | 'first_line_id'
    >,
    Row<'payout_attempt', 'attempt_no' | 'request_no' | 'channel_id'> {
  mode: Mode
  state: LineState
  attempt_id: number
  attempt_state: string
  attempt_fen: number
  /** The open exception of the line: unassigned money or a missing answer. */
  exception: 'money' | 'answer' | null
  /** Whether the channel denied the payment later, and people therefore booked it as returned. */
  was_denied: boolean
}

const lockedColumns = sql`line.id, line.month, line.batch_id, line.centre_id, line.unit_id, line.mode, line.no, line.state, line.cost_fen, line.net_fen, line.vat_fen,
  line.surcharge_fen, line.iit_fen, line.fee_fen, line.gross_fen, line.queries, line.sent_at, line.operator_id, line.first_line_id, attempt.id as attempt_id, attempt.attempt_no,
  attempt.state as attempt_state, attempt.amount_fen as attempt_fen, attempt.request_no,
  attempt.channel_id, (select min(case when open.suspense_fen <> 0 or open.kind = 'not_booked' then 'money' else 'answer' end) from payout_exception open
    where open.line_id = line.id and open.state <> 'resolved') as exception,
  line.state = 'returned' and exists (select from payout_exception denial where denial.line_id = line.id and denial.kind = 'contradiction' and denial.resolution = 'returned') as was_denied`

const fromAttempts = sql`from payout_attempt attempt join payment_line line on line.month = attempt.month and line.id = attempt.line_id`

export const lockedLineQuery = sql`${lockedColumns} ${fromAttempts}`

/**
 * Locks and returns the lines of these request numbers of a channel, ordered by id. Numbers of other channels are
 * ignored.
 */
export async function lockLinesByRequestNo(ctx: Context, channelId: number, requestNos: readonly string[]): Promise<LockedLine[]> {
  return ctx.rows<LockedLine>`select ${lockedLineQuery} where attempt.request_no = any(${[...requestNos]}::text[]) and attempt.channel_id = ${channelId}
    order by line.id for update of line, attempt`
}

/** Returns which of these lines are in the caller's scope. */
export async function lineIdsInScope(ctx: Context, lineIds: readonly number[]): Promise<number[]> {
  const rows = await ctx.rows<Row<'payment_line', 'id'>>`select line.id from payment_line line where line.id = any(${[...lineIds]}::bigint[])
    and ${inScope(ctx.scope, 'line', { mode: true })}`
  return rows.map((row) => row.id)
}

/** A held line, and whether it or another line of its debt has an open exception. A unit sees no further details. */
export interface HeldLine extends LockedLine {
  has_exception: boolean
  is_doubtful: boolean
}

/** Locks and returns held lines in the caller's scope with their held attempt, ordered by id. */
export async function lockHeldLines(ctx: Context, lineIds: readonly number[]): Promise<HeldLine[]> {
  return ctx.rows<HeldLine>`select ${lockedColumns}, app.has_exception(line.id) as has_exception,
      (select is_doubtful from app.debts_of(array[line.month], array[line.id])) as is_doubtful ${fromAttempts} where attempt.line_id = any(${[...lineIds]}::bigint[]) and attempt.state = 'held' and line.state = 'held'
      and ${inScope(ctx.scope, 'line', { mode: true })}
    order by line.id for update of line, attempt`
}

export interface StepRow {
  readonly id: number
  readonly month: string
  readonly centre_id: number
  readonly unit_id: number
  readonly attempt_id: number
  readonly from_state: LineState
  readonly to_state: LineState
  readonly attempt_state: string
  readonly code: string | null
  readonly reason: string
  readonly reference: string | null
  readonly notify_id: string | null
  readonly next_query_at: Date | null
  /** The bank's time of payment, if reported. */
  readonly paid_at: Date | null
  readonly is_final: boolean
  readonly is_released: boolean
}

/** Returns the months of these lines, so that the planner skips all other partitions. */
export function monthsOf(lines: readonly { readonly month: string }[]): string[] {
  return [...new Set(lines.map((line) => line.month))]
}

/**
 * The cause of a step: the channel's reply or notice, a user with or without the bank's slip, two users resolving an
 * exception, or a payee who became unpayable.
 */
export type StepSource = 'send' | 'query' | 'notify' | 'cancel' | 'recall' | 'register' | 'resolve'

/**
 * Writes the state, attempt and event of many lines in one statement. Throws unless every line is still in its expected
 * state.
 */
export async function writeSteps(ctx: Context, steps: readonly StepRow[], source: StepSource): Promise<void> {
  const row = await ctx.row<{ moved: number }>`
    with step as materialized (
      select * from json_to_recordset(${JSON.stringify(steps)}::json) as step(id bigint, month date, centre_id bigint, unit_id bigint, attempt_id bigint,
        from_state text, to_state text, attempt_state text, code text, reason text, reference text, notify_id text, next_query_at timestamptz, paid_at timestamptz, is_final boolean,
        is_released boolean)),
    moved as (
      update payment_line line set state = step.to_state, version = line.version + 1, next_query_at = step.next_query_at,
        sent_at = case when step.to_state = 'queued' then null else line.sent_at end,
        fail_code = case when step.to_state in ('failed', 'held', 'returned', 'cancelled') then coalesce(step.code, line.fail_code) end,
        fail_reason = case when step.to_state in ('failed', 'held', 'returned', 'cancelled') then step.reason else '' end,
        finished_at = case when step.is_final then coalesce(step.paid_at, line.finished_at, ${ctx.now}) end,
        booked_at = case when step.to_state = 'success' then ${ctx.now}::timestamptz else line.booked_at end,
        returned_at = case when step.to_state = 'returned' then ${ctx.now}::timestamptz end,
        released_at = case when step.is_released then ${ctx.now}::timestamptz end
      from step where line.month = step.month and line.id = step.id and line.state = step.from_state and line.month = any(${monthsOf(steps)}::date[])
      returning line.id),
    tried as (
      update payout_attempt attempt set state = step.attempt_state, sent_at = case when step.attempt_state = 'created' then null else attempt.sent_at end, channel_ref = coalesce(step.reference, attempt.channel_ref),
        answer = case when step.code is null then attempt.answer else jsonb_build_object('code', step.code, 'reason', step.reason) end,
        finished_at = case when step.is_final then coalesce(attempt.finished_at, ${ctx.now}) end
      from step where attempt.id = step.attempt_id),
    noted as (
      insert into payout_event (line_id, centre_id, unit_id, from_state, to_state, source, notify_id, detail, at)
      select id, centre_id, unit_id, from_state, to_state, ${source}, notify_id,
        case when code is null then '{}'::jsonb else jsonb_build_object('code', code, 'reason', reason) end, ${ctx.now}
      from step order by id)
    select count(*) as moved from moved`
  if ((row?.moved ?? 0) !== steps.length) throw new Error('a locked line moved')
}

/** Sets the next query time of lines that keep their state. */
export async function setNextQuery(ctx: Context, waits: readonly { id: number; month: string; next_query_at: Date | null }[]): Promise<void> {
  await ctx.run`update payment_line line set next_query_at = wait.next_query_at
    from json_to_recordset(${JSON.stringify(waits)}::json) as wait(id bigint, month date, next_query_at timestamptz)
    where line.month = wait.month and line.id = wait.id and line.state in ('sent', 'processing', 'unknown')`
}

/**
 * Queues held lines again through the current channel of their batch. Cancels the held number permanently and assigns
 * the next one.
 */
export async function requeueLines(ctx: Context, lines: readonly LockedLine[]): Promise<void> {
  const ids = lines.map((line) => line.id)
  await ctx.run`update payout_attempt set state = 'cancelled', finished_at = ${ctx.now} where id = any(${lines.map((line) => line.attempt_id)}::bigint[])`
  await ctx.run`update payment_line line set state = 'queued', next_query_at = ${ctx.now}, queries = 0, fail_code = null, fail_reason = '', version = version + 1
    from json_to_recordset(${JSON.stringify(lines)}::json) as held(id bigint, month date) where line.month = held.month and line.id = held.id`
  await ctx.run`insert into payout_attempt (month, line_id, centre_id, unit_id, attempt_no, channel_id, request_no, amount_fen, state, created_at)
    select attempt.month, attempt.line_id, attempt.centre_id, attempt.unit_id, last.no + 1, batch.channel_id, line.no || 'R' || (last.no + 1), attempt.amount_fen,
      'created', ${ctx.now}
    from payout_attempt attempt
      join (select line_id, max(attempt_no) as no from payout_attempt where line_id = any(${ids}::bigint[]) group by line_id) last
        on last.line_id = attempt.line_id and last.no = attempt.attempt_no
      join payment_line line on line.month = attempt.month and line.id = attempt.line_id join payment_batch batch on batch.id = line.batch_id
    where attempt.line_id = any(${ids}::bigint[]) order by attempt.line_id`
  await ctx.run`insert into payout_event (line_id, centre_id, unit_id, from_state, to_state, source, at)
    select id, centre_id, unit_id, 'held', 'queued', 'retry', ${ctx.now}
    from json_to_recordset(${JSON.stringify(lines)}::json) as held(id bigint, centre_id bigint, unit_id bigint) order by id`
}

/**
 * Makes the unfinished lines of a batch due for a query now, except those that wait for a person. Returns their number.
 */
export async function scheduleBatchQuery(ctx: Context, batch: { id: number; month: string }): Promise<number> {
  return ctx.affected`update payment_line set next_query_at = ${ctx.now}
    where month = ${batch.month} and batch_id = ${batch.id} and state in ('processing', 'unknown') and next_query_at is not null`
}
