import { sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { MonthRow } from '#/server/money/tax/store.ts'
import { dependsOnOthers, grossDeclared, paidElsewhere } from '#/server/money/tax/store-elsewhere.ts'

// Columns of standings, which follow actual payments: lines leave the month in which they were counted, or move to the
// month of payment. A closed month stays unchanged. Later changes become rows of tax_adjustment.

const figureNames = ['gross_fen', 'income_fen', 'vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const
const figureColumnList = sql.raw(figureNames.join(', '))
const figureSums = sql.raw(figureNames.map((name) => `sum(${name}) as ${name}`).join(', '))
const negatedFigures = sql.raw(figureNames.map((name) => `-${name}`).join(', '))
const subtractions = sql.raw(figureNames.map((name) => `${name} = tax_standing.${name} - part.${name}`).join(', '))
const figureAdditions = sql.raw(figureNames.map((name) => `${name} = tax_standing.${name} + excluded.${name}`).join(', '))

/**
 * Records payment returns of lines in closed months as adjustments, once per line. The lines stay counted until a
 * correction declares them.
 */
async function recordUncountedReturns(ctx: Context, lineIds: readonly number[]): Promise<void> {
  await ctx.run`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, ${figureColumnList}, line_ids, at)
    select centre_id, mode, operator_id, month, month, 'uncounted', ${negatedFigures}, array[line_id], ${ctx.now}
    from tax_reservation own join tax_period closed using (centre_id, mode, month)
    where line_id = any(${[...lineIds]}::bigint[]) and not exists (select from tax_adjustment earlier where earlier.kind = 'uncounted'
      and earlier.operator_id = own.operator_id and earlier.month = own.month and own.line_id = any(earlier.line_ids))
    order by line_id`
}

/**
 * Removes lines from their months with the counted figures. Skips lines that are not counted. Returns the number of
 * lines removed.
 */
export async function releaseLines(ctx: Context, lineIds: readonly number[]): Promise<number> {
  await recordUncountedReturns(ctx, lineIds)
  const row = await ctx.row<{ count: number }>`
    with own as materialized (
      select *, exists (select from tax_period closed where closed.centre_id = own.centre_id and closed.mode = own.mode and closed.month = own.month) as stands
      from tax_reservation own where line_id = any(${[...lineIds]}::bigint[])),
    gone as (delete from tax_reservation using own where tax_reservation.line_id = own.line_id and not own.stands returning tax_reservation.*),
    over as (update tax_reservation set is_open = false from own where tax_reservation.line_id = own.line_id and own.stands),
    part as (select centre_id, mode, operator_id, month, ${figureSums} from gone group by centre_id, mode, operator_id, month),
    taken as (
      update tax_standing set ${subtractions}, version = tax_standing.version + 1, needs_review = true from part
      where tax_standing.centre_id = part.centre_id and tax_standing.mode = part.mode and tax_standing.operator_id = part.operator_id
        and tax_standing.month = part.month)
    select count(*) as count from own`
  return row?.count ?? 0
}

/** Marks the later months of these people's year for review. */
export async function flagFollowingMonths(ctx: Context, lines: readonly CountedLine[]): Promise<void> {
  if (lines.length === 0) return
  await ctx.run`update tax_standing set needs_review = true
    from (select distinct * from json_to_recordset(${JSON.stringify(lines)}::json) as gone(centre_id bigint, mode smallint, operator_id bigint, month text)) gone
    where tax_standing.centre_id = gone.centre_id and tax_standing.mode = gone.mode and tax_standing.operator_id = gone.operator_id
      and tax_standing.month >= gone.month and left(tax_standing.month, 4) = left(gone.month, 4) and not tax_standing.needs_review`
}

export interface CountedLine extends Row<'tax_reservation', 'line_id' | 'centre_id' | 'mode' | 'operator_id' | 'month'> {
  mode: Mode
}

export async function countedLines(ctx: Context, lineIds: readonly number[]): Promise<CountedLine[]> {
  return ctx.rows<CountedLine>`select line_id, centre_id, mode, operator_id, month from tax_reservation
    where line_id = any(${[...lineIds]}::bigint[]) order by line_id`
}

export async function countedLinesOfBatch(ctx: Context, batchId: number): Promise<CountedLine[]> {
  return ctx.rows<CountedLine>`select line_id, centre_id, mode, operator_id, month from tax_reservation
    where batch_id = ${batchId} order by line_id`
}

/** Returns the lines whose payees have months of the year marked for review, at any centre. */
export async function linesToReview(ctx: Context, lineIds: readonly number[]): Promise<CountedLine[]> {
  return ctx.rows<CountedLine>`select own.line_id, own.centre_id, own.mode, own.operator_id, own.month from tax_reservation own
    where own.line_id = any(${[...lineIds]}::bigint[]) and own.mode = ${settlementMode.generalContract} and exists (select from tax_standing flagged
      where flagged.operator_id = own.operator_id and flagged.mode = ${settlementMode.generalContract}
        and (flagged.needs_review or (flagged.centre_id = own.centre_id and flagged.month = own.month and ${dependsOnOthers({ operator: sql`flagged.operator_id`, month: sql`flagged.month`, centre: sql`flagged.centre_id` })}))
        and left(flagged.month, 4) = left(own.month, 4)) order by own.line_id`
}

/** Marks lines as paid if they were counted in the month of payment. Returns the other lines with their open month. */
export async function markLinesPaid(
  ctx: Context,
  paid: readonly { readonly line_id: number; readonly month: string }[],
): Promise<(CountedLine & { to: string })[]> {
  const paidLines = sql`json_to_recordset(${JSON.stringify(paid)}::json) as given(line_id bigint, month text)`
  const markedLines =
    await ctx.affected`update tax_reservation own set is_open = false from ${paidLines} where own.line_id = given.line_id and own.month = given.month`
  if (markedLines === paid.length) return []
  return ctx.rows<CountedLine & { to: string }>`
    select own.line_id, own.centre_id, own.mode, own.operator_id, own.month, app.open_month(own.centre_id, own.mode, given.month) as to
    from ${paidLines} join tax_reservation own on own.line_id = given.line_id where own.month <> given.month order by own.line_id`
}

/**
 * Moves lines to the month in which they count (`to`), with the figures counted before. Standings change in the same
 * statement. Lines already counted there stay. The standing of a closed month does not change.
 */
export async function recountLines(ctx: Context, lines: readonly (CountedLine & { to: string })[]): Promise<void> {
  await recordUncountedReturns(
    ctx,
    lines.filter((line) => line.month !== line.to).map((line) => line.line_id),
  )
  await ctx.run`with given as materialized (select * from json_to_recordset(${JSON.stringify(lines)}::json) as given(line_id bigint, "to" text)),
    moved as materialized (
      select own.*, given."to", exists (select from tax_period closed
          where closed.centre_id = own.centre_id and closed.mode = own.mode and closed.month = own.month) as stands
        from given join tax_reservation own on own.line_id = given.line_id where own.month <> given."to"),
    counted as (update tax_reservation own set month = given."to", is_open = false from given where own.line_id = given.line_id),
    change as (
      select centre_id, mode, operator_id, "to" as month, ${figureColumnList} from moved
      union all
      select centre_id, mode, operator_id, month, ${negatedFigures} from moved where not stands)
    insert into tax_standing (centre_id, mode, operator_id, month, ${figureColumnList}, needs_review)
    select centre_id, mode, operator_id, month, ${figureSums}, true from change group by centre_id, mode, operator_id, month
      order by centre_id, mode, operator_id, month
    on conflict (centre_id, mode, operator_id, month) do update set ${figureAdditions}, version = tax_standing.version + 1, needs_review = true`
}

/** One month of a person whose figures may differ from the tax on actual payments. */
export interface ReviewRow extends Row<'tax_standing', 'centre_id'>, Row<'centre', 'city_rate_ppm'>, Omit<MonthRow, 'mode'> {
  /** Gross paid by other centres to the natural person. */
  elsewhere_gross: number
  /** Gross declared for other platforms. */
  declared_gross: number
  /** VAT of the differences stored before. */
  vat_noted: number
  city_noted: number
  education_noted: number
  local_education_noted: number
  withheld_noted: number
  /** Gross paid before the payer joined the platform, or zero. */
  earlier_gross: number
  earlier_vat: number
  earlier_city: number
  earlier_education: number
  earlier_local_education: number
  earlier_withheld: number
}

/**
 * Returns every changed month of these people's years without unfinished payments, oldest first. If the VAT threshold
 * covers all centres, unfinished payments at any of them count.
 */
export const changedMonths = (ctx: Context, operatorIds: readonly number[]): Promise<ReviewRow[]> => ctx.rows<ReviewRow>`
    with year as (
      select distinct centre_id, operator_id, left(month, 4) as year from tax_standing flagged
      where flagged.operator_id = any(${[...operatorIds]}::bigint[]) and (flagged.needs_review or ${dependsOnOthers({ operator: sql`flagged.operator_id`, month: sql`flagged.month`, centre: sql`flagged.centre_id` })}) and flagged.mode = ${settlementMode.generalContract}
        and not exists (select from tax_reservation open where open.operator_id = flagged.operator_id
          and (open.centre_id = flagged.centre_id or ${dependsOnOthers({ operator: sql`flagged.operator_id`, month: sql`flagged.month`, centre: sql`flagged.centre_id` })})
          and open.mode = ${settlementMode.generalContract}
          and open.is_open and left(open.month, 4) = left(flagged.month, 4)))
    select standing.centre_id, standing.operator_id, standing.month, app.city_rate(centre, (standing.month || '-01')::date) as city_rate_ppm,
      ${paidElsewhere({ operator: sql`standing.operator_id`, month: sql`standing.month`, centre: sql`standing.centre_id` })} as elsewhere_gross,
      ${grossDeclared(sql`standing.operator_id`, sql`standing.month`)} as declared_gross,
      standing.gross_fen + other.gross as gross_fen, standing.income_fen, standing.vat_fen + other.vat as vat_fen, standing.city_fen + other.city as city_fen,
      standing.education_fen + other.education as education_fen, standing.local_education_fen + other.local_education as local_education_fen,
      standing.withheld_fen + other.withheld as withheld_fen, other.vat_noted, other.city_noted, other.education_noted, other.local_education_noted, other.withheld_noted,
      coalesce(earlier.gross_fen, 0) as earlier_gross, coalesce(earlier.vat_fen, 0) as earlier_vat, coalesce(earlier.city_fen, 0) as earlier_city,
      coalesce(earlier.education_fen, 0) as earlier_education, coalesce(earlier.local_education_fen, 0) as earlier_local_education,
      coalesce(earlier.withheld_fen, 0) as earlier_withheld
    from year join tax_standing standing on standing.centre_id = year.centre_id and standing.operator_id = year.operator_id
      and standing.mode = ${settlementMode.generalContract}
        and left(standing.month, 4) = year.year
      join centre on centre.id = standing.centre_id
      left join tax_earlier earlier on earlier.centre_id = standing.centre_id and earlier.operator_id = standing.operator_id and earlier.month = standing.month
      cross join lateral (select coalesce(sum(gross_fen) filter (where kind = 'uncounted'), 0)::bigint as gross,
          coalesce(sum(vat_fen) filter (where kind = 'uncounted'), 0)::bigint as vat, coalesce(sum(city_fen) filter (where kind = 'uncounted'), 0)::bigint as city,
          coalesce(sum(education_fen) filter (where kind = 'uncounted'), 0)::bigint as education,
          coalesce(sum(local_education_fen) filter (where kind = 'uncounted'), 0)::bigint as local_education,
          coalesce(sum(withheld_fen) filter (where kind = 'uncounted'), 0)::bigint as withheld,
          coalesce(sum(vat_fen) filter (where kind = 'difference'), 0)::bigint as vat_noted, coalesce(sum(city_fen) filter (where kind = 'difference'), 0)::bigint as city_noted,
          coalesce(sum(education_fen) filter (where kind = 'difference'), 0)::bigint as education_noted,
          coalesce(sum(local_education_fen) filter (where kind = 'difference'), 0)::bigint as local_education_noted,
          coalesce(sum(withheld_fen) filter (where kind = 'difference'), 0)::bigint as withheld_noted
        from tax_adjustment where tax_adjustment.centre_id = standing.centre_id and tax_adjustment.operator_id = standing.operator_id
          and tax_adjustment.mode = ${settlementMode.generalContract}
          and tax_adjustment.month = standing.month) other
    order by standing.centre_id, standing.operator_id, standing.month`

/** A difference between withheld tax and the tax due on payments. */
export interface ReviewDifference {
  readonly centre_id: number
  readonly operator_id: number
  readonly month: string
  readonly vat_fen: number
  readonly city_fen: number
  readonly education_fen: number
  readonly local_education_fen: number
  readonly withheld_fen: number
  readonly line_ids: readonly number[]
}

/** Inserts differences into their open period. */
export async function recordDifferences(ctx: Context, differences: readonly ReviewDifference[]): Promise<void> {
  if (differences.length === 0) return
  await ctx.run`insert into tax_adjustment (centre_id, mode, operator_id, month, period, kind, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen, line_ids, at)
    select centre_id, 2, operator_id, month, app.open_month(centre_id, 2::smallint, month), 'difference', vat_fen, city_fen, education_fen, local_education_fen,
      withheld_fen, array(select json_array_elements_text(line_ids)::bigint), ${ctx.now}
    from json_to_recordset(${JSON.stringify(differences)}::json) as fresh(centre_id bigint, operator_id bigint, month text, vat_fen bigint, city_fen bigint,
      education_fen bigint, local_education_fen bigint, withheld_fen bigint, line_ids json)
    order by centre_id, operator_id, month`
}

/** Marks these months as reviewed. A month with a difference stays marked, because the next payment may settle it. */
export async function markMonthsReviewed(
  ctx: Context,
  months: readonly { centre_id: number; operator_id: number; month: string; is_even: boolean }[],
): Promise<void> {
  if (months.length === 0) return
  await ctx.run`update tax_standing set needs_review = not seen.is_even
    from json_to_recordset(${JSON.stringify(months)}::json) as seen(centre_id bigint, operator_id bigint, month text, is_even boolean)
    where tax_standing.centre_id = seen.centre_id and tax_standing.operator_id = seen.operator_id and tax_standing.month = seen.month
      and tax_standing.mode = ${settlementMode.generalContract}
      and tax_standing.needs_review = seen.is_even`
}

/**
 * Returns whether any payee of a batch has a changed month of this year, payments from another centre this month, or an
 * exceeded limit.
 */
export async function isBatchOutdated(
  ctx: Context,
  batch: { id: number; centre_id: number; mode: Mode },
  month: string,
  limits: { person: number; everywhere: number | null },
): Promise<boolean> {
  const exceedsTotalLimit =
    limits.everywhere === null
      ? sql`false`
      : sql`(select sum(gross_fen) from tax_standing other where other.operator_id = own.operator_id and other.month = ${month}) > ${limits.everywhere}`
  const row = await ctx.row<{ shaken: boolean }>`select exists (select from (select distinct operator_id from tax_reservation where batch_id = ${batch.id}) own
    where exists (select from tax_standing standing where standing.operator_id = own.operator_id and standing.centre_id = ${batch.centre_id}
        and (standing.needs_review or (standing.month = ${month} and ${dependsOnOthers({ operator: sql`standing.operator_id`, month: sql`standing.month`, centre: sql`standing.centre_id` })}))
        and standing.mode = ${batch.mode} and standing.month <= ${month} and left(standing.month, 4) = left(${month}, 4))
      or (select sum(gross_fen) from tax_standing at_centre where at_centre.operator_id = own.operator_id and at_centre.month = ${month}
        and at_centre.centre_id = ${batch.centre_id}) > ${limits.person}
      or ${exceedsTotalLimit}) as shaken`
  return row?.shaken ?? false
}
