import { type Fen, fen, ppm, subtract } from '#/domain/base/money.ts'
import { monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { type EarlierMonthTotals, type MonthTax, noTax, type PaidMonth, taxOfMonths } from '#/domain/money/tax-month.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Context } from '#/server/kernel/context.ts'
import { findPolicy } from '#/server/money/tax/store.ts'
import * as store from '#/server/money/tax/store-facts.ts'

/** Returns the policies in force on the last day of these months. */
export async function policiesOf(ctx: Context, months: readonly string[]): Promise<Map<string, TaxPolicy>> {
  const policiesByMonth = new Map<string, TaxPolicy>()
  for (const month of months) {
    const policy = await findPolicy(ctx, { day: shiftDay(monthStart(shiftMonth(month, 1)), -1) })
    if (policy) policiesByMonth.set(month, policy)
  }
  return policiesByMonth
}

type EarlierFigures = Pick<
  store.ReviewRow,
  'earlier_gross' | 'earlier_vat' | 'earlier_city' | 'earlier_education' | 'earlier_local_education' | 'earlier_withheld'
>

/** Returns the part of a month paid and declared in an older system; null if there is none. */
export function earlierPartOf(row: EarlierFigures): EarlierMonthTotals | null {
  if (row.earlier_gross === 0) return null
  return {
    gross: fen(row.earlier_gross),
    vat: fen(row.earlier_vat),
    city: fen(row.earlier_city),
    education: fen(row.earlier_education),
    localEducation: fen(row.earlier_local_education),
    withheld: fen(row.earlier_withheld),
  }
}

function owedTaxByMonth(rows: readonly store.ReviewRow[], policies: ReadonlyMap<string, TaxPolicy>): Map<string, MonthTax> {
  const paidMonths = rows.flatMap((row): PaidMonth[] => {
    const policy = policies.get(row.month)
    return row.gross_fen > 0 && policy
      ? [
          {
            month: row.month,
            gross: fen(row.gross_fen),
            policy,
            cityRatePpm: ppm(row.city_rate_ppm),
            elsewhere: { centres: fen(row.elsewhere_gross), platforms: fen(row.declared_gross) },
            earlier: earlierPartOf(row),
          },
        ]
      : []
  })
  const owedTaxes = taxOfMonths(paidMonths)
  return new Map(paidMonths.map(({ month }, index) => [month, owedTaxes[index] ?? noTax]))
}

function differenceOf(row: store.ReviewRow, owed: MonthTax, lineIds: readonly number[]): { written: store.ReviewDifference; whole: Fen[] } {
  const wholeDifference = {
    vat_fen: subtract(owed.vat, fen(row.vat_fen)),
    city_fen: subtract(owed.city, fen(row.city_fen)),
    education_fen: subtract(owed.education, fen(row.education_fen)),
    local_education_fen: subtract(owed.localEducation, fen(row.local_education_fen)),
    withheld_fen: subtract(owed.withheld, fen(row.withheld_fen)),
  }
  const { centre_id, operator_id, month } = row
  const newDifference = {
    vat_fen: wholeDifference.vat_fen - row.vat_noted,
    city_fen: wholeDifference.city_fen - row.city_noted,
    education_fen: wholeDifference.education_fen - row.education_noted,
    local_education_fen: wholeDifference.local_education_fen - row.local_education_noted,
    withheld_fen: wholeDifference.withheld_fen - row.withheld_noted,
  }
  return { written: { centre_id, operator_id, month, ...newDifference, line_ids: lineIds }, whole: Object.values(wholeDifference) }
}

const isZeroDifference = ({ vat_fen, city_fen, education_fen, local_education_fen, withheld_fen }: store.ReviewDifference) =>
  [vat_fen, city_fen, education_fen, local_education_fen, withheld_fen].every((each) => each === 0)

/**
 * Compares the withheld tax of these people with the tax due on actual payments, for each changed year without an
 * unfinished payment. Stores each difference once, and reverses it when a later payment settles it. The caller has
 * locked the people.
 */
export async function reviewTaxMonths(ctx: Context, operatorIds: readonly number[], causes: readonly store.CountedLine[]): Promise<void> {
  const rows = await store.changedMonths(ctx, operatorIds)
  if (rows.length === 0) return
  const policies = await policiesOf(ctx, [...new Set(rows.map((row) => row.month))])
  const differences: store.ReviewDifference[] = []
  const reviewedMonths: Parameters<typeof store.markMonthsReviewed>[1][number][] = []
  for (const months of Map.groupBy(rows, (row) => `${row.centre_id}:${row.operator_id}:${row.month.slice(0, 4)}`).values()) {
    const owedByMonth = owedTaxByMonth(months, policies)
    for (const row of months) {
      const { centre_id, operator_id, month } = row
      const lineIds = causes.filter((line) => line.operator_id === operator_id && line.centre_id === centre_id).map((line) => line.line_id)
      const { written, whole } = differenceOf(row, owedByMonth.get(month) ?? noTax, lineIds)
      if (!isZeroDifference(written)) differences.push(written)
      reviewedMonths.push({ centre_id, operator_id, month, is_even: whole.every((each) => each === 0) })
    }
  }
  await store.recordDifferences(ctx, differences)
  await store.markMonthsReviewed(ctx, reviewedMonths)
}
