import { type RawBuilder, sql } from 'kysely'
import { shiftDay } from '#/domain/base/period.ts'
import { daysOfPeriod, type FilingKind, previousQuarter } from '#/domain/taxation/business-filing.ts'
import { hadConsentAt } from '#/server/agreements/contracts/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { batchNo } from '#/server/money/payments/public.ts'
import { clearedAt, generalFrom, levyAt, taxKindSpans } from '#/server/people/entities/public.ts'

const startOfDay = (day: string) => sql`(${day}::timestamp at time zone 'Asia/Shanghai')`

const lastDayOf = (period: RawBuilder<unknown>) =>
  sql`((make_date(left(${period}, 4)::int, case when ${period} like '%Q%' then right(${period}, 1)::int * 3 else 12 end, 1) + interval '1 month' - interval '1 day') at time zone 'Asia/Shanghai')`

// The sales of a business are its invoiced amounts, including tax borne by the unit.
const salesAmount = sql`app.business_invoice_due('business', line.cost_fen, line.fee_unit_fen)`

/** Payments to businesses and their returns. Each counts on its own day, even if the line changes later. */
const movementTable = (entities: readonly number[], from: string, to: string) => sql`(
    select line.id, line.month, line.entity_id, line.booked_at as at, false as is_return, ${salesAmount} as gross_fen, line.vat_fen + line.surcharge_fen + line.iit_fen as tax_fen from payment_line line
      where line.entity_id = any(${[...entities]}::bigint[]) and line.booked_at >= ${startOfDay(from)} and line.booked_at < ${startOfDay(to)}
    union all
    select line.id, line.month, line.entity_id, line.returned_at, true, -${salesAmount}, -(line.vat_fen + line.surcharge_fen + line.iit_fen) from payment_line line
      where line.entity_id = any(${[...entities]}::bigint[]) and line.booked_at is not null and line.returned_at >= ${startOfDay(from)} and line.returned_at < ${startOfDay(to)})`

export interface BusinessRow
  extends Row<'operator_entity', 'id' | 'operator_id' | 'centre_id' | 'form' | 'tax_kind' | 'levy' | 'credit_code'>,
    Row<'centre', 'city_rate_ppm' | 'region_code'>,
    Row<'entity_levy_rate', 'rate_ppm'> {
  filing_id: Row<'business_filing_figure'>['filing_id'] | null
  rate_document: string
  /** The end of the sales in the filing, if earlier than the end of the period. A closed filing keeps its end. */
  ends_at: Row<'business_filing'>['ends_at']
}

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

/** The moment after which payments to a business `entity` no longer count in filings of a kind; null without one. */
const endOf = (kind: FilingKind) => (kind === 'vat' ? sql`least(${clearedAt}, ${generalFrom})` : clearedAt)

/**
 * Condition that a VAT `filing` with the figures `figure` leaves returns to no later filing of its business `entity`. The
 * business was deregistered or became a general taxpayer, in the quarter or later without a filing until then.
 */
export const isCarryUnused = sql`(filing.kind = 'vat' and figure.gross_fen + figure.other_fen + figure.carried_fen < 0 and exists (
    select from (select ${endOf('vat')} as ends_at, ${lastDayOf(sql`filing.period`)} + interval '1 day' as closes_at) final where final.ends_at is not null
      and not exists (select from business_filing later where later.entity_id = filing.entity_id and later.kind = 'vat' and later.period > filing.period)
      and (final.ends_at <= final.closes_at
        or not (${hasMovementBetween(sql`final.closes_at`, sql`final.ends_at`)} or exists (select from entity_obligation duty where duty.entity_id = filing.entity_id
          and duty.kind = 'vat' and duty.period like '%Q%' and duty.period > filing.period and duty.state <> 'void')))))`

function businessQuery(ctx: Context, kind: FilingKind, period: string, ruleDay: string, where: RawBuilder<unknown>) {
  return ctx.widen('payments of a business', () =>
    sql<BusinessRow>`select entity.id, entity.operator_id, entity.centre_id, entity.form, entity.tax_kind, ${levyAt(startOfDay(ruleDay))} as levy, entity.credit_code, app.city_rate(centre, ${ruleDay}::date) as city_rate_ppm, centre.region_code,
        filing.id as filing_id, coalesce(own.rate_ppm, 0) as rate_ppm, coalesce(own.document_no, '') as rate_document,
        case when coalesce(filing.state, 'open') <> 'open' then filing.ends_at when ${endOf(kind)} < ${startOfDay(daysOfPeriod(period).to)} then ${endOf(kind)} end as ends_at
      from operator_entity entity join centre on centre.id = entity.centre_id
        left join business_filing filing on filing.entity_id = entity.id and filing.kind = ${kind} and filing.period = ${period} ${levyRateJoin(ruleDay)}
      where ${where} order by entity.id`.execute(ctx.db),
  )
}

/**
 * Returns the centre's businesses that must file this kind for a period and whose figures may still change: those with
 * a duty in the calendar, or with payments.
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
  const where = sql`entity.centre_id = ${centreId} and coalesce(filing.state, 'open') = 'open' and (filing.id is not null or ((${hasDuty} or ${hasMovement(from, to)}) and ${mustFile}))`
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
  const result = await ctx.widen('payments of a business', () =>
    sql<{
      is_found: boolean
    }>`select exists (select from operator_entity entity where entity.centre_id = ${centreId} and entity.state in ('cancelling', 'cancelled')
      and ${clearedAt} >= ${startOfDay(since)}) as is_found`.execute(ctx.db),
  )
  return result.rows[0]?.is_found ?? false
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
  const result = await ctx.widen('payments of a business', () =>
    sql<Row<'operator_entity', 'name'>>`select entity.name from operator_entity entity where entity.centre_id = ${centreId}
      and ${isTaxpayerWithin(sql`span.kind = 'general'`, kind === 'vat' ? from : shiftDay(to, -1), to)} and ${hasMovement(from, to)} order by entity.id`.execute(
      ctx.db,
    ),
  )
  return result.rows
}

export interface QuarterRow extends Row<'business_filing', 'entity_id'>, Row<'business_filing_figure', 'payments' | 'gross_fen' | 'sales_fen' | 'advance_fen'> {
  quarter: string
}

/**
 * Returns the payments of all centres to these businesses, summed by quarter. The sales without VAT are rounded per
 * payment.
 */
export async function quartersOf(
  ctx: Context,
  businesses: readonly Pick<BusinessRow, 'id' | 'ends_at'>[],
  quarters: readonly { quarter: string; ratePpm: number }[],
): Promise<QuarterRow[]> {
  const [first, last] = [quarters[0], quarters.at(-1)]
  if (!first || !last || businesses.length === 0) return []
  const entities = businesses.map((business) => business.id)
  const endRows = sql`unnest(${entities}::bigint[], ${businesses.map((business) => business.ends_at?.toISOString() ?? null)}::timestamptz[]) as ending (entity_id, ends_at)`
  const rateRows = sql`unnest(${quarters.map((quarter) => quarter.quarter)}::text[], ${quarters.map((quarter) => quarter.ratePpm)}::integer[]) as rule (quarter, rate)`
  const result = await ctx.widen('payments of a business', () =>
    sql<QuarterRow>`select moved.entity_id, rule.quarter, count(*) filter (where not moved.is_return)::int as payments, sum(moved.gross_fen)::bigint as gross_fen,
        sum(round(moved.gross_fen::numeric * 1000000 / (1000000 + rule.rate)))::bigint as sales_fen, sum(moved.tax_fen)::bigint as advance_fen
      from ${movementTable(entities, daysOfPeriod(first.quarter).from, daysOfPeriod(last.quarter).to)} moved
        join ${rateRows} on rule.quarter = to_char(moved.at at time zone 'Asia/Shanghai', 'YYYY"-Q"Q')
        join ${endRows} on ending.entity_id = moved.entity_id and (ending.ends_at is null or moved.at < ending.ends_at) group by 1, 2`.execute(ctx.db),
  )
  return result.rows
}

/** The figures of a filing in its current edition: entered sales and costs, and the income tax. */
export interface EnteredFigureRow
  extends Row<'business_filing', 'entity_id' | 'period' | 'kind'>,
    Row<
      'business_filing_figure',
      | 'gross_fen'
      | 'other_fen'
      | 'carried_fen'
      | 'sales_fen'
      | 'special_fen'
      | 'entered_invoiced_fen'
      | 'entered_special_fen'
      | 'cost_fen'
      | 'iit_fen'
      | 'reason'
    > {
  kind: FilingKind
  is_filed: boolean
}

export async function enteredFiguresOf(ctx: Context, entities: readonly number[], periods: readonly string[]): Promise<EnteredFigureRow[]> {
  const result = await ctx.widen('payments of a business', () =>
    sql<EnteredFigureRow>`select filing.entity_id, filing.kind, filing.period, filing.state <> 'open' as is_filed, figure.gross_fen, figure.other_fen, figure.carried_fen, figure.sales_fen, figure.special_fen, figure.entered_invoiced_fen, figure.entered_special_fen, figure.cost_fen,
        figure.iit_fen, figure.reason
      from business_filing filing join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition
      where filing.entity_id = any(${[...entities]}::bigint[]) and filing.period = any(${[...periods]}::text[])`.execute(ctx.db),
  )
  return result.rows
}

export interface CarryStartRow extends Row<'business_filing', 'entity_id'> {
  quarter: string
}

/**
 * Returns the businesses without a VAT filing of the quarter before this one that may still carry returned payments into
 * it. Returns for each the first quarter to compute: that of its last filing, or of the first return after it.
 */
export async function carryStartsBefore(ctx: Context, entities: readonly number[], quarter: string): Promise<CarryStartRow[]> {
  const { from } = daysOfPeriod(quarter)
  const returnQuarter = sql`to_char(line.returned_at at time zone 'Asia/Shanghai', 'YYYY"-Q"Q')`
  const result = await ctx.widen('payments of a business', () =>
    sql<CarryStartRow>`select business.id as entity_id, coalesce(case when last.total_fen < 0 then last.period end, back.quarter) as quarter
      from unnest(${[...entities]}::bigint[]) as business (id)
        left join lateral (select filing.period, figure.gross_fen + figure.other_fen + figure.carried_fen as total_fen
          from business_filing filing join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition
          where filing.entity_id = business.id and filing.kind = 'vat' and filing.period < ${quarter} order by filing.period desc limit 1) last on true
        left join lateral (select min(${returnQuarter}) as quarter from payment_line line where line.entity_id = business.id and line.booked_at is not null
          and line.month < ${from}::date and line.returned_at < ${startOfDay(from)} and (last.period is null or ${returnQuarter} > last.period)
          and last.period is distinct from ${previousQuarter(quarter)}) back on true
      where last.period is distinct from ${previousQuarter(quarter)} and (last.total_fen < 0 or back.quarter is not null)`.execute(ctx.db),
  )
  return result.rows
}

/** A payment that contributes to the figures of a filing. */
export interface SourceRow extends Row<'payment_line', 'id' | 'no' | 'gross_fen' | 'centre_id'>, Row<'business_filing_step', 'at'> {
  batch_no: string
  unit_name: string
  is_return: boolean
}

/** Returns up to `limit` payments and returns of a business between two days, and before the end of its filing. */
export async function sourcesOf(
  ctx: Context,
  { entity_id: entityId, ends_at: end }: Row<'business_filing', 'entity_id' | 'ends_at'>,
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
): Promise<SourceRow[]> {
  const result = await ctx.widen('payments of a business', () =>
    sql<SourceRow>`select moved.id, line.no, moved.gross_fen, line.centre_id, ${batchNo(sql`line.batch_id`)} as batch_no, unit.name as unit_name, moved.is_return, moved.at
      from ${movementTable([entityId], from, to)} moved join payment_line line on line.month = moved.month and line.id = moved.id
        join unit on unit.id = line.unit_id where ${end}::timestamptz is null or moved.at < ${end}::timestamptz order by moved.at, moved.id limit ${limit}`.execute(
      ctx.db,
    ),
  )
  return result.rows
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
  const result = await ctx.widen('payments of a business', () =>
    sql<EarlierQuarterRow>`select earlier.id, entity.name, earlier.period
      from business_filing filing join operator_entity entity on entity.id = filing.entity_id cross join lateral (
        select other.id, other.period from business_filing other
          where other.entity_id = filing.entity_id and other.state in ('open', 'correcting') and (other.kind = 'vat' and filing.kind = 'vat' and other.period < filing.period
            or other.kind = 'incomeTax' and filing.kind in ('incomeTax', 'incomeAnnual') and ${isEarlier(sql`other.period`)})
        union all select null, duty.period from entity_obligation duty
          where filing.kind in ('incomeTax', 'incomeAnnual') and duty.entity_id = filing.entity_id and duty.kind = 'incomeTax' and duty.state in ('open', 'overdue') and ${levyAt(lastDayOf(sql`filing.period`))} = 'audit' and ${isEarlier(sql`duty.period`)}
            and not exists (select from business_filing known where known.entity_id = duty.entity_id and known.kind = 'incomeTax' and known.period = duty.period)) earlier
      where filing.id = any(${[...filingIds]}::bigint[]) order by earlier.period, filing.id`.execute(ctx.db),
  )
  return result.rows
}

/**
 * Returns the first VAT period in correction that changes an income tax filing: one of its year up to its period, or of an
 * earlier year.
 */
export async function correctedVatPeriod(ctx: Context, filing: Row<'business_filing', 'entity_id' | 'kind' | 'period'>): Promise<string | null> {
  if (filing.kind !== 'incomeTax' && filing.kind !== 'incomeAnnual') return null
  const lastPeriod = filing.kind === 'incomeAnnual' ? `${filing.period}-Q4` : filing.period
  const result = await ctx.widen('payments of a business', () =>
    sql<{ period: Row<'business_filing'>['period'] | null }>`select min(period) as period from business_filing
      where entity_id = ${filing.entity_id} and kind = 'vat' and state = 'correcting' and period <= ${lastPeriod}`.execute(ctx.db),
  )
  return result.rows[0]?.period ?? null
}

/** Returns the centres with registered businesses that may file. */
export async function centresWithBusinesses(ctx: Context): Promise<number[]> {
  const result = await sql<Row<'centre', 'id'>>`select centre.id from centre where exists (select from operator_entity entity where entity.centre_id = centre.id
    and entity.state in ('operating', 'abnormal', 'cancelling')) order by centre.id`.execute(ctx.db)
  return result.rows.map((row) => row.id)
}

/** Condition of an operator's authorisation of the centre to file, in force at the end of a day. */
export const isAuthorised = (operator: RawBuilder<unknown>, centre: RawBuilder<unknown>, day: string) =>
  hadConsentAt({ operator, centre, kind: 'tax_filing', at: sql`(${startOfDay(shiftDay(day, 1))} - interval '1 microsecond')` })

/** Returns whether an operator's authorisation of the centre to file was in force at the end of a day. */
export async function hasConsent(ctx: Context, operatorId: number, centreId: number, day: string): Promise<boolean> {
  const result = await ctx.widen('payments of a business', () =>
    sql<{ is_held: boolean }>`select ${isAuthorised(sql`${operatorId}`, sql`${centreId}`, day)} as is_held`.execute(ctx.db),
  )
  return result.rows[0]?.is_held ?? false
}
