import { type RawBuilder, sql } from 'kysely'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { batchServices, lineSources } from '#/server/money/payments/public.ts'

/**
 * The columns of a period that count and sum its two VAT returns. The amounts of the agent return are those of the
 * month minus the withholding return.
 */
export type ReturnColumn = 'agent_people' | 'withholding_people' | 'withholding_gross_fen' | 'withholding_vat_fen' | 'withholding_surcharge_fen'

const figures = ['gross_fen', 'exempt_fen', 'vat_fen', 'city_fen', 'education_fen', 'local_education_fen'] as const
const everyFigure = (name: (figure: string) => RawBuilder<unknown>) => sql.join(figures.map(name))

/** Whether a `tax_line` is on the return as agent, or on the withholding return. */
const isOnAgentReturn = sql`(${everyFigure((name) => sql.ref(name))}) <> (${everyFigure((name) => sql.ref(`withholding_${name}`))})`
const isOnWithholdingReturn = sql`(${everyFigure((name) => sql.ref(`withholding_${name}`))}) <> (${everyFigure(() => sql.lit(0))})`

/** Sums of `tax_line` by VAT return. */
export const returnSumColumns = sql`count(*) filter (where ${isOnAgentReturn})::int as agent_people,
  count(*) filter (where ${isOnWithholdingReturn})::int as withholding_people, coalesce(sum(withholding_gross_fen), 0)::bigint as withholding_gross_fen,
  coalesce(sum(withholding_vat_fen), 0)::bigint as withholding_vat_fen,
  coalesce(sum(withholding_city_fen + withholding_education_fen + withholding_local_education_fen), 0)::bigint as withholding_surcharge_fen`

/** Sums of `tax_payment` on the withholding return. */
export const paidWithholdingColumns = sql.join(
  (['vat', 'surcharge'] as const).map(
    (kind) => sql`coalesce(sum(amount_fen) filter (where kind = ${sql.lit(kind)} and vat_return = 'vat_withholding'), 0)::bigint
      as ${sql.ref(`paid_withholding_${kind}_fen`)}`,
  ),
)

/** Whether an edition of `period` declared each return. A correction must then declare it too, even as zero. */
export const declaredReturnColumns = sql.join(
  (['vat_no', 'withholding_no'] as const).map(
    (no) =>
      sql`exists (select from tax_receipt receipt where receipt.declaration_id = period.id and receipt.${sql.ref(no)} is not null) as ${sql.ref(`has_${no}`)}`,
  ),
)

export interface DeclaredReturns {
  has_vat_no: boolean
  has_withholding_no: boolean
}

type CentreMonth = Row<'tax_declaration', 'centre_id' | 'month'>

/**
 * The lines of `person` that count in a month. Lines of returned payments have a negative amount. With
 * `withUndeclared`, includes payment returns that no edition has declared.
 */
const countedLineQuery = ({ centre_id, month }: CentreMonth, withUndeclared: boolean) => sql`
  select own.operator_id, own.line_id, own.batch_id, own.gross_fen from tax_reservation own join person on person.id = own.operator_id
    where own.centre_id = ${centre_id} and own.mode = 2 and own.month = ${month}
  union all
  select back.operator_id, own.line_id, own.batch_id, -own.gross_fen from tax_adjustment back join person on person.id = back.operator_id
      cross join unnest(back.line_ids) line(id) join tax_reservation own on own.line_id = line.id
    where back.centre_id = ${centre_id} and back.mode = 2 and back.period = ${month} and back.kind = 'uncounted'
      and (back.edition is not null or ${withUndeclared}::boolean)`

const withPersonTable = (operatorIds: readonly number[]) => sql`with person as materialized (select unnest(${[...operatorIds]}::bigint[]) as id)`

interface GrossRow extends Row<'tax_reservation', 'operator_id'> {
  gross: number
}

/**
 * Sums the payments of a month for services of these categories, by payee, without returned payments. Published orders
 * cannot change their category.
 */
export async function grossByCategory(
  ctx: Context,
  period: CentreMonth,
  operatorIds: readonly number[],
  { categories, withUndeclared }: { readonly categories: readonly string[]; readonly withUndeclared: boolean },
): Promise<Map<number, Fen>> {
  const rows = await ctx.rows<GrossRow>`${withPersonTable(operatorIds)}
    select counted.operator_id, sum(counted.gross_fen)::bigint as gross from (${countedLineQuery(period, withUndeclared)}) counted
      join ${batchServices} batch on batch.id = counted.batch_id and batch.category = any(${[...categories]}::text[])
    group by counted.operator_id`
  return new Map(rows.map((row) => [row.operator_id, fen(row.gross)]))
}

/** The payments of a payee on one account of a source platform. The account is empty for our own platform. */
export interface SourceRow extends GrossRow, Row<'service_order', 'category'>, Row<'payment_batch', 'source_platform'>, Row<'payment_line', 'nickname'> {}

/** Sums the declared payments of a month by payee, category and account of a source platform. */
export async function grossBySource(ctx: Context, period: CentreMonth, operatorIds: readonly number[]): Promise<SourceRow[]> {
  return ctx.rows<SourceRow>`${withPersonTable(operatorIds)}
    select counted.operator_id, line.category, line.source_platform, line.nickname, sum(counted.gross_fen)::bigint as gross
    from (${countedLineQuery(period, false)}) counted join ${lineSources} line on line.batch_id = counted.batch_id and line.line_id = counted.line_id
    group by 1, 2, 3, 4 order by 1, 3, 4, 2`
}
