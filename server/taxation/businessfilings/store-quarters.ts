import { sql } from 'kysely'
import { daysOfPeriod, type FilingKind, type FilingLevel, previousQuarter } from '#/domain/taxation/business-filing.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { type BusinessRow, excludedTimes, isCounted, movementTable, quarterAt, startOfDay } from '#/server/taxation/businessfilings/store-facts.ts'

/** The movements of a business in a quarter that concern payments of one quarter. Returns are negative. */
export interface MovedQuarterRow
  extends Row<'business_filing', 'entity_id'>,
    Row<'business_filing_figure', 'payments' | 'gross_fen' | 'sales_fen' | 'advance_fen'> {
  quarter: string
  paid_quarter: string
}

/**
 * Returns the payments of all centres to these businesses and their returns, by quarter. The sales without VAT are rounded
 * per payment, at the rate of its quarter. VAT counts only the times as a small-scale taxpayer.
 */
export async function movedQuarters(
  ctx: Context,
  kind: FilingKind,
  businesses: readonly Pick<BusinessRow, 'id' | 'ends_at'>[],
  quarters: readonly string[],
  rates: readonly { readonly quarter: string; readonly ratePpm: number }[],
): Promise<MovedQuarterRow[]> {
  const [first, last] = [quarters[0], quarters.at(-1)]
  if (!first || !last || businesses.length === 0) return []
  const entities = businesses.map((business) => business.id)
  const endRows = sql`unnest(${entities}::bigint[], ${businesses.map((business) => business.ends_at?.toISOString() ?? null)}::timestamptz[]) as ending (entity_id, ends_at)`
  const rateRows = sql`unnest(${rates.map((rate) => rate.quarter)}::text[], ${rates.map((rate) => rate.ratePpm)}::integer[]) as rule (quarter, rate)`
  return ctx.widen(
    'payments of a business',
    () =>
      ctx.rows<MovedQuarterRow>`with rule as (select * from ${rateRows}),
        business as materialized (select ending.*, ${excludedTimes(kind)} as excluded from ${endRows} join operator_entity entity on entity.id = ending.entity_id)
      select moved.entity_id, ${quarterAt(sql`moved.at`)} as quarter, ${quarterAt(sql`moved.paid_at`)} as paid_quarter, count(*) filter (where not moved.is_return)::int as payments, sum(moved.gross_fen)::bigint as gross_fen,
        sum(part.sales_fen)::bigint as sales_fen, sum(moved.tax_fen)::bigint as advance_fen
      from ${movementTable(entities, daysOfPeriod(first).from, daysOfPeriod(last).to)} moved
        left join rule on rule.quarter = ${quarterAt(sql`moved.at`)} left join rule paid_rule on paid_rule.quarter = ${quarterAt(sql`moved.paid_at`)}
        cross join lateral (select round(moved.gross_fen::numeric * 1000000 / (1000000 + coalesce(paid_rule.rate, rule.rate, 0))) as sales_fen) part
        join business on business.entity_id = moved.entity_id and ${isCounted(sql`moved`, sql`business`)}
      where ${quarterAt(sql`moved.at`)} = any(${[...quarters]}::text[]) group by 1, 2, 3`,
  )
}

/** The figures of a filing in its current edition: entered sales and costs, and the income tax. */
export interface EnteredFigureRow
  extends Row<'business_filing', 'entity_id' | 'period' | 'kind'>,
    Row<
      'business_filing_figure',
      | 'other_fen'
      | 'vat_fen'
      | 'level'
      | 'credit_before_fen'
      | 'credit_after_fen'
      | 'is_credited'
      | 'entered_invoiced_fen'
      | 'entered_special_fen'
      | 'cost_fen'
      | 'iit_fen'
      | 'reason'
    > {
  kind: FilingKind
  level: FilingLevel
  is_filed: boolean
}

export const enteredFiguresOf = (ctx: Context, entities: readonly number[], periods: readonly string[]): Promise<EnteredFigureRow[]> =>
  ctx.widen(
    'payments of a business',
    () =>
      ctx.rows<EnteredFigureRow>`select filing.entity_id, filing.kind, filing.period, filing.state <> 'open' as is_filed, figure.other_fen, figure.vat_fen, figure.level,
        figure.credit_before_fen, figure.credit_after_fen, figure.is_credited, figure.entered_invoiced_fen, figure.entered_special_fen, figure.cost_fen, figure.iit_fen, figure.reason
      from business_filing filing join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition
      where filing.entity_id = any(${[...entities]}::bigint[]) and filing.period = any(${[...periods]}::text[])`,
  )

export interface CreditStartRow extends Row<'business_filing', 'entity_id'> {
  quarter: string
}

/**
 * Returns the businesses without a VAT filing of the quarter before this one that may still bring overpaid VAT into it.
 * Returns for each the first quarter to compute: that of its last filing, or of the first return or red letter after it.
 */
export async function creditStartsBefore(ctx: Context, entities: readonly number[], quarter: string): Promise<CreditStartRow[]> {
  const { from } = daysOfPeriod(quarter)
  const returnQuarter = quarterAt(sql`line.returned_at`)
  const redQuarter = sql`to_char(red.issued_on, 'YYYY"-Q"Q')`
  return ctx.widen(
    'payments of a business',
    () =>
      ctx.rows<CreditStartRow>`select business.id as entity_id, coalesce(case when last.credit_after_fen > 0 then last.period end, least(back.quarter, reversed.quarter)) as quarter
      from unnest(${[...entities]}::bigint[]) as business (id)
        left join lateral (select filing.period, figure.credit_after_fen
          from business_filing filing join business_filing_figure figure on figure.filing_id = filing.id and figure.edition = filing.edition
          where filing.entity_id = business.id and filing.kind = 'vat' and filing.period < ${quarter} order by filing.period desc limit 1) last on true
        left join lateral (select min(${returnQuarter}) as quarter from payment_line line where line.entity_id = business.id and line.booked_at is not null
          and line.month < ${from}::date and line.returned_at < ${startOfDay(from)} and (last.period is null or ${returnQuarter} > last.period)) back on true
        left join lateral (select min(${redQuarter}) as quarter from invoice_application asked join red_letter red on red.application_id = asked.id
          where asked.entity_id = business.id and asked.kind = 'special' and red.is_issued and red.issued_on < ${from}::date and (last.period is null or ${redQuarter} > last.period)) reversed on true
      where last.period is distinct from ${previousQuarter(quarter)} and (last.credit_after_fen > 0 or back.quarter is not null or reversed.quarter is not null)`,
  )
}
