import { type RawBuilder, sql } from 'kysely'
import { settlementMode } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Declared months for statements of other modules. Columns are SQL expressions of the statement.

// Corrections belong to months that were already declared, so their states are not listed.
const undeclaredStates = ['open', 'closing', 'closed', 'confirmed']

/** Counts the months in which an operator was paid and whose tax is not declared, by the centre or by the business. */
export const undeclaredMonths = (operatorId: number) => sql`select count(distinct earned.month) from tax_reservation earned
  where earned.operator_id = ${operatorId} and not earned.is_open
    and not exists (select from tax_declaration declared where declared.centre_id = earned.centre_id and declared.mode = earned.mode
      and declared.month = earned.month and declared.state <> all(${undeclaredStates}))
    and not exists (select from business_filing filed where earned.mode = ${settlementMode.individualBusiness} and filed.operator_id = earned.operator_id
      and filed.kind = 'vat' and filed.period = to_char(to_date(earned.month, 'YYYY-MM'), 'YYYY"-Q"Q') and filed.state <> all(${undeclaredStates}))`

/** Returns the declaration to which a payment to the tax office belongs. */
export const declarationOfEntry = (entryId: RawBuilder<unknown>) =>
  sql<number | null>`(select paid.declaration_id from tax_entry paid where paid.id = ${entryId})`

/** The natural persons' declared months with the income tax paid to the tax office in fen, and the last payment day. */
export const incomeTaxPayments = sql`(
  select period.id, period.centre_id, period.month, handed.paid, handed.last_paid_on from tax_declaration period
    left join lateral (select sum(amount_fen)::bigint as paid, max(paid_on)::text as last_paid_on from tax_payment
      where declaration_id = period.id and kind = 'iit') handed on true
  where period.mode = 2)`

export interface ClosedMonthRow extends Row<'tax_declaration', 'month' | 'due_on'> {
  centre_name: string
}

/** Returns closed months with their fixed due day. */
export async function closedMonths(ctx: Context): Promise<ClosedMonthRow[]> {
  return ctx.rows<ClosedMonthRow>`select centre.name as centre_name, period.month, period.due_on::text as due_on
    from tax_declaration period join centre on centre.id = period.centre_id
    where period.due_on is not null order by period.month desc, centre.id limit 200`
}
