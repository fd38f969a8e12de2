import { sql } from 'kysely'
import type { ExceptionKind, ExceptionResolution, ExceptionState, ReportedResult, StopScope } from '#/domain/money/payout-exception.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { unitBalance } from '#/server/money/ledger/public.ts'

/** An exception to insert. The fields of our line are null if the number is not ours. */
export interface NewException {
  readonly no: string
  readonly kind: ExceptionKind
  readonly fact: string
  readonly channel_id: number
  readonly centre_id: number
  readonly mode: Mode
  readonly unit_id: number | null
  readonly batch_id: number | null
  readonly line_id: number | null
  readonly line_month: string | null
  readonly attempt_id: number | null
  readonly request_no: string
  readonly notice_id: string
  readonly told: ReportedResult | null
  readonly ours_fen: number | null
  readonly theirs_fen: number | null
  readonly suspense_fen: number
  readonly stops: StopScope
  readonly reference: string
  readonly answer: string
}

/** A fact as the channel reports it, with the key that identifies it. */
export interface ExceptionFact {
  readonly fact: string
  readonly channel_id: number
  readonly request_no: string
  readonly notice_id: string
  readonly told: ReportedResult | null
  readonly theirs_fen: number | null
}

/**
 * Returns which of these facts already have an exception, or were booked by reconciliation. The channel and its file
 * report one movement under different names. The file's exception has the number of the difference, the channel's that
 * of its notice, if any.
 */
export async function existingFactKeys(ctx: Context, facts: readonly ExceptionFact[]): Promise<Set<string>> {
  const rows = await ctx.rows<Row<'payout_exception', 'fact'>>`
    with asked as (select * from json_to_recordset(${JSON.stringify(facts)}::json)
      as asked(fact text, channel_id bigint, request_no text, notice_id text, told text, theirs_fen bigint))
    select fact from asked where exists (select from payout_exception listed where listed.fact = asked.fact)
      or exists (select from payout_exception listed where listed.channel_id = asked.channel_id and listed.request_no = asked.request_no and listed.told = asked.told
        and listed.theirs_fen = asked.theirs_fen and listed.suspense_fen <> 0 and asked.told = 'success' and listed.notice_id <> asked.notice_id)
      or exists (select from recon_item booked where booked.channel_id = asked.channel_id and booked.key = asked.request_no and booked.side = 'channel'
        and booked.theirs_fen = case asked.told when 'success' then asked.theirs_fen when 'returned' then -asked.theirs_fen end
        and (booked.suspense_fen <> 0 or booked.ending = 'book'))`
  return new Set(rows.map((row) => row.fact))
}

const columnDefinitions =
  sql.raw(`(no text, kind text, fact text, channel_id bigint, centre_id bigint, mode smallint, unit_id bigint, batch_id bigint, line_id bigint, line_month date,
  attempt_id bigint, request_no text, notice_id text, told text, ours_fen bigint, theirs_fen bigint, suspense_fen bigint, stops text, reference text, answer text)`)
const columnNames =
  sql.raw(`no, kind, fact, channel_id, centre_id, mode, unit_id, batch_id, line_id, line_month, attempt_id, request_no, notice_id, told, ours_fen, theirs_fen,
  suspense_fen, stops, reference, answer`)

/** Inserts exceptions, one for each fact, with their first step. Returns the ids of the new ones by fact. */
export async function insert(ctx: Context, rows: readonly NewException[]): Promise<Map<string, number>> {
  const result = await ctx.rows<{ id: number; fact: string }>`
    with added as (
      insert into payout_exception (${columnNames}, opened_at) select ${columnNames}, ${ctx.now} from json_to_recordset(${JSON.stringify(rows)}::json) as fresh${columnDefinitions}
      order by fact on conflict (fact) do nothing returning id, fact, centre_id, answer),
    noted as (
      insert into payout_exception_step (exception_id, centre_id, kind, reason, at) select id, centre_id, 'opened', answer, ${ctx.now} from added order by id)
    select id, fact from added`
  return new Map(result.map((row) => [row.fact, row.id]))
}

/** Returns the centre of a channel and the mode in which the centre books unassigned money. */
export async function placeOf(ctx: Context, channelId: number): Promise<{ centreId: number; mode: Mode }> {
  const [row] = await ctx.rows<{ centreId: number; mode: Mode }>`select centre.id as "centreId", centre.modes[1] as mode
    from channel join centre on centre.id = channel.centre_id where channel.id = ${channelId}`
  if (!row) throw new RangeError('a channel that does not exist')
  return row
}

/** Adds a later answer of the channel to the open exceptions of its order. Skips repeated answers. */
export async function addReplies(ctx: Context, answers: readonly { readonly attempt_id: number; readonly answer: string }[]): Promise<void> {
  await ctx.run`insert into payout_exception_step (exception_id, centre_id, kind, reason, at)
    select exception.id, exception.centre_id, 'heard', given.answer, ${ctx.now}
    from json_to_recordset(${JSON.stringify(answers)}::json) as given(attempt_id bigint, answer text)
      join payout_exception exception on exception.attempt_id = given.attempt_id and exception.state <> 'resolved' and exception.answer <> given.answer
    on conflict do nothing`
}

/** Closes the exceptions that waited for an answer to these orders and returns them. */
export async function closeAwaitingExceptions(
  ctx: Context,
  answers: readonly { readonly attempt_id: number; readonly answer: string }[],
): Promise<{ id: number; no: string; centre_id: number; unit_id: number | null }[]> {
  return ctx.rows<{ id: number; no: string; centre_id: number; unit_id: number | null }>`
    with given as materialized (select * from json_to_recordset(${JSON.stringify(answers)}::json) as given(attempt_id bigint, answer text)),
    closed as (
      update payout_exception exception set state = 'resolved', resolved_at = ${ctx.now}, resolution = null, version = version + 1
      from given where exception.attempt_id = given.attempt_id and exception.line_id is not null and exception.state <> 'resolved'
        and exception.kind in ('absent', 'overdue', 'unreadable')
      returning exception.id, exception.no, exception.centre_id, exception.unit_id, given.answer),
    noted as (
      insert into payout_exception_step (exception_id, centre_id, kind, reason, at) select id, centre_id, 'closed', answer, ${ctx.now} from closed order by id)
    select id, no, centre_id, unit_id from closed order by id`
}

export interface ExceptionMoneyRow extends Row<'payout_exception', 'id' | 'no' | 'centre_id' | 'mode' | 'unit_id' | 'suspense_fen' | 'kind'> {
  mode: Mode
  kind: ExceptionKind
}

/** Locks and returns the oldest open exception of an unassigned payment with this order and amount. */
export async function lockUnassignedPayment(
  ctx: Context,
  of: { channelId: number; requestNo: string; amount: number },
): Promise<ExceptionMoneyRow | undefined> {
  return ctx.row<ExceptionMoneyRow>`select id, no, centre_id, mode, unit_id, suspense_fen, kind from payout_exception
    where channel_id = ${of.channelId} and request_no = ${of.requestNo} and suspense_fen = ${-of.amount} and told = 'success' and state <> 'resolved'
      and kind in ('late_success', 'unknown_number')
    order by id limit 1 for update`
}

/**
 * Locks and returns the oldest open exception of a return with this order and amount that reconciliation found in a file.
 * The exception of a notice is another return.
 */
export async function lockReturnInFile(ctx: Context, of: { channelId: number; requestNo: string; amount: number }): Promise<ExceptionMoneyRow | undefined> {
  return ctx.row<ExceptionMoneyRow>`select id, no, centre_id, mode, unit_id, suspense_fen, kind from payout_exception exception
    where channel_id = ${of.channelId} and request_no = ${of.requestNo} and suspense_fen = ${of.amount} and theirs_fen = ${of.amount} and told = 'returned' and state <> 'resolved'
      and kind = 'stray_return' and exists (select from recon_item item where item.exception_id = exception.id)
      and not exists (select from payout_notice notice where notice.channel_id = exception.channel_id and notice.notice_id = exception.notice_id)
    order by id limit 1 for update`
}

interface ResolvedReturnRow extends Row<'payout_exception', 'id' | 'centre_id' | 'resolution'> {
  resolution: ExceptionResolution
}

/**
 * Returns the oldest return with this order and amount that people resolved before its notice: one of a file, or of a
 * payment that the channel denied. Later notices are further returns.
 */
export async function resolvedReturn(ctx: Context, of: { channelId: number; requestNo: string; amount: number }): Promise<ResolvedReturnRow | undefined> {
  return ctx.row<ResolvedReturnRow>`
    select id, centre_id, resolution from payout_exception exception
    where channel_id = ${of.channelId} and request_no = ${of.requestNo} and state = 'resolved'
      and case kind when 'stray_return' then theirs_fen = ${of.amount} and told = 'returned' and resolution in ('returned', 'unit', 'adjustment')
          and exists (select from recon_item item where item.exception_id = exception.id)
        when 'contradiction' then ours_fen = ${of.amount} and told = 'failed' and resolution = 'returned' else false end
      and not exists (select from payout_notice notice where notice.channel_id = exception.channel_id and (notice.notice_id = exception.notice_id
        or notice.request_no = exception.request_no and notice.amount_fen = ${of.amount} and notice.outcome <> 'listed' and notice.at >= exception.resolved_at))
    order by id limit 1`
}

/** An applied notice as received. */
export interface NoticeRow extends Row<'payout_notice', 'notice_id' | 'request_no' | 'amount_fen' | 'outcome'> {
  readonly outcome: 'returned' | 'listed' | 'closed'
}

/** Returns the ids among these of notices that were already applied. */
export async function appliedNotices(ctx: Context, channelId: number, notifyIds: readonly string[]): Promise<Map<string, NoticeRow>> {
  const rows = await ctx.rows<NoticeRow>`select notice_id, request_no, amount_fen, outcome from payout_notice
    where channel_id = ${channelId} and notice_id = any(${[...notifyIds]}::text[])`
  return new Map(rows.map((row) => [row.notice_id, row]))
}

/** Stores notices as applied. Of two transactions that apply the same notice only one can commit. */
export async function storeNotices(ctx: Context, channelId: number, rows: readonly NoticeRow[]): Promise<void> {
  await ctx.run`insert into payout_notice (channel_id, notice_id, centre_id, request_no, amount_fen, outcome, at)
    select channel.id, notice_id, channel.centre_id, request_no, amount_fen, outcome, ${ctx.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as notice(notice_id text, request_no text, amount_fen bigint, outcome text)
      join channel on channel.id = ${channelId} order by notice_id`
}

export interface NewStep {
  readonly exceptionId: number
  readonly centreId: number
  readonly kind: 'heard' | 'taken' | 'proposed' | 'declined' | 'resolved' | 'closed'
  readonly resolution?: ExceptionResolution | null
  readonly reason?: string
  readonly fileId?: string | null
  readonly fileName?: string
  readonly isSystem?: boolean
}

export async function addStep(ctx: Context, step: NewStep): Promise<void> {
  await ctx.db
    .insertInto('payout_exception_step')
    .values({
      exception_id: step.exceptionId,
      centre_id: step.centreId,
      kind: step.kind,
      by_id: step.isSystem ? null : ctx.actor.userId,
      resolution: step.resolution ?? null,
      reason: step.reason ?? '',
      file_id: step.fileId ?? null,
      file_name: step.fileName ?? '',
      at: ctx.now,
    })
    .execute()
}

/** Updates an unresolved exception, at the given version if there is one. The caller has locked the exception. */
export async function transitionException(
  ctx: Context,
  from: { readonly id: number; readonly version?: number },
  change: { state: ExceptionState; owner_id?: number; resolution?: ExceptionResolution | null; proposed_by?: number | null },
): Promise<void> {
  let query = ctx.db
    .updateTable('payout_exception')
    .set({ ...change, version: sql`version + 1`, ...(change.state === 'resolved' && { resolved_at: ctx.now }) })
    .where('id', '=', from.id)
    .where('state', '<>', 'resolved')
  if (from.version !== undefined) query = query.where('version', '=', from.version)
  await query.execute()
}

/**
 * Returns the amount, in fen, by which a unit's reserved funds are below the cost of its open batches. Only a fault
 * causes one.
 */
export async function reservedShortfall(ctx: Context, of: { unitId: number; centreId: number; mode: Mode }): Promise<number> {
  const row = await ctx.row<{ missing: number }>`select
      coalesce(sum(case when batch.state in ('paying', 'paid', 'partial', 'failed', 'closed') then open.cost else batch.cost_fen end), 0)::bigint
        - coalesce(${unitBalance('unit_frozen', { unit: sql`${of.unitId}`, centre: sql`${of.centreId}`, mode: sql`${of.mode}` })}, 0) as missing
    from payment_batch batch cross join lateral (
      select coalesce(sum(line.cost_fen), 0) as cost from payment_line line
      where line.month = batch.month and line.batch_id = batch.id and line.state in ('queued', 'sent', 'processing', 'held', 'unknown')) open
    where batch.unit_id = ${of.unitId} and batch.centre_id = ${of.centreId} and batch.mode = ${of.mode} and batch.is_frozen`
  return Number(row?.missing ?? 0)
}

/** Cancels the held orders of a line, except the order that paid it. */
export async function cancelHeldOrders(ctx: Context, lineId: number, exceptAttemptId: number): Promise<void> {
  await ctx.run`update payout_attempt set state = 'cancelled', finished_at = coalesce(finished_at, ${ctx.now})
    where line_id = ${lineId} and id <> ${exceptAttemptId} and state in ('held', 'created')`
}

/** Returns the exception opened for this notice. */
export async function exceptionIdOfNotice(ctx: Context, channelId: number, noticeId: string): Promise<number | null> {
  const row = await ctx.db.selectFrom('payout_exception').select('id').where('channel_id', '=', channelId).where('notice_id', '=', noticeId).executeTakeFirst()
  return row?.id ?? null
}
