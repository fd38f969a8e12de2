import { settlementMode } from '#/domain/base/codes.ts'
import { add, applyRate, type Fen, fen, type Ppm, ppm, subtract, ZERO } from '#/domain/base/money.ts'
import { noOtherSales, type SalesElsewhere } from '#/domain/money/other-sales.ts'
import { newPersonMonth, type PersonMonth, type Settlement, type SettlementTerms, settlePayment } from '#/domain/money/settlement.ts'
import { assessTax, type TaxAssessment } from '#/domain/money/tax-income.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'

// Tax calculators for payees, without tax arithmetic beyond the functions that compute payments.

/**
 * The first day of cumulative withholding by platforms (税务总局公告2025年第16号). A different table applies to earlier income.
 */
export const cumulativeMethodStart = '2025-10-01'

/** The gross of a month (yyyy-MM) as a single payment, and the policy of that month. */
export interface PlannedMonth {
  readonly month: string
  readonly gross: Fen
  readonly policy: TaxPolicy
  /** The payer's rate of urban construction tax in that month. */
  readonly cityRatePpm: Ppm
}

/** Returns the terms of a calculator: a natural person who bears the tax, and no fee. */
function calculatorTerms(cityRatePpm: Ppm): SettlementTerms {
  return {
    mode: settlementMode.generalContract,
    cityRatePpm,
    taxBearer: 'operator',
    feeBearer: 'unit',
    feeUnitSharePpm: ppm(1_000_000),
    levyRatePpm: ppm(0),
  }
}

/**
 * Computes a payment that follows earlier payments to the person. `elsewhere` is the person's other sales of the month.
 */
export function calculatePayment(
  { month, gross, policy, cityRatePpm }: PlannedMonth,
  before: { readonly personMonth: PersonMonth; readonly elsewhere: SalesElsewhere } | null,
): Settlement {
  const payment = { gross, fee: ZERO, month, elsewhere: before?.elsewhere ?? noOtherSales }
  return settlePayment(payment, before?.personMonth ?? newPersonMonth(month), calculatorTerms(cityRatePpm), policy)
}

/** Computes the months of one year in order, for a person without earlier payments. */
export function calculateMonths(months: readonly PlannedMonth[]): Settlement[] {
  let personMonth: PersonMonth | null = null
  return months.map((month): Settlement => {
    const monthResult = calculatePayment(month, personMonth && { personMonth, elsewhere: noOtherSales })
    personMonth = monthResult.personMonth
    return monthResult
  })
}

/** The comprehensive income of a year (综合所得) without VAT, and its deductions. */
export interface YearIncome {
  readonly wages: Fen
  readonly labour: Fen
  /** Author's royalties (稿酬). */
  readonly royalties: Fen
  /** Social insurance and housing fund (专项扣除). */
  readonly insurance: Fen
  /** Deductions for children, elderly parents, rent and others (专项附加扣除). */
  readonly additional: Fen
  readonly otherDeductions: Fen
  readonly withheld: Fen
}

/** The annual settlement (汇算), in the order of its computation. */
export interface YearSettlement extends TaxAssessment {
  readonly labourExpense: Fen
  readonly royaltyExpense: Fen
  /** The part of royalties that is free of tax. */
  readonly royaltyRelief: Fen
  readonly income: Fen
  readonly basicDeduction: Fen
  /** The tax less the withheld tax, in fen: to pay when positive, to be refunded when negative. */
  readonly difference: Fen
}

/**
 * Computes the annual settlement of comprehensive income (个人所得税法 §6, §11). Labour income and royalties count less a
 * fifth, and royalties at 70 % of that. The deductions and 60,000 yuan are subtracted, and the table of the year
 * applies.
 */
export function settleYear(year: YearIncome, { withholding, labour }: Pick<TaxPolicy['params'], 'withholding' | 'labour'>): YearSettlement {
  const labourExpense = applyRate(year.labour, withholding.expensePpm)
  const royaltyExpense = applyRate(year.royalties, labour.expensePpm)
  const royaltiesAfterExpense = subtract(year.royalties, royaltyExpense)
  const royaltyRelief = subtract(royaltiesAfterExpense, applyRate(royaltiesAfterExpense, labour.authorPpm))
  const income = fen(year.wages + year.labour - labourExpense + royaltiesAfterExpense - royaltyRelief)
  const basicDeduction = fen(withholding.monthlyDeductionFen * 12)
  const totalDeduction = add(basicDeduction, year.insurance, year.additional, year.otherDeductions)
  const assessment = assessTax(withholding.brackets, subtract(income, totalDeduction))
  return { ...assessment, labourExpense, royaltyExpense, royaltyRelief, income, basicDeduction, difference: subtract(assessment.tax, year.withheld) }
}
