import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'
import type { LineRow } from '#/server/taxation/periods/store-lines.ts'

type CentreMonth = Pick<PeriodRow, 'centre_id' | 'month'>

const declaredStates = sql`('declared', 'correcting', 'paid', 'certified', 'archived')`

/** The columns of a line that a correction can change. */
export const changeableColumns = [
  'gross_fen',
  'income_fen',
  'exempt_fen',
  'vat_fen',
  'city_fen',
  'education_fen',
  'local_education_fen',
  'withholding_gross_fen',
  'withholding_exempt_fen',
  'withholding_vat_fen',
  'withholding_city_fen',
  'withholding_education_fen',
  'withholding_local_education_fen',
  'cum_income_fen',
  'cum_expense_fen',
  'cum_deduction_fen',
  'cum_other_fen',
  'months',
  'rate_ppm',
  'should_fen',
  'before_fen',
  'due_fen',
  'withheld_fen',
] as const satisfies readonly (keyof LineRow)[]

/** Returns payees with a returned payment that no edition of the month declares yet. */
export async function undeclaredPeople(ctx: Context, { centre_id, month }: CentreMonth): Promise<number[]> {
  const rows = await ctx.rows<Row<'tax_adjustment', 'operator_id'>>`select distinct operator_id from tax_adjustment
    where centre_id = ${centre_id} and mode = 2 and period = ${month} and kind = 'uncounted' and edition is null order by 1`
  return rows.map((row) => row.operator_id)
}

/** Returns the declared months of the same year after this one, oldest first. */
export async function laterDeclaredMonths(ctx: Context, { centre_id, month }: CentreMonth): Promise<number[]> {
  const rows = await ctx.rows<
    Row<'tax_declaration', 'id'>
  >`select id from tax_declaration period where centre_id = ${centre_id} and mode = 2 and month > ${month}
    and left(month, 4) = left(${month}, 4) and state in ${declaredStates} order by month`
  return rows.map((row) => row.id)
}

/** Returns the first earlier month of the year whose correction must be started or declared first; null if none. */
export async function earliestCorrection(ctx: Context, { centre_id, month }: CentreMonth): Promise<string | null> {
  const row = await ctx.row<
    Row<'tax_declaration', 'month'>
  >`select month from tax_declaration period where centre_id = ${centre_id} and mode = 2 and month < ${month}
    and left(month, 4) = left(${month}, 4) and (state = 'correcting' or (state in ${declaredStates} and exists (select from tax_adjustment back
      where back.centre_id = period.centre_id and back.mode = 2 and back.period = period.month and back.kind = 'uncounted' and back.edition is null)))
    order by month limit 1`
  return row?.month ?? null
}

/** Returns the payees whose lines differ between two editions or exist in only one. */
export async function changedPeople(ctx: Context, id: number, editions: { before: number; after: number }): Promise<number[]> {
  const tupleOf = (table: string) => sql`(${sql.join(changeableColumns.map((name) => sql.ref(`${table}.${name}`)))})`
  const rows = await ctx.rows<Row<'tax_line', 'operator_id'>>`select coalesce(old.operator_id, fresh.operator_id) as operator_id
    from (select * from tax_line where declaration_id = ${id} and edition = ${editions.before}) old
      full join (select * from tax_line where declaration_id = ${id} and edition = ${editions.after}) fresh on fresh.operator_id = old.operator_id
    where ${tupleOf('old')} is distinct from ${tupleOf('fresh')} order by 1`
  return rows.map((row) => row.operator_id)
}

/** Returns whether this edition declares a returned payment. */
export async function declaresReturns(ctx: Context, { centre_id, month, edition }: CentreMonth & Pick<PeriodRow, 'edition'>): Promise<boolean> {
  const row = await ctx.row<{ does: boolean }>`select exists (select from tax_adjustment where centre_id = ${centre_id} and mode = 2 and period = ${month}
    and kind = 'uncounted' and edition = ${edition}) as does`
  return row?.does ?? false
}

/** Deletes the lines of a correction that was never declared. */
export const dropCorrection = (ctx: Context, id: number): Promise<void> => ctx.run`select app.drop_tax_correction(${id})`
