import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'

// Policies and months of people for statements of other modules. Columns are SQL expressions of the statement.

type Column = RawBuilder<unknown>

/** Returns whether a tax policy is in force on the day (yyyy-MM-dd). */
export const hasPolicyOn = (day: string) =>
  sql<SqlBool>`exists (select from tax_policy where effective_from <= ${day}::date and (effective_to is null or effective_to >= ${day}::date))`

/** Returns whether the tax month in which a payment counts is closed. */
export const isTaxMonthClosed = (lineId: Column) =>
  sql<SqlBool>`exists (select from tax_reservation counted join tax_period period on period.centre_id = counted.centre_id and period.mode = counted.mode
    and period.month = counted.month where counted.line_id = ${lineId})`

/** Selects `operator_id`, `month` and `gross` of natural persons, over all centres, in months with payments. */
export const grossOfPeople = (people: RawBuilder<unknown>) => sql`(
  select operator_id, month, sum(gross_fen) as gross from tax_standing
  where operator_id in (${people}) and mode = ${settlementMode.generalContract} group by operator_id, month having sum(gross_fen) > 0)`

/** Selects the natural persons whom several centres pay in the month (yyyy-MM), among the centres that the caller sees. */
export const peopleOfSeveralCentres = (month: string) => sql`(
  select own.operator_id from centre join tax_standing own on own.centre_id = centre.id and own.mode = 2 and own.month = ${month}
  where own.gross_fen > 0 group by own.operator_id having count(*) > 1)`

/** The gross and the tax of people by centre, mode and month, unfinished payments included. */
export const monthsOfPeople = sql`(
  select centre_id, mode, operator_id, month, gross_fen, vat_fen + city_fen + education_fen + local_education_fen + withheld_fen as tax_fen from tax_standing)`
