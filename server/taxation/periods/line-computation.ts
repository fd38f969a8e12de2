import { add, type Fen, fen, subtract, ZERO } from '#/domain/base/money.ts'
import { monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { computeDeclaredLine, type DeclaredMonth, type PersonPeriodAmounts } from '#/domain/taxation/tax-declaration.ts'
import { returnOfCategory, type VatReturn, withholdingPart } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import { policyByVersion, policyInForce, policyOn } from '#/server/money/tax/public.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'
import * as store from '#/server/taxation/periods/store-lines.ts'
import { grossByCategory } from '#/server/taxation/periods/store-returns.ts'

const lastDayOfMonth = (month: string) => shiftDay(monthStart(shiftMonth(month, 1)), -1)

/** Returns the tax policy of the last day of the month, which applies to the declaration. */
export function policyOf(ctx: Context, month: string): Promise<TaxPolicy> {
  return policyOn(ctx, lastDayOfMonth(month))
}

/** Returns the rules behind the figures of a period, with their legal sources; null if no policy is in force. */
export async function rulesOf(ctx: Context, { month, policy_version }: Pick<PeriodRow, 'month' | 'policy_version'>) {
  const policy = await (policy_version === '' ? policyInForce(ctx, lastDayOfMonth(month)) : policyByVersion(ctx, policy_version))
  if (!policy) return null
  const { withholding, vat, surcharge } = policy.params
  return {
    version: policy.version,
    from: policy.effectiveFrom,
    iit: { source: withholding.source, expensePpm: withholding.expensePpm, monthlyDeduction: withholding.monthlyDeductionFen },
    vat: { source: vat.source, threshold: vat.monthThresholdFen, isInclusive: vat.isThresholdItselfExempt, ratePpm: vat.reducedPpm },
    surcharge: { source: surcharge.source, reliefPpm: surcharge.reliefPpm },
  }
}

/** Returns the thresholds of a month: of VAT, and of each bracket of income tax; null if no policy is in force. */
export async function taxThresholdsOf(ctx: Context, month: string) {
  const policy = await policyInForce(ctx, lastDayOfMonth(month))
  if (!policy) return null
  const { vat, watch, withholding } = policy.params
  const brackets = withholding.brackets.slice(1).map(({ ratePpm }, at) => ({ above: withholding.brackets[at]?.upToFen ?? ZERO, ratePpm }))
  return { month, vatMonth: vat.monthThresholdFen, isInclusive: vat.isThresholdItselfExempt, brackets, warnSales: watch.warnFen, guideSales: watch.guideFen }
}

function declaredMonthOf(month: string, rows: readonly store.LinePartRow[]): DeclaredMonth {
  const sum = (of: (row: store.LinePartRow) => number) => fen(rows.reduce((total, row) => total + of(row), 0))
  return {
    month,
    gross: sum((row) => row.gross_fen),
    income: sum((row) => row.income_fen),
    vat: sum((row) => row.vat_fen),
    city: sum((row) => row.city_fen),
    education: sum((row) => row.education_fen),
    localEducation: sum((row) => row.local_education_fen),
    withheld: sum((row) => row.withheld_fen),
  }
}

const noGross: ReadonlyMap<number, Fen> = new Map()

/** The VAT return of the default method, and the categories of service on the other return. */
function categoriesOf({ params: { vat } }: TaxPolicy): { byDefault: VatReturn; others: string[] } {
  const byDefault = returnOfCategory(vat)
  return { byDefault, others: Object.keys(vat.waysByCategory ?? {}).filter((category) => returnOfCategory(vat, category) !== byDefault) }
}

function declaredFactsOf(month: string, rows: readonly store.LinePartRow[]): PersonPeriodAmounts {
  const monthOfPart = (part: store.LinePartRow['part']): DeclaredMonth | null => {
    const declaredMonth = declaredMonthOf(
      month,
      rows.filter((row) => row.part === part),
    )
    return declaredMonth.gross !== 0 || declaredMonth.vat !== 0 || declaredMonth.withheld !== 0 ? declaredMonth : null
  }
  const rowsByEarlierMonth = Map.groupBy(
    rows.filter((row) => row.part === 'before'),
    (row) => row.month,
  )
  const difference = declaredMonthOf(
    month,
    rows.filter((row) => row.part === 'difference'),
  )
  return {
    before: [...rowsByEarlierMonth.keys()]
      .sort()
      .map((each) => declaredMonthOf(each, rowsByEarlierMonth.get(each) ?? []))
      .filter((each) => each.gross > 0),
    own: monthOfPart('own'),
    returned: monthOfPart('returned'),
    back: monthOfPart('back'),
    difference: add(difference.vat, difference.city, difference.education, difference.localEducation, difference.withheld),
  }
}

/**
 * Computes the lines of these payees for the current edition. With `withUndeclared`, includes payment returns that no
 * edition has declared, as a correction does.
 */
export function computeLines(
  ctx: Context,
  period: Pick<PeriodRow, 'centre_id' | 'month' | 'id'>,
  operatorIds: readonly number[],
  policy: TaxPolicy,
  withUndeclared: boolean,
): Promise<store.LineRow[]> {
  return ctx.widen('lines of a declaration', async () => {
    const factRowsByPerson = Map.groupBy(await store.linePartsOf(ctx, period, operatorIds, withUndeclared), (row) => row.operator_id)
    const nameById = await store.namesOf(ctx, operatorIds)
    const { byDefault, others } = categoriesOf(policy)
    const grossByOperator = others.length > 0 ? await grossByCategory(ctx, period, operatorIds, { categories: others, withUndeclared }) : noGross
    return operatorIds.map((id) => {
      const line = computeDeclaredLine(period.month, declaredFactsOf(period.month, factRowsByPerson.get(id) ?? []), policy)
      const categoryGross = grossByOperator.get(id) ?? ZERO
      const withheldGross = byDefault === 'vat_withholding' ? subtract(line.gross, categoryGross) : categoryGross
      return store.lineRow(id, nameById.get(id) ?? '', line, withholdingPart(line, withheldGross, byDefault))
    })
  })
}
