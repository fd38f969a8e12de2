import { type RawBuilder, sql } from 'kysely'
import { shiftDay } from '#/domain/base/period.ts'
import { daysOfPeriod, type FilingKind } from '#/domain/taxation/business-filing.ts'
import { hadConsentAt } from '#/server/agreements/contracts/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { batchNo } from '#/server/money/payments/public.ts'
import { clearedAt, generalDays, generalSince, generalTimes, levyAt, taxKindSpans } from '#/server/people/entities/public.ts'
import { hasSpecialInvoice } from '#/server/taxation/businessinvoices/public.ts'

export const startOfDay = (day: string) => sql`(${day}::timestamp at time zone 'Asia/Shanghai')`

export const quarterAt = (at: RawBuilder<unknown>) => sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY"-Q"Q')`

const lastDayOf = (period: RawBuilder<unknown>) =>
  sql`((make_date(left(${period}, 4)::int, case when ${period} like '%Q%' then right(${period}, 1)::int * 3 else 12 end, 1) + interval '1 month' - interval '1 day') at time zone 'Asia/Shanghai')`

// The sales of a business are its invoiced amounts, including tax borne by the unit.
const salesAmount = sql`app.business_invoice_due('business', line.cost_fen, line.fee_unit_fen)`

/** Payments to businesses and their returns. Each counts on its own day, even if the line changes later. */
export const movementTable = (entities: readonly number[], from: string, to: string) => sql`(
    select line.id, line.month, line.entity_id, line.booked_at as at, line.booked_at as paid_at, false as is_return, ${salesAmount} as gross_fen, line.vat_fen + line.surcharge_fen + line.iit_fen as tax_fen from payment_line line
      where line.entity_id = any(${[...entities]}::bigint[]) and line.booked_at >= ${startOfDay(from)} and line.booked_at < ${startOfDay(to)}
    union all
    select line.id, line.month, line.entity_id, line.returned_at, line.booked_at, true, -${salesAmount}, -(line.vat_fen + line.surcharge_fen + line.iit_fen) from payment_line line
      where line.entity_id = any(${[...entities]}::bigint[]) and line.booked_at is not null and line.returned_at >= ${startOfDay(from)} and line.returned_at < ${startOfDay(to)})`

export interface BusinessRow
  extends Row<'operator_entity', 'id' | 'operator_id' | 'centre_id' | 'form' | 'tax_kind' | 'levy' | 'credit_code'>,
    Row<'centre', 'city_rate_ppm' | 'region_code'>,
    Row<'entity_levy_rate', 'rate_ppm'> {
  filing_id: Row<'business_filing_figure'>['filing_id'] | null
  rate_document: string
  /** The end of the sales in the filing, if earlier than the end of the period. A closed filing keeps its end. */
  ends_at: Row<'business_filing'>['ends_at']
  /** The times as a general taxpayer, from first days to days after them; '' and null are open. */
  general_days: { readonly from: string; readonly to: string | null }[]
}

/** The times of a business `entity` whose payments and returns do not count in its filings of a kind, as one multirange. */
export const excludedTimes = (kind: FilingKind) => (kind === 'vat' ? generalTimes : sql`'{}'::tstzmultirange`)

/** Condition that a movement counts in the filing of a business: before its end, and neither paid nor returned in an excluded time. */
export const isCounted = (moved: RawBuilder<unknown>, business: RawBuilder<unknown>) =>
  sql`(${business}.ends_at is null or ${moved}.at < ${business}.ends_at) and not ${business}.excluded @> ${moved}.paid_at and not ${business}.excluded @> ${moved}.at`

// The rate that the tax office set for this business.
const levyRateJoin = (
  day: string,
) => sql`left join lateral (select rate_ppm, document_no from entity_levy_rate rate where rate.entity_id = entity.id and rate.valid_from <= ${day}::date
  order by rate.valid_from desc, rate.id desc limit 1) own on true`

const hasMovementBetween = (
  start: RawBuilder<unknown>,
  end: RawBuilder<unknown>,
) => sql`(exists (select from payment_line line where line.entity_id = entity.id and line.booked_at >= ${start} and line.booked_at < ${end})
  or exists (select from payment_line line where line.entity_id = entity.id and line.booked_at is not null and line.returned_at >= ${start} and line.returned_at < ${end}))`

const hasMovement = (from: string, to: string) => hasMovementBetween(startOfDay(from), startOfDay(to))

/** Condition that a business `entity` was such a taxpayer at any time from one day to before another. */
const isTaxpayerWithin = (kind: RawBuilder<unknown>, from: string, to: string) =>
  sql`exists (select from ${taxKindSpans} span where ${kind} and span.starts_at < least(span.ends_at, ${startOfDay(to)}) and span.ends_at > ${startOfDay(from)})`

/** The moment after which payments to a business `entity` no longer count in its filing of a kind and period; null without one. */
const endOf = (kind: FilingKind, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  kind === 'vat' ? sql`least(${clearedAt}, ${generalSince(from, to)})` : clearedAt

/**
 * Condition that no later quarter of the business `entity` deducts the VAT that a `filing` with the figures `figure` leaves
 * overpaid. The business was deregistered or became a general taxpayer, in the quarter or later without a filing until then.
 */
export const isCreditUnused = sql`(filing.kind = 'vat' and figure.credit_after_fen > 0 and exists (
    select from (select ${lastDayOf(sql`filing.period`)} + interval '1 day' as closes_at) period
        cross join lateral (select ${endOf('vat', sql`period.closes_at - interval '3 months'`, sql`period.closes_at`)} as ends_at) final where final.ends_at is not null
      and not exists (select from business_filing later where later.entity_id = filing.entity_id and later.kind = 'vat' and later.period > filing.period
        and later.period <= ${quarterAt(sql`(final.ends_at - interval '1 microsecond')`)})
      and (final.ends_at <= period.closes_at
        or not (${hasMovementBetween(sql`period.closes_at`, sql`final.ends_at`)} or exists (select from entity_obligation duty where duty.entity_id = filing.entity_id
          and duty.kind = 'vat' and duty.period like '%Q%' and duty.period > filing.period and duty.period <= ${quarterAt(sql`(final.ends_at - interval '1 microsecond')`)} and duty.state <> 'void')))))`

function businessQuery(ctx: Context, kind: FilingKind, period: string, ruleDay: string, where: RawBuilder<unknown>) {
  const { from, to } = daysOfPeriod(period)
  const end = endOf(kind, startOfDay(from), startOfDay(to))
  return ctx.widen('payments of a business', () =>
    sql<BusinessRow>`select entity.id, entity.operator_id, entity.centre_id, entity.form, entity.tax_kind, ${levyAt(startOfDay(ruleDay))} as levy, entity.credit_code, app.city_rate(centre, ${ruleDay}::date) as city_rate_ppm, centre.region_code,
        filing.id as filing_id, coalesce(own.rate_ppm, 0) as rate_ppm, coalesce(own.document_no, '') as rate_document,
        case when coalesce(filing.state, 'open') <> 'open' then filing.ends_at when ${end} < ${startOfDay(to)} then ${end} end as ends_at, ${generalDays} as general_days
      from operator_entity entity join centre on centre.id = entity.centre_id
        left join business_filing filing on filing.entity_id = entity.id and filing.kind = ${kind} and filing.period = ${period} ${levyRateJoin(ruleDay)}
      where ${where} order by entity.id`.execute(ctx.db),
  )
}

/**
 * Returns the centre's businesses that must file this kind for a period and whose figures may still change. They have a
 * duty in the calendar, payments, or for VAT a special invoice.
 */
export async function businessesToFile(ctx: Context, centreId: number, kind: FilingKind, period: string, ruleDay: string): Promise<BusinessRow[]> {
  const { from, to } = daysOfPeriod(period)
  const isSmallAtEnd = isTaxpayerWithin(sql`span.kind is distinct from 'general'`, ruleDay, to)
  const mustFile = {
    vat: isTaxpayerWithin(sql`span.kind is distinct from 'general'`, from, to),
    incomeTax: isSmallAtEnd,
    incomeAnnual: sql`${levyAt(startOfDay(ruleDay))} = 'audit' and ${isSmallAtEnd}`,
    annualReport: sql`entity.state in ('operating', 'abnormal')`,
  }[kind]
  const hasDuty = sql`exists (select from entity_obligation duty where duty.entity_id = entity.id and duty.kind = ${kind} and duty.period = ${period} and duty.state <> 'void')`
  const hasSales = kind === 'vat' ? sql`(${hasMovement(from, to)} or ${hasSpecialInvoice(from, to)})` : hasMovement(from, to)
  const where = sql`entity.centre_id = ${centreId} and coalesce(filing.state, 'open') = 'open' and (filing.id is not null or ((${hasDuty} or ${hasSales}) and ${mustFile}))`
  return (await businessQuery(ctx, kind, period, ruleDay, where)).rows
}

/** Returns these businesses with their filings of a kind and period, in any state of the filings. */
export async function businessesWithFiling(
  ctx: Context,
  entityIds: readonly number[],
  { kind, period }: { readonly kind: FilingKind; readonly period: string },
  ruleDay: string,
): Promise<BusinessRow[]> {
  return (await businessQuery(ctx, kind, period, ruleDay, sql`entity.id = any(${[...entityIds]}::bigint[])`)).rows
}

/** Returns whether a business of the centre was deregistered since a day. */
export async function hasClearedBusiness(ctx: Context, centreId: number, since: string): Promise<boolean> {
  const row = await ctx.widen(
    'payments of a business',
    () =>
      ctx.row<{
        is_found: boolean
      }>`select exists (select from operator_entity entity where entity.centre_id = ${centreId} and entity.state in ('cancelling', 'cancelled')
      and ${clearedAt} >= ${startOfDay(since)}) as is_found`,
  )
  return row?.is_found ?? false
}

/** Returns the business of a filing, in any state of the filing. */
export async function businessesOfFiling(
  ctx: Context,
  filing: { entity_id: number; kind: FilingKind; period: string },
  ruleDay: string,
): Promise<BusinessRow[]> {
  return (await businessQuery(ctx, filing.kind, filing.period, ruleDay, sql`entity.id = ${filing.entity_id}`)).rows
}

/**
 * Returns the general taxpayers paid in a period. The VAT of general taxpayers is monthly and reduced by input VAT that
 * is unknown here, so they file themselves.
 */
export async function generalTaxpayers(ctx: Context, centreId: number, kind: FilingKind, period: string): Promise<Row<'operator_entity', 'name'>[]> {
  const { from, to } = daysOfPeriod(period)
  return ctx.widen(
    'payments of a business',
    () =>
      ctx.rows<Row<'operator_entity', 'name'>>`select entity.name from operator_entity entity where entity.centre_id = ${centreId}
      and ${isTaxpayerWithin(sql`span.kind = 'general'`, kind === 'vat' ? from : shiftDay(to, -1), to)} and ${hasMovement(from, to)} order by entity.id`,
  )
}

/** A payment that contributes to the figures of a filing. */
export interface SourceRow extends Row<'payment_line', 'id' | 'no' | 'gross_fen' | 'centre_id'>, Row<'business_filing_step', 'at'> {
  batch_no: string
  unit_name: string
  is_return: boolean
}

/** Returns up to `limit` payments and returns of a business that count in its filing, between two days. */
export async function sourcesOf(
  ctx: Context,
  { entity_id: entityId, ends_at: end, kind }: { entity_id: number; ends_at: Date | null; kind: FilingKind },
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
): Promise<SourceRow[]> {
  return ctx.widen(
    'payments of a business',
    () =>
      ctx.rows<SourceRow>`with business as materialized (select ${end}::timestamptz as ends_at, ${excludedTimes(kind)} as excluded from operator_entity entity where entity.id = ${entityId})
      select moved.id, line.no, moved.gross_fen, line.centre_id, ${batchNo(sql`line.batch_id`)} as batch_no, unit.name as unit_name, moved.is_return, moved.at
      from ${movementTable([entityId], from, to)} moved join business on ${isCounted(sql`moved`, sql`business`)}
        join payment_line line on line.month = moved.month and line.id = moved.id join unit on unit.id = line.unit_id
      order by moved.at, moved.id limit ${limit}`,
  )
}

interface EarlierQuarterRow extends Row<'operator_entity', 'name'>, Row<'business_filing', 'period'> {
  /** The filing of the quarter, open or in correction; null if it was not prepared. */
  id: Row<'business_filing'>['id'] | null
}

/**
 * Returns the earlier quarters that are open or in correction and change these filings: for income tax those of the year,
 * for VAT all, because they carry returns. An edition in correction may still be cancelled. A business taxed by its books
 * must also file the income tax of its quarters that were not prepared, because their tax counts as zero until then.
 */
export async function earlierOpenQuarters(ctx: Context, filingIds: readonly number[]): Promise<EarlierQuarterRow[]> {
  const isEarlier = (period: RawBuilder<unknown>) =>
    sql`left(${period}, 4) = left(filing.period, 4) and (filing.kind = 'incomeAnnual' or ${period} < filing.period)`
  return ctx.widen(
    'payments of a business',
    () =>
      ctx.rows<EarlierQuarterRow>`select earlier.id, entity.name, earlier.period
      from business_filing filing join operator_entity entity on entity.id = filing.entity_id cross join lateral (
        select other.id, other.period from business_filing other
          where other.entity_id = filing.entity_id and other.state in ('open', 'correcting') and (other.kind = 'vat' and filing.kind = 'vat' and other.period < filing.period
            or other.kind = 'incomeTax' and filing.kind in ('incomeTax', 'incomeAnnual') and ${isEarlier(sql`other.period`)})
        union all select null, duty.period from entity_obligation duty
          where filing.kind in ('incomeTax', 'incomeAnnual') and duty.entity_id = filing.entity_id and duty.kind = 'incomeTax' and duty.state in ('open', 'overdue') and ${levyAt(lastDayOf(sql`filing.period`))} = 'audit' and ${isEarlier(sql`duty.period`)}
            and not exists (select from business_filing known where known.entity_id = duty.entity_id and known.kind = 'incomeTax' and known.period = duty.period)) earlier
      where filing.id = any(${[...filingIds]}::bigint[]) order by earlier.period, filing.id`,
  )
}

/**
 * Returns the first VAT period in correction that changes an income tax filing: one of its year up to its period, or of an
 * earlier year.
 */
export async function correctedVatPeriod(ctx: Context, filing: Row<'business_filing', 'entity_id' | 'kind' | 'period'>): Promise<string | null> {
  if (filing.kind !== 'incomeTax' && filing.kind !== 'incomeAnnual') return null
  const lastPeriod = filing.kind === 'incomeAnnual' ? `${filing.period}-Q4` : filing.period
  const row = await ctx.widen(
    'payments of a business',
    () =>
      ctx.row<{ period: Row<'business_filing'>['period'] | null }>`select min(period) as period from business_filing
      where entity_id = ${filing.entity_id} and kind = 'vat' and state = 'correcting' and period <= ${lastPeriod}`,
  )
  return row?.period ?? null
}

/** Returns the centres with registered businesses that may file. */
export async function centresWithBusinesses(ctx: Context): Promise<number[]> {
  const rows = await ctx.rows<
    Row<'centre', 'id'>
  >`select centre.id from centre where exists (select from operator_entity entity where entity.centre_id = centre.id
    and entity.state in ('operating', 'abnormal', 'cancelling')) order by centre.id`
  return rows.map((row) => row.id)
}

/** Condition of an operator's authorisation of the centre to file, in force at the end of a day. */
export const isAuthorised = (operator: RawBuilder<unknown>, centre: RawBuilder<unknown>, day: string) =>
  hadConsentAt({ operator, centre, kind: 'tax_filing', at: sql`(${startOfDay(shiftDay(day, 1))} - interval '1 microsecond')` })

/** Returns whether an operator's authorisation of the centre to file was in force at the end of a day. */
export async function hasConsent(ctx: Context, operatorId: number, centreId: number, day: string): Promise<boolean> {
  return (
    (
      await ctx.widen(
        'payments of a business',
        () => ctx.row<{ is_held: boolean }>`select ${isAuthorised(sql`${operatorId}`, sql`${centreId}`, day)} as is_held`,
      )
    )?.is_held ?? false
  )
}
