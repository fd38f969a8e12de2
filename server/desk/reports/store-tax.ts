import { type Expression, type SqlBool, sql } from 'kysely'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { ReportSpan } from '#/domain/desk/report.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { businessesOf } from '#/server/people/entities/public.ts'
import { incomeTaxPayments } from '#/server/taxation/periods/public.ts'

/** The filter of a monthly report. */
export interface MonthFilter {
  readonly centreId?: number | undefined
  readonly mode?: number | undefined
}

const columns = ['gross_fen', 'income_fen', 'vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const
/**
 * Selects the sum of the corrections of a person's month after its closing: returned payments and cleared tax. Adding
 * this sum to the stored month gives the month's net amounts.
 */
const returnedSinceClosing = sql`lateral (select ${sql.join(columns.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`))} from tax_adjustment
  where tax_adjustment.kind = 'uncounted' and tax_adjustment.operator_id = standing.operator_id and tax_adjustment.centre_id = standing.centre_id
    and tax_adjustment.mode = standing.mode and tax_adjustment.month = standing.month) back on true`
const netAmount = (name: (typeof columns)[number]) => sql.raw(`standing.${name} + back.${name}`)
const netColumns = sql.join(columns.map((name) => sql`${netAmount(name)} as ${sql.ref(name)}`))

/** A person's month at a payer, with the later corrections of its declaration. */
export interface PersonMonthRow
  extends Row<
    'tax_standing',
    | 'centre_id'
    | 'mode'
    | 'operator_id'
    | 'month'
    | 'gross_fen'
    | 'income_fen'
    | 'vat_fen'
    | 'city_fen'
    | 'education_fen'
    | 'local_education_fen'
    | 'withheld_fen'
  > {
  key: number
  mode: Mode
  person: string
  id_number: string
  entity_name: string | null
  vat_owed_fen: number
}

const cursorFactor = 1_000_000_000
/** The list number of a person's month, composed of month, centre, mode and person in list order. */
const personMonthKey = sql<number>`(((left(found.month, 4)::bigint - 2000) * 12 + right(found.month, 2)::bigint) * 1000 + found.centre_id) * 2 * ${sql.lit(cursorFactor)}::bigint
  + (found.mode - 1) * ${sql.lit(cursorFactor)}::bigint + found.operator_id`

interface TaxMonthCursor {
  readonly month: string
  readonly centre: number
  readonly mode: number
  readonly operator: number
}

function cursorOf(key: number): TaxMonthCursor {
  const operator = key % cursorFactor
  const rest = Math.floor(key / cursorFactor)
  const mode = (rest % 2) + 1
  const centre = Math.floor(rest / 2) % 1000
  const months = Math.floor(rest / 2000) - 1
  return { operator, mode, centre, month: `${2000 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}` }
}

/**
 * Returns whether the caller may see monthly figures of persons. These figures cover all units of a payer, so units,
 * partners and sales staff may not.
 */
export const canSeeMonths = ({ actor, scope }: Context): boolean => actor.partnerId === null && actor.unitId === null && scope.unitIds.length === 0

/** Selects personal months in the span and the caller's scope. */
export function monthCondition(ctx: Context, filter: MonthFilter, { from, to }: Pick<ReportSpan, 'from' | 'to'>): Expression<SqlBool> {
  const { scope } = ctx
  const conditions = [
    inScope(scope, 'standing', { mode: true }),
    sql<SqlBool>`standing.month >= ${from.slice(0, 7)} and standing.month <= ${to.slice(0, 7)} and standing.gross_fen <> 0
      and standing.gross_fen + coalesce((select sum(back.gross_fen) from tax_adjustment back where back.kind = 'uncounted' and back.operator_id = standing.operator_id
        and back.centre_id = standing.centre_id and back.mode = standing.mode and back.month = standing.month), 0) <> 0`,
  ]
  if (filter.centreId) conditions.push(sql<SqlBool>`standing.centre_id = ${filter.centreId}`)
  if (filter.mode) conditions.push(sql<SqlBool>`standing.mode = ${filter.mode}`)
  return allOf(conditions)
}

/** Returns a page of personal months, newest month first. */
export async function listPersonMonths(
  ctx: Context,
  where: Expression<SqlBool>,
  { page, size, after, before }: PageRequest,
): Promise<{ rows: PersonMonthRow[]; next: number | null }> {
  const isBackward = after === undefined && before !== undefined
  const from = after ?? before
  const [order, sign] = isBackward ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const cursor = from === undefined ? null : cursorOf(from)
  const cursorCondition = cursor
    ? sql` and (standing.month, standing.centre_id, standing.mode, standing.operator_id) ${sign} (${cursor.month}, ${cursor.centre}::bigint, ${cursor.mode}::smallint, ${cursor.operator}::bigint)`
    : sql``
  const orderColumns = (table: 'standing' | 'found') =>
    sql.join(['month', 'centre_id', 'mode', 'operator_id'].map((name) => sql`${sql.ref(`${table}.${name}`)} ${order}`))
  const rows =
    await ctx.rows<PersonMonthRow>`select found.*, ${personMonthKey} as key, operator.name as person, operator.id_number_sealed as id_number, entity.name as entity_name,
      (select coalesce(sum(owed.vat_fen), 0)::bigint from tax_adjustment owed where owed.kind = 'difference' and owed.operator_id = found.operator_id
        and owed.centre_id = found.centre_id and owed.mode = found.mode and owed.month = found.month) as vat_owed_fen
    from (select standing.centre_id, standing.mode, standing.operator_id, standing.month, ${netColumns} from tax_standing standing left join ${returnedSinceClosing} where ${where}${cursorCondition}
      order by ${orderColumns('standing')} limit ${size + 1} offset ${cursor ? 0 : (page - 1) * size}) found
      join operator on operator.id = found.operator_id
      left join lateral (select name from ${businessesOf(sql`found.operator_id`)} business order by business.id desc limit 1) entity on found.mode = 1
    order by ${orderColumns('found')}`
  const pageRows = rows.slice(0, size)
  if (isBackward) pageRows.reverse()
  return { rows: pageRows, next: rows.length > size || isBackward ? (pageRows.at(-1)?.key ?? null) : null }
}

/** Returns the months of these persons in a range, at their payers and in their modes. */
export async function monthsOfPersons(
  ctx: Context,
  rows: readonly PersonMonthRow[],
  from: string,
  to: string,
): Promise<Omit<PersonMonthRow, 'key' | 'person' | 'id_number' | 'entity_name' | 'vat_owed_fen'>[]> {
  const requestedPersons = JSON.stringify([
    ...new Map(rows.map(({ centre_id, mode, operator_id }) => [`${centre_id}:${mode}:${operator_id}`, { centre_id, mode, operator_id }])).values(),
  ])
  return ctx.rows<PersonMonthRow>`select standing.centre_id, standing.mode, standing.operator_id, standing.month, ${netColumns}
    from tax_standing standing join json_to_recordset(${requestedPersons}::json) as requested(centre_id bigint, mode smallint, operator_id bigint)
      on requested.centre_id = standing.centre_id and requested.mode = standing.mode and requested.operator_id = standing.operator_id
      left join ${returnedSinceClosing}
    where standing.month >= ${from} and standing.month <= ${to} order by standing.operator_id, standing.month`
}

export interface CentreMonth extends Row<'tax_standing', 'centre_id' | 'month'> {
  key: number
  centre_name: string
  persons: number
  income: number
  withheld: number
  difference: number
  tax_period: number | null
  /** The income tax of the month paid to the tax office in fen, and the last payment day. */
  paid: number
  last_paid_on: string | null
}

/**
 * Returns centres' months with the tax withheld, and the corrections by which the tax due differs from the tax
 * withheld.
 */
export async function listCentreMonths(ctx: Context, where: Expression<SqlBool>): Promise<CentreMonth[]> {
  return ctx.rows<CentreMonth>`select summed.*, centre.name as centre_name, row_number() over (order by summed.month desc, summed.centre_id) as key,
      (select coalesce(sum(owed.withheld_fen), 0)::bigint from tax_adjustment owed
        where owed.kind = 'difference' and owed.mode = 2 and owed.centre_id = summed.centre_id and owed.month = summed.month) as difference,
      period.id as tax_period, coalesce(period.paid, 0) as paid, period.last_paid_on
    from (select standing.month, standing.centre_id, count(*) as persons, sum(${netAmount('income_fen')})::bigint as income,
        sum(${netAmount('withheld_fen')})::bigint as withheld
      from tax_standing standing left join ${returnedSinceClosing} where ${where} group by standing.month, standing.centre_id) summed
      join centre on centre.id = summed.centre_id
      left join ${incomeTaxPayments} period on period.centre_id = summed.centre_id and period.month = summed.month
    order by summed.month desc, summed.centre_id`
}

/** Returns totals over the selected personal months. */
export async function netTotals(
  ctx: Context,
  where: Expression<SqlBool>,
): Promise<{ count: number; gross: number; income: number; withheld: number; vat: number }> {
  const rows = await ctx.rows<{ count: number; gross: number; income: number; withheld: number; vat: number }>`select count(*) as count,
      coalesce(sum(${netAmount('gross_fen')}), 0)::bigint as gross, coalesce(sum(${netAmount('income_fen')}), 0)::bigint as income,
      coalesce(sum(${netAmount('withheld_fen')}), 0)::bigint as withheld, coalesce(sum(${netAmount('vat_fen')}), 0)::bigint as vat
    from tax_standing standing left join ${returnedSinceClosing} where ${where}`
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}
