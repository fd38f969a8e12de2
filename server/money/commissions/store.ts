import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { userType } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { monthStart } from '#/domain/base/period.ts'
import type { BillParty, BillState, CommissionDayState, PendingBillStep } from '#/domain/money/commission.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { type LegalEntity, legalEntityColumns } from '#/server/kernel/installation/legal-entity.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageKeys, placesInScope, sortByIds, totalsOf } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { isReturnForCaller, type TransferReturnJson, transferReturnsOf } from '#/server/money/ledger/public.ts'
import { batchNo, batchWithNo } from '#/server/money/payments/public.ts'

/**
 * Restricts commission to the caller. Partners and sales staff see their own, centre and platform that of their scope.
 * Row-level security enforces the same.
 */
function scopeCondition({ actor, scope }: Context, table: 'earned' | 'bill'): Expression<SqlBool> {
  const [type, id] = [sql.ref(`${table}.party_type`), sql.ref(`${table}.party_id`)]
  if (actor.partnerId !== null) return sql<SqlBool>`(${type} = 'partner' and ${id} = ${actor.partnerId})`
  const centreCondition = inScope({ ...scope, unitIds: [] }, table, { mode: true })
  const isSales = actor.usertype === userType.centre && scope.unitIds.length > 0
  return isSales ? sql<SqlBool>`(${type} = 'staff' and ${id} = ${actor.userId} and ${centreCondition})` : centreCondition
}

const partyName = (table: 'earned' | 'bill') => sql<string>`coalesce(case ${sql.ref(`${table}.party_type`)}
  when 'partner' then (select name from partner where partner.id = ${sql.ref(`${table}.party_id`)})
  else (select name from app_user where app_user.id = ${sql.ref(`${table}.party_id`)}) end, '')`

export type DayFilter = FilterOf<Modules['commissions']['days']>

/** A party's commission on one batch and day. */
export interface DayRow
  extends Row<'commission_day', 'id' | 'day' | 'mode' | 'party_type' | 'base_fen' | 'fee_fen' | 'accrued_fen' | 'reversed_fen' | 'bill_id'> {
  mode: Mode
  party_type: BillParty
  stands: CommissionDayState
  centre_name: string
  unit_name: string
  batch_no: string
  party_name: string
  bill_no: string | null
}

const stateConditions: Readonly<Record<CommissionDayState, Expression<SqlBool>>> = {
  accruing: sql<SqlBool>`earned.bill_id is null`,
  billed: sql<SqlBool>`exists (select from commission_bill bill where bill.id = earned.bill_id and bill.state <> 'paid')`,
  paid: sql<SqlBool>`exists (select from commission_bill bill where bill.id = earned.bill_id and bill.state = 'paid')`,
}

function dayListing(ctx: Context, filter: DayFilter): Listing {
  const parts: Expression<SqlBool>[] = [scopeCondition(ctx, 'earned')]
  if (filter.from) parts.push(sql<SqlBool>`earned.day >= ${filter.from}::date`)
  if (filter.to) parts.push(sql<SqlBool>`earned.day <= ${filter.to}::date`)
  if (filter.unitId) parts.push(sql<SqlBool>`earned.unit_id = ${filter.unitId}`)
  if (filter.billId) parts.push(sql<SqlBool>`earned.bill_id = ${filter.billId}`)
  if (filter.states?.length) {
    const stateAlternatives = filter.states.map((state) => stateConditions[state])
    parts.push(sql<SqlBool>`(${sql.join(stateAlternatives, sql` or `)})`)
  }
  if (filter.keyword) {
    parts.push(sql<SqlBool>`(earned.unit_id in (select id from unit where name ilike ${containsPattern(filter.keyword)})
      or earned.batch_id in ${batchWithNo(filter.keyword)})`)
  }
  return {
    table: sql`commission_day earned`,
    where: allOf(parts),
    id: sql`earned.id`,
    order: { by: [sql`earned.day`] },
    places: filter.billId || filter.unitId ? null : placesInScope(ctx, 'earned', { mode: true }),
  }
}

/** Returns a page of earned commission, newest day first. */
export async function listDays(ctx: Context, filter: DayFilter, page: PageRequest): Promise<{ rows: DayRow[]; next: number | null }> {
  const { ids, next } = await readOwn(ctx, filter.keyword, () => pageKeys(ctx, dayListing(ctx, filter), page))
  // The ids come from the party's scope. The rows name units and batches outside that scope.
  const dayRows = await ctx.widen(
    'own commission',
    () =>
      ctx.rows<DayRow>`select earned.id, earned.day::text as day, earned.mode, earned.party_type, earned.base_fen, earned.fee_fen, earned.accrued_fen, earned.reversed_fen, earned.bill_id,
        case when bill.id is null then 'accruing' when bill.state = 'paid' then 'paid' else 'billed' end as stands, centre.name as centre_name, unit.name as unit_name,
        ${batchNo(sql`earned.batch_id`)} as batch_no, ${partyName('earned')} as party_name, bill.no as bill_no
      from commission_day earned join centre on centre.id = earned.centre_id join unit on unit.id = earned.unit_id
        left join commission_bill bill on bill.id = earned.bill_id
      where earned.id = any(${ids}::bigint[])`,
  )
  return { rows: sortByIds(ids, dayRows), next }
}

// A keyword also matches units outside the party's current scope. The query itself restricts the rows to the party.
function readOwn<T>(ctx: Context, keyword: string | undefined, read: () => Promise<T>): Promise<T> {
  return keyword ? ctx.widen('own commission', read) : read()
}

export function dayTotals(ctx: Context, filter: DayFilter, isWhole: boolean) {
  const sums = sql`coalesce(sum(base_fen), 0)::bigint as base, coalesce(sum(fee_fen), 0)::bigint as fee, coalesce(sum(accrued_fen + reversed_fen), 0)::bigint as commission`
  const columns = sql`base_fen, fee_fen, accrued_fen, reversed_fen`
  return readOwn(ctx, filter.keyword, () =>
    totalsOf<{ base: number; fee: number; commission: number }>(ctx, dayListing(ctx, filter), { columns, sums, isWhole }),
  )
}

/** Returns a partner's commission by month (yyyy-MM), from `first` on; months without commission have no row. */
export async function partnerMonths(ctx: Context, partnerId: number, first: string): Promise<{ booked_in: string; commission: number }[]> {
  return ctx.rows<{ booked_in: string; commission: number }>`
    select to_char(earned.day, 'YYYY-MM') as booked_in, sum(earned.accrued_fen + earned.reversed_fen)::bigint as commission
    from commission_day earned where earned.party_type = 'partner' and earned.party_id = ${partnerId} and earned.day >= ${monthStart(first)}::date
      and ${scopeCondition(ctx, 'earned')} group by 1`
}

export type BillFilter = FilterOf<Modules['commissions']['list']>

export interface BillRow extends Row<'commission_bill'>, LegalEntity {
  mode: Mode
  party_type: BillParty
  state: BillState
  period_text: string
  centre_name: string
  party_name: string
  /** Returns of its payments by the bank that were not declined, oldest first. */
  bank_returns: TransferReturnJson[]
}

/** Matches the bills pending for the caller, as the task list counts them. */
function waitingFor(ctx: Context, waits: PendingBillStep): Expression<SqlBool> {
  const { userId, partnerId } = ctx.actor
  if (waits === 'toConfirm') {
    const ownBillCondition =
      partnerId === null ? sql`bill.party_type = 'staff' and bill.party_id = ${userId}` : sql`bill.party_type = 'partner' and bill.party_id = ${partnerId}`
    return sql<SqlBool>`(bill.state = 'generated' and ${ownBillCondition})`
  }
  if (waits === 'toPay')
    return sql<SqlBool>`(bill.prepared_by is null and (bill.state in ('disputed', 'invoiced') or (bill.state = 'confirmed' and bill.party_type = 'staff'))
      and (bill.party_type <> 'staff' or bill.party_id <> ${userId}))`
  return sql<SqlBool>`((bill.state <> 'paid' and bill.prepared_by <> ${userId}) or exists (
    select from commission_adjustment waiting where waiting.bill_id = bill.id and waiting.state = 'proposed' and waiting.proposed_by <> ${userId})
    or ${isReturnForCaller(ctx, 'commission_bill', sql`bill.id`)})`
}

function billListing(ctx: Context, filter: BillFilter): Listing {
  const parts: Expression<SqlBool>[] = [scopeCondition(ctx, 'bill')]
  if (filter.states?.length) parts.push(sql<SqlBool>`bill.state = any(${[...filter.states]}::text[])`)
  if (filter.month) parts.push(sql<SqlBool>`bill.period = ${`${filter.month}-01`}::date`)
  if (filter.party) parts.push(sql<SqlBool>`bill.party_type = ${filter.party}`)
  if (filter.waits) parts.push(waitingFor(ctx, filter.waits))
  if (filter.keyword) parts.push(sql<SqlBool>`(bill.no = ${filter.keyword} or ${partyName('bill')} ilike ${containsPattern(filter.keyword)})`)
  return { table: sql`commission_bill bill`, where: allOf(parts), id: sql`bill.id`, places: placesInScope(ctx, 'bill', { mode: true }) }
}

async function billsByIds(ctx: Context, ids: readonly number[]): Promise<BillRow[]> {
  const bills = await ctx.widen(
    'own commission',
    () =>
      ctx.rows<BillRow>`select bill.*, bill.paid_on::text as paid_on, to_char(bill.period, 'YYYY-MM') as period_text, centre.name as centre_name, ${legalEntityColumns}, ${partyName('bill')} as party_name,
        ${transferReturnsOf(ctx, 'commission_bill', sql`bill.id`)} as bank_returns
      from commission_bill bill join centre on centre.id = bill.centre_id where bill.id = any(${[...ids]}::bigint[])`,
  )
  return sortByIds(ids, bills)
}

/** Returns a page of bills, newest first. */
export async function listBills(ctx: Context, filter: BillFilter, page: PageRequest): Promise<{ rows: BillRow[]; next: number | null }> {
  const { ids, next } = await pageKeys(ctx, billListing(ctx, filter), page)
  return { rows: await billsByIds(ctx, ids), next }
}

export function billTotals(ctx: Context, filter: BillFilter, isWhole: boolean) {
  return totalsOf<{ amount: number }>(ctx, billListing(ctx, filter), {
    columns: sql`amount_fen`,
    sums: sql`coalesce(sum(amount_fen), 0)::bigint as amount`,
    isWhole,
  })
}

/** Returns a bill in the caller's scope, locked where `isLocked`. */
export async function findBill(ctx: Context, id: number, isLocked = false): Promise<BillRow | undefined> {
  const lockClause = isLocked ? sql`for no key update` : sql``
  const bills = await ctx.rows<
    Row<'commission_bill', 'id'>
  >`select id from commission_bill bill where id = ${id} and ${scopeCondition(ctx, 'bill')} ${lockClause}`
  return bills.length === 0 ? undefined : (await billsByIds(ctx, [id]))[0]
}

/** Returns the caller's commission as sales staff in a month at the current centre, in fen. */
export async function salesCommission(ctx: Context, month: string): Promise<number> {
  const row = await ctx.row<{ amount: number }>`select coalesce(sum(accrued_fen + reversed_fen), 0)::bigint as amount from commission_day earned
    where earned.party_type = 'staff' and earned.party_id = ${ctx.actor.userId} and earned.day >= ${monthStart(month)}::date
      and ${inScope({ ...ctx.scope, unitIds: [] }, 'earned', { mode: true })}`
  return row?.amount ?? 0
}
