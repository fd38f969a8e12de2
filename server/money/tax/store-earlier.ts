import { sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Columns of payments that natural persons received before the payer joined the platform. Such payments count in the
// standings like our lines. A row in tax_earlier contains the imported part of a month.

const figureNames = ['gross_fen', 'income_fen', 'vat_fen', 'city_fen', 'education_fen', 'local_education_fen', 'withheld_fen'] as const
const figureColumnList = sql.raw(figureNames.join(', '))
const addedColumns = sql.raw(figureNames.map((name) => `coalesce(fresh.${name}, 0)`).join(', '))
const additions = sql.raw(figureNames.map((name) => `${name} = tax_standing.${name} + excluded.${name}`).join(', '))
const subtractions = sql.raw(figureNames.map((name) => `${name} = tax_standing.${name} - gone.${name}`).join(', '))

export interface EarlierRow extends Row<'tax_earlier', 'operator_id' | 'month' | (typeof figureNames)[number]> {}

export interface ObstacleRow extends Row<'tax_earlier', 'operator_id'> {
  months: string[]
  /** The first month of this payer's own payments. */
  first_paid: string | null
}

/** Returns the obstacles in these people's year at this payer. Omits people without an obstacle. */
export async function obstacles(ctx: Context, centreId: number, operatorIds: readonly number[], year: number): Promise<ObstacleRow[]> {
  const ids = [...operatorIds]
  const [from, to] = [`${year}-01`, `${year}-12`]
  return ctx.rows<ObstacleRow>`
    select operator_id, coalesce(array_agg(month) filter (where is_earlier), '{}') as months, min(month) filter (where not is_earlier) as first_paid
    from (select operator_id, month, true as is_earlier from tax_earlier
        where centre_id = ${centreId} and operator_id = any(${ids}::bigint[]) and month between ${from} and ${to}
      union all
      select operator_id, month, false from tax_reservation
        where centre_id = ${centreId} and mode = ${settlementMode.generalContract} and operator_id = any(${ids}::bigint[]) and month between ${from} and ${to}) there
    group by operator_id`
}

/** Returns the months of a year that this payer has closed. */
export async function closedMonths(ctx: Context, centreId: number, year: number): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('tax_period')
    .select('month')
    .where('centre_id', '=', centreId)
    .where('mode', '=', settlementMode.generalContract)
    .where('month', 'like', `${year}-%`)
    .orderBy('month')
    .execute()
  return rows.map((row) => row.month)
}

const columnTypes = {
  operator_id: 'bigint',
  month: 'text',
  gross_fen: 'bigint',
  income_fen: 'bigint',
  vat_fen: 'bigint',
  city_fen: 'bigint',
  education_fen: 'bigint',
  local_education_fen: 'bigint',
  withheld_fen: 'bigint',
}

/**
 * Counts earlier months. The caller has locked the people. In years with own payments the months are reviewed at the
 * next payment.
 */
export async function insert(ctx: Context, of: { centreId: number; sheetId: number }, rows: readonly EarlierRow[]): Promise<void> {
  await ctx.run`with added as (
      insert into tax_earlier (centre_id, operator_id, month, ${figureColumnList}, sheet_id, taken_at)
      select ${of.centreId}::bigint, operator_id, month, ${addedColumns}, ${of.sheetId}::bigint, ${ctx.now}::timestamptz from ${rowsFrom('fresh', columnTypes, rows)}
      returning *)
    insert into tax_standing (centre_id, mode, operator_id, month, ${figureColumnList})
    select centre_id, ${settlementMode.generalContract}::smallint, operator_id, month, ${figureColumnList} from added order by operator_id, month
    on conflict (centre_id, mode, operator_id, month) do update set ${additions}, version = tax_standing.version + 1`
  await ctx.run`update tax_standing set needs_review = true
    from (select operator_id, left(month, 4) as year, min(month) as month from tax_earlier where sheet_id = ${of.sheetId} group by 1, 2) fresh
    where tax_standing.centre_id = ${of.centreId} and tax_standing.mode = ${settlementMode.generalContract} and tax_standing.operator_id = fresh.operator_id
      and tax_standing.month >= fresh.month and left(tax_standing.month, 4) = fresh.year and not tax_standing.needs_review
      and exists (select from tax_reservation own where own.operator_id = fresh.operator_id and own.centre_id = ${of.centreId}
        and own.mode = ${settlementMode.generalContract} and left(own.month, 4) = fresh.year)`
}

/** Returns the people of an import in lock order. */
export async function operatorIdsOfImport(ctx: Context, sheetId: number): Promise<number[]> {
  const rows = await ctx.db.selectFrom('tax_earlier').select('operator_id').distinct().where('sheet_id', '=', sheetId).orderBy('operator_id').execute()
  return rows.map((row) => row.operator_id)
}

/** A payment or reservation that depends on imported months: same person, payer and year. */
export interface DependentPaymentRow extends Row<'payment_batch', 'no'>, Row<'operator', 'name'>, Row<'tax_reservation', 'month'> {
  count: number
}

/** Returns the first payment that depends on an import, with the number of such payments; undefined if none. */
export const dependentPayment = (ctx: Context, sheetId: number): Promise<DependentPaymentRow | undefined> => ctx.row<DependentPaymentRow>`
    with fresh as (select distinct centre_id, operator_id, left(month, 4) as year from tax_earlier where sheet_id = ${sheetId})
    select batch.no, operator.name, own.month, count(*) over () as count
    from fresh join tax_reservation own on own.operator_id = fresh.operator_id and own.centre_id = fresh.centre_id
        and own.mode = ${settlementMode.generalContract} and left(own.month, 4) = fresh.year
      join payment_batch batch on batch.id = own.batch_id join operator on operator.id = own.operator_id
    order by own.line_id limit 1`

/** Returns the months of an import that were closed later. */
export async function closedMonthsOf(ctx: Context, sheetId: number): Promise<string[]> {
  const rows = await ctx.rows<Row<'tax_period', 'month'>>`select distinct closed.month from tax_earlier earlier join tax_period closed
    on closed.centre_id = earlier.centre_id and closed.mode = ${settlementMode.generalContract} and closed.month = earlier.month
    where earlier.sheet_id = ${sheetId} order by 1`
  return rows.map((row) => row.month)
}

/** Removes the months of an import with the counted figures. Returns their number. */
export async function remove(ctx: Context, sheetId: number): Promise<number> {
  const row = await ctx.row<{ count: number }>`
    with gone as (delete from tax_earlier where sheet_id = ${sheetId} returning *),
    taken as (
      update tax_standing set ${subtractions}, version = tax_standing.version + 1 from gone
      where tax_standing.centre_id = gone.centre_id and tax_standing.mode = ${settlementMode.generalContract} and tax_standing.operator_id = gone.operator_id
        and tax_standing.month = gone.month)
    select count(*) as count from gone`
  return row?.count ?? 0
}
