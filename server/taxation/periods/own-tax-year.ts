import { fen, sumOf } from '#/domain/base/money.ts'
import { shiftMonth } from '#/domain/base/period.ts'
import { cumulativeTaxableOf } from '#/domain/taxation/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { taxThresholdsOf } from '#/server/taxation/periods/line-computation.ts'
import { type PayeeTaxRow, payeeTaxLines } from '#/server/taxation/periods/store-lines.ts'

const salesOf = (row: PayeeTaxRow) => fen(row.gross_fen - row.vat_fen)

/** Returns the operator's declared months of a year, with the thresholds and the twelve-month sales of the last one. */
export async function taxYearOfCaller(ctx: Context, year: number) {
  const { operatorId } = ctx.actor
  const lines = operatorId === null ? [] : await payeeTaxLines(ctx, operatorId, `${year - 1}-01`, `${year}-12`)
  const rows = lines.filter((row) => row.month >= `${year}-01`)
  const lastRow = rows.at(-1)
  const firstMonth = lastRow ? shiftMonth(lastRow.month, -11) : ''
  return {
    rows: rows.map((row) => {
      const { cumExpense, cumDeduction, cumOther, ...fields } = fieldsOf(
        row,
        ...(['id', 'month', 'centre_name', 'state', 'gross_fen', 'vat_fen', 'rate_ppm', 'should_fen'] as const),
        ...(['cum_income_fen', 'cum_expense_fen', 'cum_deduction_fen', 'cum_other_fen'] as const),
      )
      return {
        ...fields,
        surcharge: fen(row.city_fen + row.education_fen + row.local_education_fen),
        iit: fen(row.withheld_fen),
        certificateId: row.paper_id,
        sales: salesOf(row),
        taxable: cumulativeTaxableOf({ cumIncome: fields.cumIncome, cumExpense, cumDeduction, cumOther }),
      }
    }),
    limits: lastRow ? await taxThresholdsOf(ctx, lastRow.month) : null,
    rollingSales: lastRow
      ? sumOf(
          lines.filter((row) => row.month >= firstMonth),
          salesOf,
        )
      : fen(0),
  }
}
