import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { LineState } from '#/domain/money/line.ts'
import type { ExceptionKind, ExceptionResolution, ExceptionState, ReportedResult, StopScope } from '#/domain/money/payout-exception.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, withinDays } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type LockedLine, lockedLineQuery } from '#/server/money/payouts/store.ts'

export interface ExceptionRow
  extends Row<
    'payout_exception',
    | 'id'
    | 'no'
    | 'kind'
    | 'state'
    | 'stops'
    | 'opened_at'
    | 'resolved_at'
    | 'request_no'
    | 'batch_id'
    | 'ours_fen'
    | 'theirs_fen'
    | 'suspense_fen'
    | 'resolution'
    | 'version'
  > {
  kind: ExceptionKind
  state: ExceptionState
  stops: StopScope
  owner_name: string | null
  centre_name: string
  unit_name: string | null
  channel_name: string
  batch_no: string | null
  resolution: ExceptionResolution | null
}

/** An exception with the facts for resolving it. */
export interface ExceptionDetailRow
  extends Row<'payout_exception', 'centre_id' | 'mode' | 'unit_id' | 'owner_id' | 'proposed_by' | 'attempt_id' | 'told' | 'reference' | 'answer'>,
    ExceptionRow {
  mode: Mode
  told: ReportedResult | null
  line_no: string | null
  line_state: LineState | null
  payee_name: string | null
  /** Whether the order was replaced by another number of its line. */
  is_replaced: boolean
  /** Whether another line of the same debt was paid, is in progress or is prepared for payment. */
  is_repeated: boolean
  /** Whether the claim behind the line can still take the payment; true without a claim. */
  is_claim_free: boolean
  /** Whether the caller made, changed, checked, audited, paid or rerouted the batch, or proposed the resolution with another account. */
  had_part: boolean
}

const columns = sql`exception.id, exception.no, exception.kind, exception.state, exception.stops, exception.opened_at, exception.resolved_at, owner.name as owner_name,
  centre.name as centre_name, unit.name as unit_name, channel.name as channel_name, exception.request_no, exception.batch_id, batch.no as batch_no, exception.ours_fen,
  exception.theirs_fen, exception.suspense_fen, exception.resolution, exception.version`
const exceptionTables = sql`payout_exception exception join centre on centre.id = exception.centre_id join channel on channel.id = exception.channel_id
  left join unit on unit.id = exception.unit_id left join payment_batch batch on batch.id = exception.batch_id left join app_user owner on owner.id = exception.owner_id`

export type ExceptionFilter = FilterOf<Modules['payouts']['exceptions']>

function filterCondition(ctx: Context, filter: ExceptionFilter): Expression<SqlBool> {
  const parts: Expression<SqlBool>[] = [inScope(ctx.scope, 'exception')]
  if (filter.states && filter.states.length > 0) parts.push(sql<SqlBool>`exception.state = any(${[...filter.states]}::text[])`)
  if (filter.kinds && filter.kinds.length > 0) parts.push(sql<SqlBool>`exception.kind = any(${[...filter.kinds]}::text[])`)
  if (filter.stops) parts.push(sql<SqlBool>`exception.stops = ${filter.stops}`)
  if (filter.unitId) parts.push(sql<SqlBool>`exception.unit_id = ${filter.unitId}`)
  if (filter.centreId) parts.push(sql<SqlBool>`exception.centre_id = ${filter.centreId}`)
  if (filter.channelId) parts.push(sql<SqlBool>`exception.channel_id = ${filter.channelId}`)
  if (filter.mine) parts.push(sql<SqlBool>`exception.owner_id = ${ctx.actor.userId}`)
  if (filter.isForMe) parts.push(sql<SqlBool>`(exception.state = 'proposed' and exception.proposed_by <> ${ctx.actor.userId})`)
  if (filter.olderThan) parts.push(sql<SqlBool>`exception.opened_at <= ${new Date(ctx.now.getTime() - filter.olderThan * 86_400_000)}`)
  parts.push(...withinDays(sql`exception.opened_at`, filter))
  // Matches the exception's number, or the start of an order number, which begins with the numbers of batch and line.
  if (filter.keyword) parts.push(sql<SqlBool>`(exception.no = ${filter.keyword} or starts_with(exception.request_no, ${filter.keyword}))`)
  return allOf(parts)
}

/** Returns a page of exceptions under a filter, newest first. */
export async function list(ctx: Context, filter: ExceptionFilter, page: { page: number; size: number }): Promise<ExceptionRow[]> {
  return ctx.rows<ExceptionRow>`select ${columns} from ${exceptionTables} where ${filterCondition(ctx, filter)}
    order by exception.id desc limit ${page.size} offset ${(page.page - 1) * page.size}`
}

/** Returns the count, the unresolved count and the amount in suspense (fen) under the same filter. */
export async function totals(ctx: Context, filter: ExceptionFilter): Promise<{ count: number; open: number; suspense: number }> {
  return (
    (await ctx.row<{ count: number; open: number; suspense: number }>`select count(*) as count, count(*) filter (where state <> 'resolved') as open,
      coalesce(sum(suspense_fen) filter (where state <> 'resolved'), 0)::bigint as suspense
    from payout_exception exception where ${filterCondition(ctx, filter)}`) ?? { count: 0, open: 0, suspense: 0 }
  )
}

/** Returns an exception in the caller's scope. */
export async function findException(ctx: Context, id: number): Promise<ExceptionDetailRow | undefined> {
  return ctx.row<ExceptionDetailRow>`select ${columns}, exception.centre_id, exception.mode, exception.unit_id, exception.owner_id, exception.proposed_by, exception.attempt_id,
      exception.told, exception.reference, exception.answer, line.no as line_no, line.state as line_state, line.name as payee_name,
      coalesce(attempt.state = 'cancelled' and line.state <> 'cancelled' or attempt.state = 'held' and line.state <> 'held', false) as is_replaced,
      exists (select from app.debts_of(array[line.month], array[line.id]) debt where debt.is_paid or debt.is_under_way or debt.is_prepared) as is_repeated,
      line.collection_id is null or line.state not in ('failed', 'cancelled')
        or exists (select from collection claim where claim.id = line.collection_id
          and app.claim_takes_payment(claim, line.operator_id, line.unit_id, line.gross_fen)) as is_claim_free,
      coalesce(${ctx.actor.userId} in (batch.maker_id, batch.checker_id, batch.auditor_id, batch.payer_id), false)
        or exists (select from batch_deed deed where deed.batch_id = exception.batch_id and deed.user_id = any(app.hands_of(${ctx.actor.userId})))
        or app.is_same_hand(exception.proposed_by, ${ctx.actor.userId}) as had_part
    from ${exceptionTables} left join payment_line line on line.month = exception.line_month and line.id = exception.line_id
      left join payout_attempt attempt on attempt.id = exception.attempt_id
    where exception.id = ${id} and ${inScope(ctx.scope, 'exception')}`
}

/**
 * Locks the debt of an exception's line, so that paying and resolving exclude each other. Then locks the line and the
 * exception, as channel answers do.
 */
export async function lock(ctx: Context, id: number): Promise<void> {
  const scopeCondition = inScope(ctx.scope, 'exception')
  await ctx.run`select from payout_exception exception join payment_line line on line.month = exception.line_month and line.id = exception.line_id
      join payment_line first on first.month = line.first_line_month and first.id = line.first_line_id
    where exception.id = ${id} and ${scopeCondition} for no key update of first`
  await ctx.run`select from payout_exception exception join payment_line line on line.month = exception.line_month and line.id = exception.line_id
    where exception.id = ${id} and ${scopeCondition} for update of line`
  await ctx.run`select from payout_exception exception where id = ${id} and ${scopeCondition} for update`
}

export async function lockOrder(ctx: Context, attemptId: number): Promise<LockedLine> {
  const [row] = await ctx.rows<LockedLine>`select ${lockedLineQuery} where attempt.id = ${attemptId} for update of line, attempt`
  if (!row) throw new RangeError('an order that does not exist')
  return row
}

/** Returns the time of a manual payment from its registered slip; undefined if there is none. */
export async function slipMoment(ctx: Context, attemptId: number): Promise<Date | undefined> {
  const row = await ctx.row<Row<'payout_slip', 'happened_at'>>`select happened_at from payout_slip where attempt_id = ${attemptId} and result = 'success'`
  return row?.happened_at
}

export interface ExceptionStepRow extends Row<'payout_exception_step', 'kind' | 'at' | 'resolution' | 'reason' | 'file_id' | 'file_name'> {
  kind: 'opened' | 'heard' | 'taken' | 'proposed' | 'declined' | 'resolved' | 'closed'
  by_name: string | null
  resolution: ExceptionResolution | null
}

/** Returns the steps of an exception, oldest first. */
export async function stepsOf(ctx: Context, id: number): Promise<ExceptionStepRow[]> {
  return ctx.rows<ExceptionStepRow>`select step.kind, step.at, person.name as by_name, step.resolution, step.reason, step.file_id, step.file_name
    from payout_exception_step step left join app_user person on person.id = step.by_id where step.exception_id = ${id} order by step.id`
}
