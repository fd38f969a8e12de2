import { settlementMode } from '#/domain/codes.ts'
import { type Fen, type Ppm, ppm, ZERO } from '#/domain/money.ts'
import { freshStanding, type PersonStanding, settle } from '#/domain/settlement.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'

/** What one payer really paid one person in a month (yyyy-MM), with the policy of that month; gross in fen. */
export interface PaidMonth {
  readonly month: string
  readonly gross: Fen
  readonly policy: TaxPolicy
}

/** The tax of a month in fen. */
export interface MonthTax {
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly withheld: Fen
}

/** Nothing was paid, nothing is due. */
export const noTax: MonthTax = { vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO, withheld: ZERO }

/**
 * The tax of the facts: what a payer owes for a natural person's months of one year in their order, each month taken as one payment (公告2025年第16号: 累计预扣;
 * 增值税法: 月销售额). What came in between (payments that failed or came back) leaves no trace in it.
 */
export function taxOfMonths(months: readonly PaidMonth[], cityRatePpm: Ppm): MonthTax[] {
  const terms = {
    mode: settlementMode.generalContract,
    cityRatePpm,
    taxBearer: 'operator',
    feeBearer: 'operator',
    feeUnitSharePpm: ppm(0),
    levyRatePpm: ppm(0),
  } as const
  let standing: PersonStanding | null = null
  return months.map(({ month, gross, policy }) => {
    const before: PersonStanding = standing ?? freshStanding(month)
    const { vat, city, education, localEducation, iit, standing: after } = settle({ gross, fee: ZERO, month }, before, terms, policy)
    standing = after
    return { vat, city, education, localEducation, withheld: iit }
  })
}
