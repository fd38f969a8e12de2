import { settlementMode } from '#/domain/base/codes.ts'
import { add, type Fen, type Ppm, ppm, subtract, ZERO } from '#/domain/base/money.ts'
import { yearAndMonthOf } from '#/domain/base/period.ts'
import { noOtherSales, type SalesElsewhere } from '#/domain/money/other-sales.ts'
import { newPersonMonth, type PersonMonth, settlePayment } from '#/domain/money/settlement.ts'
import { addWithheldMonth } from '#/domain/money/tax-income.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'

export interface MonthTax {
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly withheld: Fen
}

/** Payments of a month in an older system, with the tax that was withheld and declared there. */
export interface EarlierMonthTotals extends MonthTax {
  readonly gross: Fen
}

/** The gross amount in fen that one payer paid to one person in a month (yyyy-MM), and the policy of that month. */
export interface PaidMonth {
  readonly month: string
  readonly gross: Fen
  readonly policy: TaxPolicy
  /** The payer's rate of urban construction tax in that month. */
  readonly cityRatePpm: Ppm
  /** The person's other sales in that month. */
  readonly elsewhere?: SalesElsewhere
  /** The part of the payments that an older system made. */
  readonly earlier?: EarlierMonthTotals | null
}

export const noTax: MonthTax = { vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO, withheld: ZERO }

/** Returns the income of a payment that counts for withholding. */
export function withholdingIncomeOf(gross: Fen, vat: Fen, policy: TaxPolicy): Fen {
  return policy.params.withholding.baseExcludesVat ? subtract(gross, vat) : gross
}

function addEarlierPart(before: PersonMonth, month: string, part: EarlierMonthTotals, policy: TaxPolicy): PersonMonth {
  const { gapMonthsToReset, deductsSurcharge } = policy.params.withholding
  const { gross, vat, city, education, localEducation, withheld } = part
  const deductibleSurcharge = deductsSurcharge ? add(city, education, localEducation) : ZERO
  const earlierMonth = { ...yearAndMonthOf(month), income: withholdingIncomeOf(gross, vat, policy), other: deductibleSurcharge, withheld }
  return { month, gross, vat, city, education, localEducation, withholding: addWithheldMonth(before.withholding, earlierMonth, gapMonthsToReset) }
}

function addTaxes(a: MonthTax, b: MonthTax): MonthTax {
  return {
    vat: add(a.vat, b.vat),
    city: add(a.city, b.city),
    education: add(a.education, b.education),
    localEducation: add(a.localEducation, b.localEducation),
    withheld: add(a.withheld, b.withheld),
  }
}

/**
 * Computes the tax that a payer owes for a natural person's months of one year, in ascending order, each as one payment
 * (公告2025年第16号: 累计预扣; 增值税法: 月销售额). Failed and returned payments do not count. Tax from an older system counts as
 * declared there. The cumulative method corrects its mistakes in later months.
 */
export function taxOfMonths(months: readonly PaidMonth[]): MonthTax[] {
  const terms = {
    mode: settlementMode.generalContract,
    taxBearer: 'operator',
    feeBearer: 'operator',
    feeUnitSharePpm: ppm(0),
    levyRatePpm: ppm(0),
  } as const
  let personMonth: PersonMonth | null = null
  return months.map(({ month, gross, policy, cityRatePpm, elsewhere = noOtherSales, earlier }) => {
    let before: PersonMonth = personMonth ?? newPersonMonth(month)
    if (earlier) before = addEarlierPart(before, month, earlier, policy)
    const monthGross = subtract(gross, earlier?.gross ?? ZERO)
    personMonth = before
    if (monthGross <= 0) return addTaxes(earlier ?? noTax, noTax)
    const {
      vat,
      city,
      education,
      localEducation,
      iit,
      personMonth: after,
    } = settlePayment({ gross: monthGross, fee: ZERO, month, elsewhere }, before, { ...terms, cityRatePpm }, policy)
    personMonth = after
    return addTaxes(earlier ?? noTax, { vat, city, education, localEducation, withheld: iit })
  })
}
