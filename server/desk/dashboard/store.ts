import { sql } from 'kysely'
import { dayOf, monthOf } from '#/domain/base/period.ts'
import { receivedBetween, startTimeOfMonth } from '#/server/desk/dashboard/store-months.ts'
import type { Context } from '#/server/kernel/context.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { feeShares } from '#/server/money/payouts/public.ts'
import { rulesInForce } from '#/server/organisations/fees/public.ts'

/** The number of batches for a filter and their total in fen. */
export interface AmountTotals {
  count: number
  amount: number
}

const noTotals: AmountTotals = { count: 0, amount: 0 }

/** The batch filters that the dashboard counts. */
export type BatchFilter = 'checking' | 'paying' | 'failed' | 'auditing' | 'held' | 'unknown' | 'returned'

/**
 * Counts batches by filter with their cost to the unit, exactly as the batch list does. Filters for failed, returned,
 * held or unknown lines sum only those lines.
 */
export async function batchTotals(ctx: Context, requested: readonly BatchFilter[]): Promise<Map<BatchFilter, AmountTotals>> {
  const rows = await ctx.rows<AmountTotals & { filter_name: BatchFilter; months: string[] }>`
    select place.filter_name, count(*) as count, sum(place.cost)::bigint as amount, array_agg(distinct batch.month::text) as months
    from payment_batch batch cross join lateral (values
        ('checking', case when batch.state = 'checking' then batch.cost_fen end), ('auditing', case when batch.state = 'auditing' then batch.cost_fen end),
        ('paying', case when batch.state = 'paying' then batch.cost_fen end),
        ('failed', case when batch.state in ('partial', 'failed') and (batch.failed_count > batch.failed_resent_count or batch.returned_count > batch.returned_resent_count) then batch.failed_cost_fen - batch.failed_resent_cost_fen + batch.returned_cost_fen - batch.returned_resent_cost_fen end),
        ('returned', case when batch.state in ('partial', 'failed') and batch.returned_count > batch.returned_resent_count then batch.returned_cost_fen - batch.returned_resent_cost_fen end)
      ) as place(filter_name, cost)
    where place.cost is not null and batch.state in ('checking', 'auditing', 'paying', 'partial', 'failed') and ${inScope(ctx.scope, 'batch', { mode: true })}
    group by place.filter_name`
  const totalsByFilter = new Map<BatchFilter, AmountTotals>(rows.map(({ filter_name, count, amount }) => [filter_name, { count, amount }]))
  const hasOpenFilter = requested.includes('held') || requested.includes('unknown')
  const months = hasOpenFilter ? (rows.find((row) => row.filter_name === 'paying')?.months ?? []) : []
  if (months.length > 0) for (const { filter_name, ...totals } of await heldAndUnknownTotals(ctx, months)) totalsByFilter.set(filter_name, totals)
  return new Map(requested.map((name) => [name, totalsByFilter.get(name) ?? noTotals]))
}

/** Counts paying batches with held or unknown lines. Months are listed so that only their partitions are planned. */
async function heldAndUnknownTotals(ctx: Context, months: readonly string[]): Promise<(AmountTotals & { filter_name: 'held' | 'unknown' })[]> {
  return ctx.rows<AmountTotals & { filter_name: 'held' | 'unknown' }>`
    select line.state as filter_name, count(distinct batch.id) as count, sum(line.cost_fen)::bigint as amount
    from payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id
    where batch.state = 'paying' and line.state in ('held', 'unknown') and line.month = any(${[...months]}::date[]) and ${inScope(ctx.scope, 'batch', { mode: true })}
    group by line.state`
}

export interface RankedUnit {
  unit_id: number
  unit_name: string
  amount: number
  count: number
  total: number
}

/**
 * Returns the units in the caller's scope with the highest net paid this month; each row carries the total of all
 * units.
 */
export async function unitRanking(ctx: Context, limit: number): Promise<RankedUnit[]> {
  const month = monthOf(ctx.now)
  return ctx.rows<RankedUnit>`
    select paid.unit_id, (select name from unit where unit.id = paid.unit_id) as unit_name, paid.amount, paid.count, paid.total from (
      select line.unit_id, sum(line.net_fen)::bigint as amount, count(*) as count, (sum(sum(line.net_fen)) over ())::bigint as total
      from payment_line line where ${receivedBetween(month, month)} and ${inScope(ctx.scope, 'line', { mode: true })}
      group by line.unit_id order by amount desc, line.unit_id limit ${limit}) paid
    order by paid.amount desc, paid.unit_id`
}

export interface CentreRow extends Row<'centre', 'id' | 'name'> {
  amount: number
  count: number
  auditing: number
  paying: number
  returned: number
}

/** Returns each centre in the caller's scope with this month's payments and its open batches. */
export async function centres(ctx: Context): Promise<CentreRow[]> {
  const month = monthOf(ctx.now)
  return ctx.rows<CentreRow>`
    select centre.id, centre.name, coalesce(paid.amount, 0)::bigint as amount, coalesce(paid.count, 0) as count, coalesce(waiting.auditing, 0) as auditing,
      coalesce(waiting.paying, 0) as paying, coalesce(waiting.returned, 0) as returned
    from centre
      left join (select line.centre_id, sum(line.net_fen) as amount, count(*) as count from payment_line line
        where ${receivedBetween(month, month)} and ${inScope(ctx.scope, 'line', { mode: true })} group by line.centre_id) paid on paid.centre_id = centre.id
      left join (select batch.centre_id, count(*) filter (where batch.state = 'auditing') as auditing, count(*) filter (where batch.state = 'paying') as paying,
          count(*) filter (where batch.state in ('partial', 'failed') and batch.returned_count > batch.returned_resent_count) as returned
        from payment_batch batch where batch.state in ('auditing', 'paying', 'partial', 'failed') and ${inScope(ctx.scope, 'batch', { mode: true })}
        group by batch.centre_id) waiting on waiting.centre_id = centre.id
    order by amount desc, centre.id`
}

export interface PartnerUnitRow extends Row<'unit', 'id' | 'name'> {
  is_own: boolean
  net: number
  commission: number
  has_rule: boolean
  has_reversal: boolean
}

/**
 * Returns whether a partner shares a unit's fees today, by a rule for the unit or a general rule of one of its centres.
 */
function hasSplitRule(ctx: Context, partnerId: number) {
  return sql<boolean>`exists (select from ${rulesInForce(dayOf(ctx.now))} rule join unit_setting place on place.centre_id = rule.centre_id and place.unit_id = unit.id
    where rule.party_type = 'partner' and coalesce(rule.party_id, ${partnerId}) = ${partnerId} and coalesce(rule.unit_id, unit.id) = unit.id
      and coalesce(rule.mode, place.mode) = place.mode)`
}

/**
 * Returns a partner's current units, and former ones that still bring commission, with this month's net and commission.
 * Names no payees.
 */
export async function unitsOfPartner(ctx: Context, partnerId: number): Promise<PartnerUnitRow[]> {
  const month = monthOf(ctx.now)
  const partnerUnits = sql`select id from unit where partner_id = ${partnerId}`
  return ctx.widen(
    'own units',
    () =>
      ctx.rows<PartnerUnitRow>`
      select unit.id, unit.name, unit.partner_id is not distinct from ${partnerId}::bigint as is_own, coalesce(paid.net, 0)::bigint as net,
        coalesce(earned.commission, 0)::bigint as commission, coalesce(earned.has_reversal, false) as has_reversal, ${hasSplitRule(ctx, partnerId)} as has_rule
      from unit
        left join (select line.unit_id, sum(line.net_fen) as net from payment_line line
          where ${receivedBetween(month, month)} and line.unit_id in (${partnerUnits}) group by line.unit_id) paid on paid.unit_id = unit.id
        left join (select unit_id, sum(amount_fen) as commission, bool_or(state = 'reversed') as has_reversal from ${feeShares} item
          where party_type = 'partner' and party_id = ${partnerId} and at >= ${startTimeOfMonth(month)}::timestamptz group by unit_id) earned on earned.unit_id = unit.id
      where unit.partner_id = ${partnerId} or earned.unit_id is not null
      order by net desc, unit.id`,
  )
}

export interface ReceiptTotals {
  count: number
  gross: number
  tax: number
  vat: number
  surcharge: number
  incomeTax: number
  fee: number
  net: number
}

const receiptsOfYearCondition = (ctx: Context, operatorId: number) =>
  sql`line.operator_id = ${operatorId} and ${receivedBetween(`${monthOf(ctx.now).slice(0, 4)}-01`, `${monthOf(ctx.now).slice(0, 4)}-12`)}`

const receiptSumColumns = sql`count(*) as count, coalesce(sum(gross_fen), 0)::bigint as gross, coalesce(sum(vat_fen + surcharge_fen + iit_fen), 0)::bigint as tax,
  coalesce(sum(vat_fen), 0)::bigint as vat, coalesce(sum(surcharge_fen), 0)::bigint as surcharge, coalesce(sum(iit_fen), 0)::bigint as "incomeTax",
  coalesce(sum(fee_operator_fen), 0)::bigint as fee, coalesce(sum(net_fen), 0)::bigint as net`
export const noReceipts: ReceiptTotals = { count: 0, gross: 0, tax: 0, vat: 0, surcharge: 0, incomeTax: 0, fee: 0, net: 0 }

export async function receiptTotals(ctx: Context, operatorId: number): Promise<ReceiptTotals> {
  return (
    (await ctx.widen(
      'own payments',
      () => ctx.row<ReceiptTotals>`select ${receiptSumColumns} from payment_line line where ${receiptsOfYearCondition(ctx, operatorId)}`,
    )) ?? noReceipts
  )
}

/** Returns an operator's totals of this year per month and withholding centre, latest first. */
export const taxMonths = (ctx: Context, operatorId: number): Promise<(ReceiptTotals & { paid_in: string; agent: string })[]> =>
  ctx.widen(
    'own payments',
    () =>
      ctx.rows<
        ReceiptTotals & { paid_in: string; agent: string }
      >`select to_char(line.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM') as paid_in, centre.legal_name as agent, ${receiptSumColumns}
      from payment_line line join centre on centre.id = line.centre_id where ${receiptsOfYearCondition(ctx, operatorId)} group by 1, centre.id, 2 order by 1 desc, 2`,
  )

export interface ReceiptRow extends Row<'payment_line', 'id' | 'no' | 'service' | 'finished_at'>, Omit<ReceiptTotals, 'count'> {
  unit_name: string
  finished_at: Date
}

/** Returns an operator's payments of this year with their tax, latest first. */
export const receipts = (ctx: Context, operatorId: number, page: { page: number; size: number }): Promise<ReceiptRow[]> =>
  ctx.widen(
    'own payments',
    () =>
      ctx.rows<ReceiptRow>`select line.id, line.no, (select name from unit where unit.id = line.unit_id) as unit_name, line.service, line.gross_fen as gross,
        line.vat_fen + line.surcharge_fen + line.iit_fen as tax, line.vat_fen as vat, line.surcharge_fen as surcharge, line.iit_fen as "incomeTax", line.fee_operator_fen as fee, line.net_fen as net, line.finished_at
      from payment_line line where ${receiptsOfYearCondition(ctx, operatorId)}
      order by line.finished_at desc, line.id desc limit ${page.size} offset ${(page.page - 1) * page.size}`,
  )
