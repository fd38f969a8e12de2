import { settlementMode } from '#/domain/codes.ts'
import { add, type Fen, type Ppm, ppm, subtract, ZERO } from '#/domain/money.ts'
import { partsOf } from '#/domain/period.ts'
import { freshStanding, type PersonStanding, settle } from '#/domain/settlement.ts'
import { carryOn } from '#/domain/tax-income.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'

/** The tax of a month in fen. */
export interface MonthTax {
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly withheld: Fen
}

/** What the payer paid in a month before it came here, with the tax that was taken and declared then. */
export interface EarlierPart extends MonthTax {
  readonly gross: Fen
}

/** What one payer really paid one person in a month (yyyy-MM), with the policy of that month; gross in fen. */
export interface PaidMonth {
  readonly month: string
  readonly gross: Fen
  readonly policy: TaxPolicy
  /** Rate of the city maintenance tax of the payer in that month. */
  readonly cityRatePpm: Ppm
  /** What of it was paid in an older system. */
  readonly earlier?: EarlierPart | null
}

/** Nothing was paid, nothing is due. */
export const noTax: MonthTax = { vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO, withheld: ZERO }

/** What of a payment counts as income for withholding. */
export function incomeOf(gross: Fen, vat: Fen, policy: TaxPolicy): Fen {
  return policy.params.withholding.baseExcludesVat ? subtract(gross, vat) : gross
}

function afterEarlier(before: PersonStanding, month: string, part: EarlierPart, policy: TaxPolicy): PersonStanding {
  const { gapMonthsToReset, deductsSurcharge } = policy.params.withholding
  const { gross, vat, city, education, localEducation, withheld } = part
  const other = deductsSurcharge ? add(city, education, localEducation) : ZERO
  const done = { ...partsOf(month), income: incomeOf(gross, vat, policy), other, withheld }
  return { month, gross, vat, city, education, localEducation, withholding: carryOn(before.withholding, done, gapMonthsToReset) }
}

function sum(a: MonthTax, b: MonthTax): MonthTax {
  return {
    vat: add(a.vat, b.vat),
    city: add(a.city, b.city),
    education: add(a.education, b.education),
    localEducation: add(a.localEducation, b.localEducation),
    withheld: add(a.withheld, b.withheld),
  }
}

/**
 * The tax of the facts: what a payer owes for a natural person's months of one year in their order, each month taken as one payment (公告2025年第16号: 累计预扣;
 * 增值税法: 月销售额). What came in between (payments that failed or came back) leaves no trace in it. What was paid in an older system stands as it was declared
 * there: a mistake in it is put right by the months that follow, as the cumulative method does, and not judged here.
 */
export function taxOfMonths(months: readonly PaidMonth[]): MonthTax[] {
  const terms = {
    mode: settlementMode.generalContract,
    taxBearer: 'operator',
    feeBearer: 'operator',
    feeUnitSharePpm: ppm(0),
    levyRatePpm: ppm(0),
  } as const
  let standing: PersonStanding | null = null
  return months.map(({ month, gross, policy, cityRatePpm, earlier }) => {
    let before: PersonStanding = standing ?? freshStanding(month)
    if (earlier) before = afterEarlier(before, month, earlier, policy)
    const own = subtract(gross, earlier?.gross ?? ZERO)
    standing = before
    if (own <= 0) return sum(earlier ?? noTax, noTax)
    const { vat, city, education, localEducation, iit, standing: after } = settle({ gross: own, fee: ZERO, month }, before, { ...terms, cityRatePpm }, policy)
    standing = after
    return sum(earlier ?? noTax, { vat, city, education, localEducation, withheld: iit })
  })
}
