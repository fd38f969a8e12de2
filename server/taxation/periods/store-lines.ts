import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { fen } from '#/domain/base/money.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { DeclaredLine } from '#/domain/taxation/tax-declaration.ts'
import { remainingVat, type VatFigures, type VatReturn } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageKeys } from '#/server/kernel/rows/page.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'
import { type ReturnColumn, returnSumColumns } from '#/server/taxation/periods/store-returns.ts'

type Period = Pick<PeriodRow, 'id' | 'centre_id' | 'month'>

const figures = ['gross_fen', 'income_fen', 'vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const
const figureColumns = sql.raw(figures.join(', '))
const negatedFigures = sql.raw(figures.map((name) => `-${name}`).join(', '))

// Selects the payees with a line in a period: those paid by the centre in the month, and those whose correction is
// declared in it. With `next`, only the first ones after a payee.
function peopleOf({ centre_id, month }: Period, next?: { after: number; most: number }): RawBuilder<unknown> {
  const firstAfter = (column: RawBuilder<unknown>) => (next ? sql`and ${column} > ${next.after} order by 1 limit ${next.most}` : sql``)
  return sql`((select standing.operator_id from tax_standing standing
      left join tax_earlier earlier on earlier.centre_id = standing.centre_id and earlier.operator_id = standing.operator_id and earlier.month = standing.month
      where standing.centre_id = ${centre_id} and standing.mode = 2 and standing.month = ${month}
        and (standing.gross_fen <> coalesce(earlier.gross_fen, 0) or standing.vat_fen <> coalesce(earlier.vat_fen, 0) or standing.withheld_fen <> coalesce(earlier.withheld_fen, 0))
      ${firstAfter(sql`standing.operator_id`)})
    union
    (select operator_id from tax_adjustment where centre_id = ${centre_id} and mode = 2 and period = ${month} ${firstAfter(sql`operator_id`)}))`
}

export const countPeople = async (ctx: Context, period: Period): Promise<number> =>
  (await ctx.row<{ count: number }>`select count(*) as count from ${peopleOf(period)} person`)?.count ?? 0

/** Returns the next payees of a period, ordered by id. */
export async function nextPeople(ctx: Context, period: Period, after: number, limit: number): Promise<number[]> {
  const rows = await ctx.rows<
    Row<'tax_line', 'operator_id'>
  >`select operator_id from ${peopleOf(period, { after, most: limit })} person order by 1 limit ${limit}`
  return rows.map((row) => row.operator_id)
}

/** Returns the last payee with a written line; 0 before the first. */
export async function lastComputedPayeeId(ctx: Context, { id, edition }: Pick<PeriodRow, 'id' | 'edition'>): Promise<number> {
  const row = await ctx.row<{ last: number }>`select coalesce(max(operator_id), 0)::bigint as last from tax_line
    where declaration_id = ${id} and edition = ${edition}`
  return row?.last ?? 0
}

export interface LinePartRow extends Row<'tax_standing', 'operator_id' | 'month' | (typeof figures)[number]> {
  part: 'before' | 'own' | 'returned' | 'back' | 'difference'
}

/**
 * Reads the parts of these payees' lines, unordered: the earlier months of the year, the period's own payments with
 * cleared tax, their payment returns, returns of earlier months, and differences. With `withUndeclared`, includes
 * payment returns that no edition has declared.
 */
export async function linePartsOf(ctx: Context, { centre_id, month }: Period, operatorIds: readonly number[], withUndeclared: boolean): Promise<LinePartRow[]> {
  const from = `${month.slice(0, 4)}-01`
  // Joins the ids instead of comparing with an array. With thousands of ids, the planner would estimate each element
  // again in every branch of the union.
  const figuresJoinedToPerson = (table: string) => sql`${sql.table(table)} join person on person.id = operator_id and centre_id = ${centre_id}`
  return ctx.rows<LinePartRow>`
    with person as materialized (select unnest(${[...operatorIds]}::bigint[]) as id)
    select operator_id, 'before' as part, month, ${figureColumns} from ${figuresJoinedToPerson('tax_standing')} where mode = 2 and month >= ${from} and month < ${month}
    union all
    select operator_id, 'before', month, ${figureColumns} from ${figuresJoinedToPerson('tax_adjustment')}
      where mode = 2 and kind = 'uncounted' and month >= ${from} and month < ${month} and period <= ${month}
    union all
    select operator_id, 'before', month, ${figureColumns} from ${figuresJoinedToPerson('tax_earlier')} where month = ${month}
    union all
    select operator_id, 'own', month, ${figureColumns} from ${figuresJoinedToPerson('tax_standing')} where mode = 2 and month = ${month}
    union all
    select operator_id, 'own', month, ${negatedFigures} from ${figuresJoinedToPerson('tax_earlier')} where month = ${month}
    union all
    select operator_id, case when kind = 'difference' then 'difference' when clearing_id is not null then 'own' when month = ${month} then 'returned' else 'back' end, ${month}, ${figureColumns} from ${figuresJoinedToPerson('tax_adjustment')}
      where mode = 2 and period = ${month} and (kind = 'difference' or edition is not null or ${withUndeclared}::boolean)`
}

/** Returns the current names of these payees. */
export async function namesOf(ctx: Context, operatorIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await ctx.rows<
    Row<'operator', 'id' | 'name'>
  >`select id, name from operator join unnest(${[...operatorIds]}::bigint[]) asked on asked = operator.id`
  return new Map(rows.map((row) => [row.id, row.name]))
}

export interface PersonRow extends Row<'operator', 'id' | 'name' | 'id_number_sealed' | 'id_kind' | 'mobile_sealed'> {}

export async function peopleByIds(ctx: Context, operatorIds: readonly number[]): Promise<Map<number, PersonRow>> {
  const rows =
    await ctx.rows<PersonRow>`select id, name, id_number_sealed, id_kind, mobile_sealed from operator join unnest(${[...operatorIds]}::bigint[]) asked on asked = operator.id`
  return new Map(rows.map((row) => [row.id, row]))
}

const types = {
  operator_id: 'bigint',
  name: 'text',
  gross_fen: 'bigint',
  income_fen: 'bigint',
  exempt_fen: 'bigint',
  vat_fen: 'bigint',
  city_fen: 'bigint',
  education_fen: 'bigint',
  local_education_fen: 'bigint',
  cum_income_fen: 'bigint',
  cum_expense_fen: 'bigint',
  cum_deduction_fen: 'bigint',
  cum_other_fen: 'bigint',
  months: 'integer',
  rate_ppm: 'integer',
  quick_fen: 'bigint',
  should_fen: 'bigint',
  before_fen: 'bigint',
  due_fen: 'bigint',
  withheld_fen: 'bigint',
  back_gross_fen: 'bigint',
  back_tax_fen: 'bigint',
  difference_fen: 'bigint',
  withholding_gross_fen: 'bigint',
  withholding_exempt_fen: 'bigint',
  withholding_vat_fen: 'bigint',
  withholding_city_fen: 'bigint',
  withholding_education_fen: 'bigint',
  withholding_local_education_fen: 'bigint',
} as const

export interface LineRow extends Row<'tax_line', keyof typeof types> {}

/** Converts a computed line to a row, including the part on the withholding return of VAT. */
export function lineRow(operatorId: number, name: string, line: DeclaredLine, withheld: VatFigures): LineRow {
  return {
    operator_id: operatorId,
    name,
    gross_fen: line.gross,
    income_fen: line.income,
    exempt_fen: line.exempt,
    vat_fen: line.vat,
    city_fen: line.city,
    education_fen: line.education,
    local_education_fen: line.localEducation,
    cum_income_fen: line.cumIncome,
    cum_expense_fen: line.cumExpense,
    cum_deduction_fen: line.cumDeduction,
    cum_other_fen: line.cumOther,
    months: line.months,
    rate_ppm: line.ratePpm,
    quick_fen: line.quick,
    should_fen: line.should,
    before_fen: line.before,
    due_fen: line.due,
    withheld_fen: line.withheld,
    back_gross_fen: line.backGross,
    back_tax_fen: line.backTax,
    difference_fen: line.difference,
    withholding_gross_fen: withheld.gross,
    withholding_exempt_fen: withheld.exempt,
    withholding_vat_fen: withheld.vat,
    withholding_city_fen: withheld.city,
    withholding_education_fen: withheld.education,
    withholding_local_education_fen: withheld.localEducation,
  }
}

/** Returns the VAT figures of a line on a return. */
export function figuresOn(line: LineRow, vatReturn: VatReturn): VatFigures {
  const figuresWithPrefix = (prefix: '' | 'withholding_'): VatFigures => ({
    gross: fen(line[`${prefix}gross_fen`]),
    exempt: fen(line[`${prefix}exempt_fen`]),
    vat: fen(line[`${prefix}vat_fen`]),
    city: fen(line[`${prefix}city_fen`]),
    education: fen(line[`${prefix}education_fen`]),
    localEducation: fen(line[`${prefix}local_education_fen`]),
  })
  const withheldFigures = figuresWithPrefix('withholding_')
  return vatReturn === 'vat_withholding' ? withheldFigures : remainingVat(figuresWithPrefix(''), withheldFigures)
}

const columns = Object.keys(types) as (keyof typeof types)[]
const columnList = sql.raw(columns.join(', '))
const addedColumns = sql.raw(columns.map((name) => (types[name] === 'text' ? `coalesce(fresh.${name}, '')` : `coalesce(fresh.${name}, 0)`)).join(', '))

/** Inserts lines of the unfinished edition. */
export async function addLines(
  ctx: Context,
  { id, centre_id, edition }: Pick<PeriodRow, 'id' | 'centre_id' | 'edition'>,
  lines: readonly LineRow[],
): Promise<void> {
  await ctx.run`insert into tax_line (declaration_id, edition, centre_id, ${columnList})
    select ${id}::bigint, ${edition}::integer, ${centre_id}::bigint, ${addedColumns} from ${rowsFrom('fresh', types, lines)}`
}

export async function totalsOf(ctx: Context, { id, edition }: Pick<PeriodRow, 'id' | 'edition'>) {
  const [row] = await ctx.rows<Row<'tax_declaration', 'people' | 'gross_fen' | 'vat_fen' | 'surcharge_fen' | 'iit_fen' | 'difference_fen' | ReturnColumn>>`
    select count(*)::int as people, coalesce(sum(gross_fen), 0)::bigint as gross_fen, coalesce(sum(vat_fen), 0)::bigint as vat_fen,
      coalesce(sum(city_fen + education_fen + local_education_fen), 0)::bigint as surcharge_fen, coalesce(sum(withheld_fen), 0)::bigint as iit_fen,
      coalesce(sum(difference_fen), 0)::bigint as difference_fen, ${returnSumColumns}
    from tax_line where declaration_id = ${id} and edition = ${edition}`
  if (!row) throw new Error('an aggregate answers one row')
  return row
}

export interface LineFilter {
  readonly keyword?: string | undefined
  readonly numberIndex?: string | undefined
}

// Selects the payees of a period as `line`: the payees of an edition, or the live payees if `edition` is null.
function payeesMatching(period: PeriodRow, edition: number | null, filter: LineFilter): Pick<Listing, 'table' | 'where'> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`true`]
  if (edition !== null) conditions.push(sql<SqlBool>`line.declaration_id = ${period.id} and line.edition = ${edition}`)
  if (filter.keyword) {
    conditions.push(
      sql<SqlBool>`line.operator_id in (select id from operator where name ilike ${containsPattern(filter.keyword)} or id_number_index = ${filter.numberIndex ?? ''})`,
    )
  }
  return { table: edition === null ? sql`${peopleOf(period)} line` : sql`tax_line line`, where: allOf(conditions) }
}

/** Returns a page of the payees of a period: the payees of an edition, or the live payees if `edition` is null. */
export async function pageOfPeople(ctx: Context, period: PeriodRow, edition: number | null, filter: LineFilter, page: PageRequest) {
  const listing: Listing = { ...payeesMatching(period, edition, filter), id: sql`line.operator_id`, order: { by: [], isRising: true } }
  const { ids, next } = await pageKeys(ctx, listing, page)
  return { ids, next, count: await countOf(ctx, listing) }
}

/** Returns all payees of a period that match the filter, ordered by id. */
export async function matchingPeople(ctx: Context, period: PeriodRow, edition: number | null, filter: LineFilter): Promise<number[]> {
  const { table, where } = payeesMatching(period, edition, filter)
  const rows = await ctx.rows<Row<'tax_line', 'operator_id'>>`select line.operator_id from ${table} where ${where} order by line.operator_id`
  return rows.map((row) => row.operator_id)
}

export const countStoredLines = async (ctx: Context, { id }: Pick<Period, 'id'>, edition: number): Promise<number> =>
  (await ctx.row<{ count: number }>`select count(*)::int as count from tax_line where declaration_id = ${id} and edition = ${edition}`)?.count ?? 0

/** Returns the stored lines of an edition for these payees. */
export async function linesByPeople(ctx: Context, { id }: Period, edition: number, operatorIds: readonly number[]): Promise<LineRow[]> {
  return ctx.rows<LineRow>`select ${columnList} from tax_line where declaration_id = ${id} and edition = ${edition}
    and operator_id = any(${[...operatorIds]}::bigint[]) order by operator_id`
}

/** Returns the lines of an edition after a payee, ordered by operator id. */
export async function linesAfter(
  ctx: Context,
  { id }: Pick<Period, 'id'>,
  edition: number,
  { after, most }: { after: number; most: number },
): Promise<LineRow[]> {
  return ctx.rows<LineRow>`select ${columnList} from tax_line where declaration_id = ${id} and edition = ${edition} and operator_id > ${after}
    order by operator_id limit ${most}`
}

export interface CertificateRow extends Row<'tax_certificate', 'id' | 'file_id'> {
  operator_id: Row<'tax_line'>['operator_id']
}

export async function certificatesOf(ctx: Context, { id }: Period, operatorIds: readonly number[]): Promise<Map<number, CertificateRow>> {
  const rows = await ctx.rows<CertificateRow>`select id, operator_id, file_id from tax_certificate
    where declaration_id = ${id} and operator_id = any(${[...operatorIds]}::bigint[])`
  return new Map(rows.map((row) => [row.operator_id, row]))
}

export interface PayeeTaxRow extends LineRow, Row<'tax_declaration', 'id' | 'month'> {
  state: PeriodRow['state']
  centre_name: string
  paper_id: string | null
}

/** Returns the operator's own lines of a year, each in its last complete edition. */
export async function payeeTaxLines(ctx: Context, operatorId: number, from: string, to: string): Promise<PayeeTaxRow[]> {
  return ctx.rows<PayeeTaxRow>`select ${sql.raw(columns.map((name) => `line.${name}`).join(', '))}, period.id, period.month, period.state, centre.name as centre_name, paper.file_id as paper_id
    from tax_line line join tax_declaration period on period.id = line.declaration_id and line.edition = period.edition - period.is_computing::int
      join centre on centre.id = period.centre_id
      left join tax_certificate paper on paper.declaration_id = period.id and paper.operator_id = line.operator_id
    where line.operator_id = ${operatorId} and period.month between ${from} and ${to} order by period.month, period.id`
}
