import { sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import { monthOf, shiftMonth } from '#/domain/base/period.ts'
import { taxReclaimYears } from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { isBooked } from '#/server/money/ledger/public.ts'
import type { BatchKey } from '#/server/money/tax/store.ts'

// The tax columns of a credit. A row of tax_adjustment counts the part of a line's tax that a credit pays, in the
// line's month. A line that ends or moves adds a negative row, so the rows of a line sum to the credit that it uses.

const taxes = ['vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const
const taxColumnList = sql.raw(taxes.join(', '))
const taxSums = sql.raw(taxes.map((name) => `sum(${name})::bigint as ${name}`).join(', '))
const negatedTaxes = sql.raw(taxes.map((name) => `-${name}`).join(', '))
const taxTotal = sql.raw(taxes.join(' + '))

type CreditRow = Row<'tax_clearing', 'id' | 'operator_id' | 'left_fen'>

/** Returns the oldest open credit of each person at the centre. Payments use one credit after another. */
export async function openCredits(ctx: Context, centreId: number, operatorIds: readonly number[]): Promise<CreditRow[]> {
  return ctx.rows<CreditRow>`select distinct on (operator_id) operator_id, id, left_fen from tax_clearing
    where centre_id = ${centreId} and operator_id = any(${[...operatorIds]}::bigint[]) and state = 'approved' and choice = 'credit' and left_fen > 0
    order by operator_id, id`
}

/**
 * Counts the credits that the reserved lines of a batch use, as computed with their figures, or only that of one line
 * (`again`) that had ended. Such a line uses its credit again, even if the credit was used elsewhere or refunded
 * meanwhile, because its payee may have the money. The person then owes the excess. Returns the lines whose credit is
 * no longer available. The caller has locked the people, and refuses the whole step if there is such a line.
 */
export async function spendCredits(ctx: Context, batch: BatchKey, again: number | null = null): Promise<number[]> {
  const isUsable = again === null ? sql`clearing.state = 'approved' and clearing.choice = 'credit'` : sql`clearing.state in ('approved', 'chosen', 'done')`
  const lineCondition =
    again === null
      ? sql`exists (select from tax_clearing known where known.operator_id = own.operator_id and known.centre_id = own.centre_id and known.decided_at is not null)`
      : sql`own.line_id = ${again} and exists (select from tax_adjustment before where before.clearing_line_id = own.line_id)`
  const rows = await ctx.rows<Row<'payment_line', 'seq'>>`with asked as (
      select own.line_id, line.seq, own.centre_id, own.operator_id, own.month, credit.* from tax_reservation own
        join payment_line line on line.month = ${batch.month}::date and line.id = own.line_id
        cross join lateral json_to_record(line.calculation -> 'credit') as credit("clearingId" bigint, vat bigint, city bigint, education bigint, "localEducation" bigint, iit bigint)
      where own.batch_id = ${batch.id} and ${lineCondition} and own.is_open and own.mode = ${settlementMode.generalContract} and line.calculation ->> 'credit' is not null
        and coalesce((select sum(${taxTotal}) from tax_adjustment used where used.clearing_line_id = own.line_id and not used.is_reversal), 0) = 0),
    covered as (
      select asked.*, clearing.left_fen >= sum(asked.vat + asked.city + asked.education + asked."localEducation" + asked.iit)
          over (partition by asked."clearingId" order by asked.line_id) as is_covered
        from asked join tax_clearing clearing on clearing.id = asked."clearingId" and clearing.centre_id = asked.centre_id
          and clearing.operator_id = asked.operator_id and ${isUsable}),
    counted as (
      insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, ${taxColumnList}, clearing_id, clearing_line_id, at)
      select centre_id, ${settlementMode.generalContract}, operator_id, month, month, 'uncounted', vat, city, education, "localEducation", iit, "clearingId", line_id, ${ctx.now}
        from covered where is_covered or ${again !== null} order by line_id
      returning clearing_line_id)
    select seq from asked where line_id not in (select clearing_line_id from counted) order by seq`
  return rows.map((row) => row.seq)
}

/** Releases the credits of lines that end without payment or return. Skips lines without a credit. */
export async function releaseCredits(ctx: Context, lineIds: readonly number[]): Promise<void> {
  await ctx.run`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, ${taxColumnList}, clearing_id, clearing_line_id, at)
    select centre_id, mode, operator_id, month, month, 'uncounted', ${negatedTaxes}, clearing_id, clearing_line_id, ${ctx.now}
      from (select centre_id, mode, operator_id, month, clearing_id, clearing_line_id, ${taxSums} from tax_adjustment
        where clearing_line_id = any(${[...lineIds]}::bigint[]) and not is_reversal
        group by centre_id, mode, operator_id, month, clearing_id, clearing_line_id having sum(${taxTotal}) <> 0) used
      order by clearing_line_id, month`
}

/** Moves the credits of lines to the months in which the lines count (`to`). */
export async function moveCredits(ctx: Context, lines: readonly { readonly line_id: number; readonly to: string }[]): Promise<void> {
  await ctx.run`with given as (select * from json_to_recordset(${JSON.stringify(lines)}::json) as given(line_id bigint, "to" text)),
    used as materialized (
      select centre_id, mode, operator_id, month, clearing_id, clearing_line_id, given."to", ${taxSums} from tax_adjustment join given on given.line_id = clearing_line_id
        where month <> given."to" and not is_reversal group by centre_id, mode, operator_id, month, clearing_id, clearing_line_id, given."to" having sum(${taxTotal}) <> 0),
    change as (
      select centre_id, mode, operator_id, month, ${negatedTaxes}, clearing_id, clearing_line_id from used
      union all
      select centre_id, mode, operator_id, "to", ${taxColumnList}, clearing_id, clearing_line_id from used)
    insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, ${taxColumnList}, clearing_id, clearing_line_id, at)
    select centre_id, mode, operator_id, month, month, 'uncounted', ${taxColumnList}, clearing_id, clearing_line_id, ${ctx.now}
      from change as change(centre_id, mode, operator_id, month, ${taxColumnList}, clearing_id, clearing_line_id) order by clearing_line_id, month`
}

export type ClearedTaxRow = Row<'tax_adjustment', 'id' | 'centre_id' | 'month' | (typeof taxes)[number]>

/**
 * Returns the rows that are not booked yet: credits that these lines use, and reversals caused by these or the other
 * lines.
 */
export async function unbookedCredits(ctx: Context, lineIds: readonly number[], others: readonly number[]): Promise<ClearedTaxRow[]> {
  return ctx.rows<ClearedTaxRow>`select id, centre_id, month, ${taxColumnList} from tax_adjustment used
    where (clearing_line_id = any(${[...lineIds]}::bigint[]) or is_reversal and clearing_line_id = any(${[...others]}::bigint[]))
      and not ${isBooked('tax_adjustment', sql`used.id`)} order by id`
}

/** Returns whether an unpaid line reserves the credit. */
export async function isCreditUnderWay(ctx: Context, clearingId: number): Promise<boolean> {
  const row = await ctx.row<{
    is: boolean
  }>`select exists (select from tax_adjustment used join tax_reservation own on own.line_id = used.clearing_line_id and own.is_open
    where not used.is_reversal and used.clearing_id = ${clearingId}) as is`
  return row?.is ?? false
}

/** Returns when the first row of a clearing was written; null for none. */
export const clearedAt = async (ctx: Context, clearingId: number): Promise<Date | null> =>
  (await ctx.row<{ at: Row<'tax_adjustment'>['at'] | null }>`select min(at) as at from tax_adjustment where clearing_id = ${clearingId}`)?.at ?? null

interface OpenYearRow extends Row<'tax_reservation', 'operator_id'> {
  year: string
}

/** Returns the years in which these people have unfinished payments, so that their months cannot be reviewed. */
export async function yearsUnderWay(ctx: Context, operatorIds: readonly number[]): Promise<OpenYearRow[]> {
  return ctx.rows<OpenYearRow>`select distinct operator_id, left(month, 4) as year from tax_reservation
    where operator_id = any(${[...operatorIds]}::bigint[]) and mode = ${settlementMode.generalContract} and is_open`
}

export interface ClearedMonth {
  readonly clearingId: number
  readonly centreId: number
  readonly operatorId: number
  readonly month: string
  readonly vat: number
  readonly city: number
  readonly education: number
  readonly localEducation: number
  readonly iit: number
  /** The increase in the month's income, because income excludes VAT. */
  readonly income: number
}

/** The income tax that a person bore in a month, in fen. */
interface BorneTaxRow extends Row<'tax_standing', 'month'> {
  fen: number
}

/** Returns the months of a year in which the person bore income tax at the centre, with the amounts. */
export async function incomeTaxBorne(ctx: Context, centreId: number, operatorId: number, year: string): Promise<BorneTaxRow[]> {
  return ctx.rows<BorneTaxRow>`select month, sum(fen)::bigint as fen from (
      select own.month, own.withheld_fen as fen from tax_reservation own join payment_batch batch on batch.id = own.batch_id
          join payment_line line on line.month = batch.month and line.id = own.line_id
        where own.operator_id = ${operatorId} and own.centre_id = ${centreId} and own.mode = ${settlementMode.generalContract}
          and left(own.month, 4) = ${year} and line.tax_unit_fen = 0 and line.returned_at is null
      union all
      select month, withheld_fen from tax_adjustment
        where operator_id = ${operatorId} and centre_id = ${centreId} and left(month, 4) = ${year} and clearing_id is not null) paid
    group by month having sum(fen) > 0 order by month`
}

/** Removes an excess from its closed month. A correction declares it. Returns the row. */
export async function insertClearedTax(ctx: Context, of: ClearedMonth): Promise<ClearedTaxRow> {
  const [row] = await ctx.rows<ClearedTaxRow>`
    insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, income_fen, ${taxColumnList}, clearing_id, at)
    values (${of.centreId}, ${settlementMode.generalContract}, ${of.operatorId}, ${of.month}, ${of.month}, 'uncounted', ${of.income}, ${-of.vat}, ${-of.city}, ${-of.education},
      ${-of.localEducation}, ${-of.iit}, ${of.clearingId}, ${ctx.now})
    returning id, centre_id, month, ${taxColumnList}`
  if (!row) throw new Error('an insert answers one row')
  return row
}

/** The excess of a person's closed month at a centre, and the part of its tax that the person bore. */
export interface ExcessRow extends Row<'tax_adjustment', 'centre_id' | 'operator_id' | 'month' | (typeof taxes)[number]> {
  borne_vat: number
  borne_city: number
  borne_education: number
  borne_local_education: number
  borne_withheld: number
}

const excessColumns = sql.raw(
  taxes
    .slice(0, 4)
    .map((name) => `coalesce(sum(-found.${name}) filter (where last.is_year = 0), 0)::bigint as ${name}`)
    .join(', '),
)

const borneColumns = sql.raw(
  taxes
    .slice(0, 4)
    .map((name) => `coalesce(sum(paid.${name}) filter (where paid.month = excess.month), 0)::bigint as borne_${name.replace('_fen', '')}`)
    .join(', '),
)

/**
 * Returns the excess of closed months at these centres. VAT and surcharges count by month, income tax by year. The
 * year's excess is at most the income tax that the person bore, and counts in the person's last month once December is
 * closed. Omits months whose period for claims has ended, unless the person claimed in time (`isClaimed`).
 */
export async function taxExcesses(
  ctx: Context,
  centreIds: readonly number[] | null,
  operatorId: number | null = null,
  isClaimed = false,
): Promise<ExcessRow[]> {
  const centreCondition = centreIds === null ? sql`true` : sql`adjusted.centre_id = any(${[...centreIds]}::bigint[])`
  const personCondition = operatorId === null ? sql`true` : sql`adjusted.operator_id = ${operatorId}`
  const first = isClaimed ? '0001-01' : shiftMonth(monthOf(ctx.now), -12 * taxReclaimYears)
  return ctx.rows<ExcessRow>`with found as materialized (
      select centre_id, operator_id, month, ${sql.raw(taxes.map((name) => `sum(${name}) as ${name}`).join(', '))} from tax_adjustment adjusted
        where kind = 'difference' and mode = 2 and month >= ${`${first.slice(0, 4)}-01`} and ${centreCondition} and ${personCondition} group by centre_id, operator_id, month),
    place as (select distinct centre_id, operator_id, left(month, 4) as year from found),
    last as (
      select found.centre_id, found.operator_id, found.month, 0 as is_year from found
        join tax_period closed on closed.centre_id = found.centre_id and closed.mode = ${settlementMode.generalContract} and closed.month = found.month
      union all
      select place.centre_id, place.operator_id, max(standing.month), 1 from place
        join tax_period closed on closed.centre_id = place.centre_id and closed.mode = ${settlementMode.generalContract} and closed.month = place.year || '-12'
        join tax_standing standing on standing.centre_id = place.centre_id and standing.operator_id = place.operator_id and standing.mode = ${settlementMode.generalContract}
          and left(standing.month, 4) = place.year and standing.gross_fen > 0
        group by place.centre_id, place.operator_id, place.year),
    excess as (
      select last.centre_id, last.operator_id, last.month, ${excessColumns},
        coalesce(sum(-found.withheld_fen) filter (where last.is_year = 1), 0)::bigint as withheld_fen
      from last join found on found.centre_id = last.centre_id and found.operator_id = last.operator_id
        and (last.is_year = 0 and found.month = last.month or last.is_year = 1 and left(found.month, 4) = left(last.month, 4))
      group by last.centre_id, last.operator_id, last.month)
    select excess.centre_id, excess.operator_id, excess.month, ${sql.raw(taxes.map((name) => `excess.${name}`).join(', '))}, borne.*
    from excess cross join lateral (select ${borneColumns}, coalesce(sum(paid.withheld_fen), 0)::bigint as borne_withheld from (
          select own.month, own.vat_fen, own.city_fen, own.education_fen, own.local_education_fen, own.withheld_fen
            from tax_reservation own join payment_batch batch on batch.id = own.batch_id join payment_line line on line.month = batch.month and line.id = own.line_id
            where own.operator_id = excess.operator_id and own.centre_id = excess.centre_id and own.mode = ${settlementMode.generalContract} and left(own.month, 4) = left(excess.month, 4)
              and line.tax_unit_fen = 0 and line.returned_at is null
          union all
          select month, ${taxColumnList} from tax_adjustment used
            where used.operator_id = excess.operator_id and used.centre_id = excess.centre_id and left(used.month, 4) = left(excess.month, 4) and used.clearing_id is not null) paid) borne
    where excess.month >= ${first} and greatest(excess.vat_fen, excess.city_fen, excess.education_fen, excess.local_education_fen, excess.withheld_fen) > 0
    order by excess.centre_id, excess.operator_id, excess.month`
}
