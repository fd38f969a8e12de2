import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { batchActionNames } from '#/api/money/payments.texts.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { type BatchSort, type BatchState, type BatchTab, batchTabs } from '#/domain/money/batch.ts'
import type { PaymentInvoiceStatus } from '#/domain/money/collection.ts'
import type { ChannelKindName } from '#/domain/organisations/payout-channel.ts'
import { orderField } from '#/server/agreements/orders/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { allOf, withinDays } from '#/server/kernel/rows/conditions.ts'
import { countsOf, type Listing, type ListOrder, pageRows, placesInScope, placesPer, totalsOf } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { BatchRow as LineBatchRow } from '#/server/money/lines/public.ts'
import { hasInvoiceStatus, invoiceStatusOf } from '#/server/money/payments/questions.ts'
import { differingCost, hasDifference } from '#/server/money/payments/store-differences.ts'
import { channelFacts, manualChannels, usableChannel } from '#/server/organisations/centres/public.ts'

export interface BatchRow extends Omit<Row<'payment_batch'>, keyof LineBatchRow>, LineBatchRow {
  centre_name: string
  unit_name: string
  mode: Mode
  order_title: string
  channel_name: string
  channel_kind: ChannelKindName
  amount_basis: 'gross' | 'net'
  state: BatchState
  payable_count: number
  retry_of_no: string | null
  copy_of_no: string | null
  halted_by_name: string | null
  resent_as: { id: number; no: string }[] | null
  maker_name: string
  checker_name: string | null
  auditor_name: string | null
  payer_name: string | null
  recalculated_from: DisplayedFigures | null
  dual_control: boolean
  auto_audit_limit_fen: number
  unit_status: number
  /** Whether an unresolved bank exception stops payments of this unit or its current channel. */
  is_stopped: boolean
  /** The cost of the lines that the filter selects; null for whole batches. */
  concerned_fen: number | null
  /** Whether a failed check of the ledger stops all payments. */
  all_stopped: boolean
  freeze_on_submit: boolean
  evidence_limit_fen: number
  /** Whether the batch exceeds the evidence limit and has no document. */
  lacks_papers: boolean
  /** The caller's first action on this batch and its time; null if there is none. */
  own_deed: keyof typeof batchActionNames | null
  own_deed_at: Date | null
  invoice_state: PaymentInvoiceStatus
}

// Each reference to a table repeats the subplans of its row policy, and starting them costs more than reading the row.
// So one subquery reads the names of all users, and one each the unit and the channel.
const selectBatches = (ctx: Context, concern: BatchConcern | null = null) => sql`
  select batch.*, ${concernCost(concern)} as concerned_fen, payer.status as unit_status, (select name from centre where id = batch.centre_id) as centre_name, payer.name as unit_name,
    ${orderField(sql`batch.order_id`, 'title')} as order_title, chosen.name as channel_name, chosen.kind as channel_kind,
    (select no from payment_batch earlier where earlier.id = batch.retry_of_batch_id) as retry_of_no,
    (select no from payment_batch source where source.id = batch.copy_of_batch_id) as copy_of_no,
    case when batch.failed_resent_count + batch.returned_resent_count > 0 then (select json_agg(json_build_object('id', later.id, 'no', later.no) order by later.id)
      from payment_batch later where later.retry_of_batch_id = batch.id and later.state <> 'cancelled') end as resent_as,
    people.maker_name, people.checker_name, people.auditor_name, people.payer_name, people.halted_by_name,
    (select app.all_payouts_stopped()) as all_stopped, setting.dual_control, setting.auto_audit_limit_fen, setting.freeze_on_submit, setting.evidence_limit_fen,
    batch.gross_fen > setting.evidence_limit_fen and not exists (select from evidence where evidence.batch_id = batch.id) as lacks_papers, own.deed as own_deed,
    own.first_at as own_deed_at, ${ask(ctx, invoiceStatusOf)} as invoice_state,
    case when batch.state in ('paying', 'paid', 'partial', 'failed', 'closed') then batch.line_count else 0 end as payable_count,
    batch.state = 'payable' and app.payouts_stopped(batch.unit_id, batch.centre_id, (
      ${usableChannel({ centreId: sql`batch.centre_id`, agreedIds: sql`setting.channel_ids` })})) as is_stopped
  from payment_batch batch
    join app.unit_terms(${ctx.now}::timestamptz) setting on setting.unit_id = batch.unit_id and setting.centre_id = batch.centre_id and setting.mode = batch.mode
    left join lateral (select name, status from unit where id = batch.unit_id) payer on true
    left join lateral ${channelFacts(sql`batch.channel_id`)} chosen on true
    left join lateral (select max(name) filter (where id = batch.maker_id) as maker_name, max(name) filter (where id = batch.checker_id) as checker_name,
        max(name) filter (where id = batch.auditor_id) as auditor_name, max(name) filter (where id = batch.payer_id) as payer_name,
        max(name) filter (where id = batch.halted_by) as halted_by_name
      from app_user where id in (batch.maker_id, batch.checker_id, batch.auditor_id, batch.payer_id, batch.halted_by)) people on true
    left join lateral (select case when user_id = ${ctx.actor.userId} then deed else 'reset' end as deed, first_at from batch_deed
      where batch_id = batch.id and user_id = any((select app.hands_of(${ctx.actor.userId}))::bigint[])
      order by user_id <> ${ctx.actor.userId}, first_at limit 1) own on true`

/** Returns a batch in the caller's scope. */
export const find = (ctx: Context, id: number): Promise<BatchRow | undefined> =>
  ctx.row<BatchRow>`${selectBatches(ctx)} where batch.id = ${id} and ${inScope(ctx.scope, 'batch', { mode: true })}`

/** Locks and returns a batch in the caller's scope. */
export async function lock(ctx: Context, id: number): Promise<BatchRow | undefined> {
  const lockStatement = ctx.db
    .selectFrom('payment_batch')
    .select('id')
    .where('id', '=', id)
    .where(inScope(ctx.scope, 'payment_batch', { mode: true }))
    .forUpdate()
    .execute()
  // Sent together and executed one after the other, so that the second reads the locked row.
  const [, batch] = await Promise.all([lockStatement, find(ctx, id)])
  return batch
}

export interface BatchFilter {
  /** The condition that replaces the keyword. */
  readonly keywordCondition?: Expression<SqlBool> | undefined
  /** The type forbids a raw keyword, because the query would ignore it. */
  readonly keyword?: never
  readonly states?: readonly BatchState[] | undefined
  readonly mode?: Mode | undefined
  readonly unitId?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly centreId?: number | undefined
  readonly short?: 'yes' | 'no' | undefined
  readonly trouble?: 'failed' | 'returned' | 'any' | undefined
  readonly invoice?: PaymentInvoiceStatus | undefined
  readonly tab?: 'all' | BatchTab | undefined
}

// Lines that another batch resends no longer count.
const troubleConditions = {
  failed: sql<SqlBool>`(batch.failed_count > 0 and batch.failed_count > batch.failed_resent_count)`,
  returned: sql<SqlBool>`(batch.returned_count > 0 and batch.returned_count > batch.returned_resent_count)`,
}

function tabCondition(ctx: Context, tab: BatchFilter['tab']): Expression<SqlBool> {
  if (tab === 'differing') return hasDifference(ctx)
  if (tab === 'auditing' || tab === 'paying') return sql<SqlBool>`batch.state = ${tab}`
  if (tab === 'byHand') return sql<SqlBool>`batch.state = 'paying' and batch.channel_id in ${manualChannels}`
  if (tab === 'returned') return troubleConditions.returned
  if (tab === 'held' || tab === 'unknown') {
    return sql<SqlBool>`batch.state = 'paying' and app.has_line_in(batch.month, batch.id, ${tab})`
  }
  return sql<SqlBool>`true`
}

/** The kind of lines that a filter selects. */
export type BatchConcern = 'failed' | 'returned' | 'any' | 'held' | 'unknown' | 'differing'

/** Returns the kind of lines that a filter selects; null for whole batches. */
export function concernOf({ tab, trouble }: BatchFilter): BatchConcern | null {
  return tab === 'held' || tab === 'unknown' || tab === 'returned' || tab === 'differing' ? tab : (trouble ?? null)
}

/**
 * Returns the cost of a batch's lines of this kind. Failed and returned lines count unless another batch resends them.
 */
function concernCost(concern: BatchConcern | null): RawBuilder<number | null> {
  if (concern === null) return sql`null::bigint`
  if (concern === 'differing') return differingCost
  if (concern === 'failed') return sql`batch.failed_cost_fen - batch.failed_resent_cost_fen`
  if (concern === 'returned') return sql`batch.returned_cost_fen - batch.returned_resent_cost_fen`
  if (concern === 'any') return sql`batch.failed_cost_fen - batch.failed_resent_cost_fen + batch.returned_cost_fen - batch.returned_resent_cost_fen`
  return sql`(select coalesce(sum(line.cost_fen), 0)::bigint from payment_line line where line.month = batch.month and line.batch_id = batch.id and line.state = ${concern})`
}

function filterCondition(ctx: Context, filter: BatchFilter): Expression<SqlBool> {
  const parts: Expression<SqlBool>[] = [inScope(ctx.scope, 'batch', { mode: true }), tabCondition(ctx, filter.tab)]
  if (filter.keywordCondition) parts.push(filter.keywordCondition)
  if (filter.mode) parts.push(sql<SqlBool>`batch.mode = ${filter.mode}`)
  if (filter.unitId) parts.push(sql<SqlBool>`batch.unit_id = ${filter.unitId}`)
  parts.push(...withinDays(sql`batch.created_at`, filter))
  if (filter.centreId) parts.push(sql<SqlBool>`batch.centre_id = ${filter.centreId}`)
  if (filter.short) parts.push(sql<SqlBool>`batch.is_insufficient = ${filter.short === 'yes'}`)
  if (filter.invoice) parts.push(ask(ctx, hasInvoiceStatus, filter.invoice))
  if (filter.trouble && filter.trouble !== 'any') parts.push(troubleConditions[filter.trouble])
  return allOf(parts)
}

const orderBySort: Readonly<Record<BatchSort, ListOrder>> = {
  newest: { by: [] },
  oldest: { by: [], isRising: true, isReversed: true },
  cost: { by: [sql`batch.cost_fen`] },
  costRising: { by: [sql`batch.cost_fen`], isRising: true, isReversed: true },
}

function listing(ctx: Context, filter: BatchFilter, sort: BatchSort = 'newest'): Listing {
  const { states, from, to, unitId, trouble } = filter
  // A date filter uses the index on time, so the rows are ordered by time.
  const isByAge = sort === 'newest' || sort === 'oldest'
  const isByTime = isByAge && (from !== undefined || to !== undefined)
  const isByState = isByAge && !isByTime && states !== undefined && states.length > 0
  const places = unitId === undefined ? placesInScope(ctx, 'batch', { mode: true, unit: true }) : null
  const statesCondition = isByState || !states || states.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`batch.state = any(${[...states]}::text[])`
  return {
    table: sql`payment_batch batch`,
    where: sql<SqlBool>`${filterCondition(ctx, filter)} and ${statesCondition}`,
    alternatives: trouble === 'any' ? [troubleConditions.failed, sql<SqlBool>`(${troubleConditions.returned} and not ${troubleConditions.failed})`] : undefined,
    id: sql`batch.id`,
    order: isByTime ? { ...orderBySort[sort], by: [sql`batch.created_at`] } : orderBySort[sort],
    places: isByState ? placesPer(places, 'batch.state', states) : places,
  }
}

export function list(ctx: Context, filter: BatchFilter, page: PageRequest & { sort: BatchSort }): Promise<{ rows: BatchRow[]; next: number | null }> {
  return pageRows(ctx, listing(ctx, filter, page.sort), page, sql<BatchRow>`${selectBatches(ctx, concernOf(filter))}`)
}

/** Counts the batches of each tab in one statement. */
export function tabCounts(ctx: Context, filter: Omit<BatchFilter, 'tab'>): Promise<Record<BatchTab, number>> {
  return countsOf(ctx, Object.fromEntries(batchTabs.map((tab) => [tab, listing(ctx, { ...filter, tab })])) as Record<BatchTab, Listing>)
}

export interface ListTotals {
  gross: number
  tax: number
  fee: number
  net: number
  cost: number
  /** The cost of the lines that the filter selects; null for whole batches, or without rows. */
  concerned: number | null
}

/** Counts and sums the filtered batches. Cancelled batches are counted but not summed. */
export function totals(ctx: Context, filter: BatchFilter, isWhole: boolean): Promise<{ count: number; sums: ListTotals | null }> {
  const sum = (column: string) => sql`coalesce(sum(${sql.ref(column)}) filter (where state <> 'cancelled'), 0)::bigint`
  return totalsOf<ListTotals>(ctx, listing(ctx, filter), {
    columns: sql`batch.state, gross_fen, vat_fen + surcharge_fen + iit_fen as tax_fen, fee_fen, net_fen, cost_fen, ${concernCost(concernOf(filter))} as concerned_fen`,
    sums: sql`${sum('gross_fen')} as gross, ${sum('tax_fen')} as tax, ${sum('fee_fen')} as fee, ${sum('net_fen')} as net, ${sum('cost_fen')} as cost,
      sum(concerned_fen)::bigint as concerned`,
    isWhole,
  })
}

/** The figures of a batch when it was last shown, in fen. */
export interface DisplayedFigures {
  readonly net: number
  readonly tax: number
  readonly fee: number
  readonly cost: number
}

const isPayableLine = (batch: { id: number; month: string }) =>
  sql<SqlBool>`line.month = ${batch.month}::date and line.batch_id = ${batch.id} and line.state in ('ready', 'warned')`

/** Counts the payable lines, as shown to the payer. */
export async function countPayable(ctx: Context, batch: { id: number; month: string }): Promise<number> {
  const rows = await ctx.rows<{ count: number }>`select count(*) as count from payment_line line where ${isPayableLine(batch)}`
  return rows[0]?.count ?? 0
}

/** Counts the payable lines whose payee or account may not be paid now. */
export async function countUnpayable(ctx: Context, batch: { id: number; month: string }): Promise<number> {
  const rows = await ctx.rows<{ unfit: number }>`select count(*) as unfit from payment_line line
    where ${isPayableLine(batch)} and exists (select from app.payee_obstacles(line.month, line.id, ${ctx.now}::timestamptz))`
  return rows[0]?.unfit ?? 0
}
