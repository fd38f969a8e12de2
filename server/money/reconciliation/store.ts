import { type Expression, type SqlBool, sql } from 'kysely'
import type { transferUseNames } from '#/api/money/ledger.texts.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { LineState } from '#/domain/money/line.ts'
import type {
  ReconDayState,
  ReconItemEnding,
  ReconItemKind,
  ReconItemState,
  ReconItemStep,
  ReconSource,
  ReconTreatment,
} from '#/domain/money/reconciliation.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Values } from '#/server/kernel/request/refusal.ts'
import { countOf, type Listing, pageKeys, placesInScope, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { bookedTransferOf, isTransferBooked, modeOfRecord } from '#/server/money/ledger/public.ts'
import { batchNo } from '#/server/money/payments/public.ts'
import { isOrderOfBatch, paymentsByOrder } from '#/server/money/payouts/public.ts'
import { isDecided, isNotExplainedElsewhere, isOfRegisteredTransfer, isOfSlip, isRowOfItem } from '#/server/money/reconciliation/store-match.ts'

const allConditions = (parts: readonly Expression<SqlBool>[]) => sql<SqlBool>`${sql.join(parts, sql` and `)}`
// Sales staff see units, but not the centre's bank account.
const centreCondition = ({ scope }: Context, table: 'item' | 'kept') => (scope.unitIds.length > 0 ? sql<SqlBool>`false` : inScope(scope, table))

export interface DayFilter {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly channelIds?: readonly number[] | undefined
  readonly states?: readonly ReconDayState[] | undefined
  readonly isLate?: boolean | undefined
}

export interface DayRow extends Omit<Row<'recon_day'>, 'state' | 'missing' | 'refusal_values'> {
  refusal_values: Values
  stands: ReconDayState
  missing: ReconSource[]
  channel_name: string
  centre_name: string
  open_count: number
  open_fen: number
  longs: number
  shorts: number
}

const hasOpenItems = sql<SqlBool>`exists (select from recon_item item where item.day_id = kept.id and item.state <> 'settled')`
const stateConditions: Readonly<Record<ReconDayState, Expression<SqlBool>>> = {
  waiting: sql<SqlBool>`kept.state = 'waiting'`,
  differing: sql<SqlBool>`(kept.state = 'matched' and ${hasOpenItems})`,
  balanced: sql<SqlBool>`(kept.state = 'matched' and not ${hasOpenItems})`,
  closed: sql<SqlBool>`kept.state = 'closed'`,
}

function dayListing(ctx: Context, filter: DayFilter): Listing {
  const parts: Expression<SqlBool>[] = [centreCondition(ctx, 'kept')]
  if (filter.from) parts.push(sql<SqlBool>`kept.day >= ${filter.from}::date`)
  if (filter.to) parts.push(sql<SqlBool>`kept.day <= ${filter.to}::date`)
  if (filter.channelIds?.length) parts.push(sql<SqlBool>`kept.channel_id = any(${[...filter.channelIds]}::bigint[])`)
  if (filter.states?.length) {
    const stateAlternatives = filter.states.map((state) => stateConditions[state])
    parts.push(sql<SqlBool>`(${sql.join(stateAlternatives, sql` or `)})`)
  }
  if (filter.isLate) {
    parts.push(sql<SqlBool>`(kept.state = 'waiting' and (kept.day + 1)::timestamp at time zone 'Asia/Shanghai' + interval '10 hours' <= ${ctx.now})`)
  }
  return { table: sql`recon_day kept`, where: allConditions(parts), id: sql`kept.id`, order: { by: [sql`kept.day`] }, places: placesInScope(ctx, 'kept') }
}

async function daysByIds(ctx: Context, ids: readonly number[]): Promise<DayRow[]> {
  const rows = await ctx.rows<DayRow>`select kept.*, kept.day::text as day, channel.name as channel_name, centre.name as centre_name,
      case when kept.state <> 'matched' then kept.state when open.count > 0 then 'differing' else 'balanced' end as stands,
      open.count::int as open_count, open.fen as open_fen, open.longs::int as longs, open.shorts::int as shorts
    from recon_day kept join channel on channel.id = kept.channel_id join centre on centre.id = kept.centre_id
      cross join lateral (select count(*) as count, coalesce(sum(ours_fen - theirs_fen), 0)::bigint as fen,
          count(*) filter (where theirs_fen > ours_fen) as longs, count(*) filter (where theirs_fen < ours_fen) as shorts
        from recon_item item where item.day_id = kept.id and item.state <> 'settled') open
    where kept.id = any(${[...ids]}::bigint[])`
  return sortByIds(ids, rows)
}

/** Returns a page of days, newest first. */
export async function listDays(ctx: Context, filter: DayFilter, page: PageRequest): Promise<{ rows: DayRow[]; next: number | null }> {
  const { ids, next } = await pageKeys(ctx, dayListing(ctx, filter), page)
  return { rows: await daysByIds(ctx, ids), next }
}

export function countDays(ctx: Context, filter: DayFilter): Promise<number> {
  return countOf(ctx, dayListing(ctx, filter))
}

/** Returns a day in the caller's scope, locked if `isLocked`. */
export async function findDay(ctx: Context, id: number, isLocked = false): Promise<DayRow | undefined> {
  const lockClause = isLocked ? sql`for no key update` : sql``
  return (await ctx.rows<Row<'recon_day', 'id'>>`select id from recon_day kept where id = ${id} and ${centreCondition(ctx, 'kept')} ${lockClause}`).length === 0
    ? undefined
    : (await daysByIds(ctx, [id]))[0]
}

/** A file with rows of a day, or whose period includes the day. */
export interface FileRow extends Row<'recon_file', 'source' | 'file_id' | 'name' | 'row_count' | 'done_count' | 'skipped_count' | 'state' | 'added_at'> {
  source: ReconSource
  by_name: string | null
}

interface DayStep extends Row<'recon_step', 'at' | 'reason' | 'kind'> {
  kind: 'closed' | 'reopened'
  by_name: string | null
}

/**
 * Returns the files and steps of a day, the name of the user who closed it, and the number of unsettled differences
 * without owner or due day.
 */
export async function detailsOfDay(ctx: Context, day: DayRow) {
  const files =
    await ctx.rows<FileRow>`select file.file_id, file.source, file.name, file.row_count, file.done_count, file.skipped_count, file.state, file.added_at,
      (select name from app_user where app_user.id = file.added_by) as by_name
    from recon_file file where file.channel_id = ${day.channel_id}
      and (file.first_day <= ${day.day}::date and file.last_day >= ${day.day}::date or file.id in (select file_id from recon_row where channel_id = ${day.channel_id} and day = ${day.day}::date))
    order by file.id`
  const steps = await ctx.rows<DayStep>`select kind, at, reason,
      (select name from app_user where app_user.id = by_id) as by_name from recon_step where day_id = ${day.id} and item_id is null order by id`
  const unownedResult = await ctx.row<{ count: number }>`select count(*)::int as count from recon_item where day_id = ${day.id} and state <> 'settled'
    and (owner_id is null or due_on is null)`
  const closerRow = await ctx.row<Row<'app_user', 'name'>>`select name from app_user where id = ${day.closed_by}`
  return { files, steps, unowned: unownedResult?.count ?? 0, closedBy: closerRow?.name ?? '' }
}

export interface ItemFilter {
  readonly dayId?: number | undefined
  readonly states?: readonly ReconItemState[] | undefined
  readonly kinds?: readonly ReconItemKind[] | undefined
  readonly isDue?: boolean | undefined
  readonly isMine?: boolean | undefined
  /** Restricts to treatments proposed by other people. */
  readonly toCheck?: boolean | undefined
  readonly keyword?: string | undefined
}

export interface ItemRow extends Row<'recon_item'>, Row<'recon_day', 'day'> {
  mode: Mode | null
  side: ReconSource
  kind: ReconItemKind
  direction: 'out' | 'in'
  state: ReconItemState
  ending: ReconItemEnding | null
  proposal: ReconTreatment | null
  due_text: string | null
  channel_name: string
  centre_name: string
  owner_name: string | null
  batch_id: Row<'payment_batch'>['id'] | null
  batch_no: string | null
  exception_no: string | null
  /** State of the order's line; null for an unknown order. */
  line_state: LineState | null
  /** Whether a payout exception already covers this movement. */
  is_excepted: boolean
  /**
   * Whether the movement is an imported credit or a registered transfer, whose record books it. False if booking the
   * difference undoes an earlier booking.
   */
  is_known: boolean
  /** The closed days whose next match explains the difference, because its record is booked; null: none. */
  days_to_reopen: string[] | null
  /** The record that registered the transfer of this difference with another amount. */
  record_use: keyof typeof transferUseNames | null
  record_no: string | null
  /** Whether that transfer was released, or explains another row, since the day was matched. */
  is_stale: boolean
  /** The mode in which that record, or the booking that the difference undoes, is booked, if known. */
  record_mode: Mode | null
  /** Whether the proposer is the caller under another account. */
  is_same_hand: boolean
}

function itemListing(ctx: Context, filter: ItemFilter): Listing {
  const parts: Expression<SqlBool>[] = [centreCondition(ctx, 'item')]
  if (filter.dayId) parts.push(sql<SqlBool>`item.day_id = ${filter.dayId}`)
  if (filter.states?.length) parts.push(sql<SqlBool>`item.state = any(${[...filter.states]}::text[])`)
  if (filter.kinds?.length) parts.push(sql<SqlBool>`item.kind = any(${[...filter.kinds]}::text[])`)
  if (filter.isDue) parts.push(sql<SqlBool>`item.state <> 'settled' and item.due_on <= ${dayOf(ctx.now)}::date`)
  if (filter.isMine) parts.push(sql<SqlBool>`item.owner_id = ${ctx.actor.userId}`)
  if (filter.toCheck) parts.push(sql<SqlBool>`(item.state = 'proposed' and item.proposed_by <> ${ctx.actor.userId})`)
  if (filter.keyword) {
    const number = /^DZ(\d{1,15})$/i.exec(filter.keyword)?.[1]
    parts.push(
      number
        ? sql<SqlBool>`item.id = ${Number(number)}`
        : sql<SqlBool>`(item.key = ${filter.keyword} or item.serial = ${filter.keyword} or ${isOrderOfBatch(sql`item.attempt_id`, filter.keyword)})`,
    )
  }
  return { table: sql`recon_item item`, where: allConditions(parts), id: sql`item.id`, places: filter.dayId ? null : placesInScope(ctx, 'item') }
}

/** The registered transfer of a difference between its amount and the one on the statement, or of the remainder of one. */
const transferOfItem = {
  centre: sql`item.centre_id`,
  direction: sql`item.direction`,
  serial: sql`item.key`,
  amount: sql`case item.kind when 'amount' then abs(item.ours_fen) else (select row.registered_fen from recon_row row where ${isRowOfItem}) end`,
}

const isOfCredit = sql<SqlBool>`(item.direction = 'in' and exists (select from bank_credit credit where credit.centre_id = item.centre_id and credit.serial = item.key
  and credit.amount_fen = abs(item.ours_fen - item.theirs_fen)))`

/** Selects the closed days with an open difference of a row that has the reference of a booked record, a credit or a slip. */
const closedDaysOfItem = sql`(select array_agg(distinct closed.day::text order by closed.day::text) from channel account join recon_row row on row.channel_id = account.id
    and row.source = 'bank' and app.reference_key(row.serial) = app.reference_key(item.key) and row.direction = item.direction
    and not row.is_topup and not row.is_registered and row.registered_fen is null and not ${isDecided}
  join recon_day closed on closed.channel_id = row.channel_id and closed.day = row.day and closed.state = 'closed'
  join recon_item left_open on left_open.day_id = closed.id and left_open.side = 'bank' and left_open.key = row.serial and left_open.direction = row.direction
    and left_open.kind = 'long' and left_open.state <> 'settled'
  where item.side = 'bank' and item.state <> 'settled' and account.centre_id = item.centre_id and (${isOfSlip} or ${isOfCredit}
    or ${isTransferBooked({ centre: sql`item.centre_id`, direction: sql`item.direction`, serial: sql`item.key` })}))`

/** The credit that the record of a transfer sent back. Its journals name the credit. */
const returnedCredit = sql`bank_credit credit on transfer.ref_type = 'credit_return' and credit.centre_id = item.centre_id and credit.serial = transfer.ref_no`
const recordMode = modeOfRecord({
  use: sql`case when credit.id is null then transfer.ref_type else 'bank_credit' end`,
  id: sql`coalesce(credit.id, transfer.ref_id)`,
})

/** The mode of the booked differences that this one undoes; null: it undoes none, or they have the mode of the channel. */
const modeOfUndone = sql`(select min(other.mode) from recon_item other where other.channel_id = item.channel_id and other.key = item.key and other.side = 'bank'
  and item.side = 'bank' and other.direction = item.direction and other.ending in ('charge', 'interest', 'book')
  having sum(other.ours_fen - other.theirs_fen) = item.theirs_fen - item.ours_fen)`
const isStale = sql<SqlBool>`(item.side = 'bank' and item.state <> 'settled' and not item.is_registered and exists (select from recon_row row where ${isRowOfItem} and row.registered_fen is not null
  and (not ${isNotExplainedElsewhere({ table: 'item', key: 'key' })}
    or not ${isTransferBooked({ centre: sql`row.centre_id`, direction: sql`row.direction`, serial: sql`row.serial`, amount: sql`row.registered_fen` })})))`

async function itemsByIds(ctx: Context, ids: readonly number[]): Promise<ItemRow[]> {
  const rows =
    await ctx.rows<ItemRow>`select item.*, item.due_on::text as due_text, kept.day::text as day, channel.name as channel_name, centre.name as centre_name,
      owner.name as owner_name, line.batch_id, ${batchNo(sql`line.batch_id`)} as batch_no, exception.no as exception_no,
      line.line_state, exists (select from payout_exception held where held.channel_id = item.channel_id and held.request_no = item.key and held.suspense_fen <> 0
        and held.theirs_fen = abs(item.theirs_fen) and held.told = case item.direction when 'out' then 'success' else 'returned' end) as is_excepted,
      transfer.ref_type as record_use, transfer.ref_no as record_no, coalesce(${modeOfUndone}, ${recordMode}) as record_mode, ${isStale} as is_stale, ${closedDaysOfItem} as days_to_reopen,
      item.side = 'bank' and transfer.ref_no is null and (${isOfSlip} or ${isNotExplainedElsewhere({ table: 'item', key: 'key' })} and (${isOfCredit} or ${isOfRegisteredTransfer})) and item.ours_fen - item.theirs_fen + (
          select sum(case when other.ending in ('charge', 'interest', 'book') then other.ours_fen - other.theirs_fen else other.suspense_fen end) from recon_item other
          where other.channel_id = item.channel_id and other.key = item.key and other.side = 'bank' and other.direction = item.direction) <> 0 as is_known,
      coalesce(app.is_same_hand(item.proposed_by, ${ctx.actor.userId}::bigint), false) as is_same_hand
    from recon_item item join recon_day kept on kept.id = item.day_id join channel on channel.id = item.channel_id join centre on centre.id = item.centre_id
      left join app_user owner on owner.id = item.owner_id left join ${paymentsByOrder} line on line.attempt_id = item.attempt_id
      left join payout_exception exception on exception.id = item.exception_id
      left join lateral ${bookedTransferOf(transferOfItem)} transfer on item.side = 'bank' and item.attempt_id is null and not item.is_registered
      left join ${returnedCredit}
    where item.id = any(${[...ids]}::bigint[])`
  return sortByIds(ids, rows)
}

/** Returns a page of differences, newest first. */
export async function listItems(ctx: Context, filter: ItemFilter, page: PageRequest): Promise<{ rows: ItemRow[]; next: number | null }> {
  const { ids, next } = await pageKeys(ctx, itemListing(ctx, filter), page)
  return { rows: await itemsByIds(ctx, ids), next }
}

export function countItems(ctx: Context, filter: ItemFilter): Promise<number> {
  return countOf(ctx, itemListing(ctx, filter))
}

/** Returns a difference in the caller's scope, locked if `isLocked`. */
export async function findItem(ctx: Context, id: number, isLocked = false): Promise<ItemRow | undefined> {
  const lockClause = isLocked ? sql`for no key update` : sql``
  return (await ctx.rows<Row<'recon_item', 'id'>>`select id from recon_item item where id = ${id} and ${centreCondition(ctx, 'item')} ${lockClause}`).length ===
    0
    ? undefined
    : (await itemsByIds(ctx, [id]))[0]
}

interface ItemStepRow extends Row<'recon_step', 'at' | 'reason' | 'kind' | 'treatment'> {
  kind: ReconItemStep
  treatment: ReconItemEnding | null
  by_name: string | null
}

/** Returns the steps of a difference, oldest first. */
export const stepsOf = (ctx: Context, itemId: number) => ctx.rows<ItemStepRow>`select kind, at, treatment, reason,
    (select name from app_user where app_user.id = by_id) as by_name from recon_step where item_id = ${itemId} order by id`

type ItemChange = Partial<
  Pick<
    Row<'recon_item'>,
    'mode' | 'state' | 'ending' | 'proposal' | 'due_on' | 'suspense_fen' | 'proposed_by' | 'exception_id' | 'owner_id' | 'settled_at' | 'stops'
  >
>

export async function changeItem(ctx: Context, row: Pick<ItemRow, 'id' | 'version'>, change: ItemChange): Promise<void> {
  await ctx.db
    .updateTable('recon_item')
    .set({ ...change, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute()
}

interface NewStep {
  readonly dayId: number
  readonly itemId?: number
  readonly centreId: number
  readonly kind: ReconItemStep | 'closed' | 'reopened'
  readonly treatment?: string | null
  readonly reason?: string
}

export async function addStep(ctx: Context, step: NewStep): Promise<void> {
  const { dayId, itemId = null, centreId, kind, treatment = null, reason = '' } = step
  await ctx.db
    .insertInto('recon_step')
    .values({ day_id: dayId, item_id: itemId, centre_id: centreId, kind, treatment, reason, by_id: ctx.actor.userId, at: ctx.now })
    .execute()
}

export const closeDay = (ctx: Context, id: number): Promise<void> =>
  ctx.run`update recon_day set state = 'closed', closed_by = ${ctx.actor.userId}, closed_at = ${ctx.now}, version = version + 1 where id = ${id}`

export const reopenDay = (ctx: Context, id: number): Promise<void> =>
  ctx.run`update recon_day set state = 'matched', closed_by = null, closed_at = null, version = version + 1 where id = ${id}`
