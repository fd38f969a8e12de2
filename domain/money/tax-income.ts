import { add, applyRate, atLeast, atMost, type Fen, fen, type Ppm, proportion, subtract, ZERO } from '#/domain/base/money.ts'
import { type Bracket, bracketOf, type TaxPolicy } from '#/domain/money/tax-policy.ts'

/** A taxable amount, its bracket, and the tax: taxable × rate − quick deduction, rounded once. */
export interface TaxAssessment {
  readonly taxable: Fen
  readonly ratePpm: Ppm
  readonly quick: Fen
  readonly tax: Fen
}

const ZERO_RATE = 0 as Ppm

/** Applies a progressive table. The rate is zero when no amount is taxable. */
export function assessTax(brackets: readonly Bracket[], taxable: Fen): TaxAssessment {
  if (taxable <= 0) return { taxable: ZERO, ratePpm: ZERO_RATE, quick: ZERO, tax: ZERO }
  const { ratePpm, quickFen } = bracketOf(brackets, taxable)
  return { taxable, ratePpm, quick: quickFen, tax: subtract(applyRate(taxable, ratePpm), quickFen) }
}

/** The state of cumulative withholding for one person at one payer in one calendar year. */
export interface WithholdingState {
  readonly year: number
  /** The last month with income, 1 to 12; 0 before the first. */
  readonly lastMonth: number
  /** The months of the current unbroken run. Each month counts once, regardless of its number of payments. */
  readonly months: number
  readonly income: Fen
  readonly other: Fen
  readonly withheld: Fen
}

/** Returns the state of a year without payments. */
export function initialWithholding(year: number): WithholdingState {
  return { year, lastMonth: 0, months: 0, income: ZERO, other: ZERO, withheld: ZERO }
}

/** The figures of one withholding, as the form 个人所得税扣缴申报表 shows them. */
export interface Withholding extends TaxAssessment {
  readonly months: number
  readonly income: Fen
  readonly expense: Fen
  readonly deduction: Fen
  readonly other: Fen
  readonly cumulativeTax: Fen
  readonly withhold: Fen
  readonly state: WithholdingState
}

function continueRun(state: WithholdingState, year: number, month: number, gapMonthsToReset: number): WithholdingState {
  if (state.year !== year) return initialWithholding(year)
  const emptyMonths = state.lastMonth === 0 ? 0 : month - state.lastMonth - 1
  return emptyMonths >= gapMonthsToReset ? initialWithholding(year) : state
}

/** Adds a month whose tax was already withheld, for one or more payments. */
export function addWithheldMonth(
  before: WithholdingState,
  done: { readonly year: number; readonly month: number; readonly income: Fen; readonly other: Fen; readonly withheld: Fen },
  gapMonthsToReset: number,
): WithholdingState {
  const run = continueRun(before, done.year, done.month, gapMonthsToReset)
  return {
    year: done.year,
    lastMonth: done.month,
    months: run.lastMonth === done.month ? run.months : run.months + 1,
    income: add(run.income, done.income),
    other: add(run.other, done.other),
    withheld: add(run.withheld, done.withheld),
  }
}

/**
 * Withholds tax on one payment of labour income by the cumulative method (公告2025年第16号 一(一)): (income − 20 % − 5 000 ×
 * months − other) × rate − quick − withheld before. The result is never negative; refunds wait for the annual
 * settlement. A new year or a gap restarts the run. `income` and `other` belong to this payment alone. Payments of one
 * month share the deduction of that month.
 */
export function withholdTax(
  before: WithholdingState,
  payment: { readonly year: number; readonly month: number; readonly income: Fen; readonly other?: Fen },
  policy: TaxPolicy['params']['withholding'],
  gapMonthsToReset: number = policy.gapMonthsToReset,
): Withholding {
  const run = continueRun(before, payment.year, payment.month, gapMonthsToReset)
  const months = run.lastMonth === payment.month ? run.months : run.months + 1
  const income = fen(run.income + payment.income)
  const otherRelief = fen(run.other + (payment.other ?? 0))
  const expense = applyRate(income, policy.expensePpm)
  const deduction = fen(policy.monthlyDeductionFen * months)
  const assessment = assessTax(policy.brackets, fen(income - expense - deduction - otherRelief))
  const due = atLeast(subtract(assessment.tax, run.withheld), ZERO)
  const state: WithholdingState = { year: payment.year, lastMonth: payment.month, months, income, other: otherRelief, withheld: fen(run.withheld + due) }
  return {
    taxable: assessment.taxable,
    ratePpm: assessment.ratePpm,
    quick: assessment.quick,
    tax: assessment.tax,
    months,
    income,
    expense,
    deduction,
    other: otherRelief,
    cumulativeTax: assessment.tax,
    withhold: due,
    state,
  }
}

/**
 * Taxes labour income per payment, without the cumulative method (公告2018年第61号). The expense is 800 yuan up to 4 000,
 * and 20 % above.
 */
export function taxLabourPerPayment(income: Fen, policy: TaxPolicy['params']['labour']): TaxAssessment {
  const taxable = income <= policy.fixedUpToFen ? subtract(income, policy.fixedDeductionFen) : subtract(income, applyRate(income, policy.expensePpm))
  return assessTax(policy.brackets, atLeast(taxable, ZERO))
}

/** Taxes author's royalties per payment: 70 % of the income after expenses, at 20 %. */
export function taxRoyaltiesPerPayment(
  income: Fen,
  policy: TaxPolicy['params']['labour'],
): { readonly incomeAmount: Fen; readonly ratePpm: Ppm; readonly tax: Fen } {
  const incomeAfterExpense =
    income <= policy.fixedUpToFen ? atLeast(subtract(income, policy.fixedDeductionFen), ZERO) : subtract(income, applyRate(income, policy.expensePpm))
  const incomeAmount = applyRate(incomeAfterExpense, policy.authorPpm)
  return { incomeAmount, ratePpm: policy.authorRatePpm, tax: applyRate(incomeAmount, policy.authorRatePpm) }
}

/**
 * The tax on the business income of a year (税率表二). A registered individual business pays half up to the cap
 * (公告2023年第12号).
 */
export interface BusinessTax extends TaxAssessment {
  readonly taxOnCapped: Fen
  readonly halving: Fen
  readonly payable: Fen
}

/**
 * Computes the tax on business income. Other relief is deducted before the halving, in proportion to the capped part:
 * halving = (tax on the part up to the cap − other relief × that part ÷ whole) × 50 %.
 */
export function businessTax(
  taxable: Fen,
  policy: TaxPolicy['params']['business'],
  options: { readonly isRegistered: boolean; readonly otherRelief?: Fen; readonly cap?: Fen },
): BusinessTax {
  const assessment = assessTax(policy.brackets, taxable)
  const furtherRelief = options.otherRelief ?? ZERO
  const cappedIncome = atMost(atLeast(taxable, ZERO), options.cap ?? policy.halvingCapFen)
  const taxOnCapped = assessTax(policy.brackets, cappedIncome).tax
  const reliefOnCapped = taxable > 0 ? proportion(furtherRelief, cappedIncome, taxable) : ZERO
  const halving = options.isRegistered ? applyRate(atLeast(subtract(taxOnCapped, reliefOnCapped), ZERO), policy.halvingPpm) : ZERO
  return { ...assessment, taxOnCapped, halving, payable: atLeast(fen(assessment.tax - furtherRelief - halving), ZERO) }
}

/** One quarterly prepayment on a deemed profit: the tax of the year to date less earlier prepayments. */
export interface DeemedQuarter extends BusinessTax {
  readonly revenue: Fen
  readonly cumulativeRevenue: Fen
  readonly due: Fen
}

/**
 * Computes the quarterly prepayments of a year by deemed profit (应税所得率): taxable = receipts of the year so far × rate.
 */
export function deemedQuarters(revenues: readonly Fen[], profitPpm: Ppm, policy: TaxPolicy['params']['business'], isRegistered: boolean): DeemedQuarter[] {
  let cumulativeRevenue = ZERO
  let prepaidTax = ZERO
  return revenues.map((revenue) => {
    cumulativeRevenue = add(cumulativeRevenue, revenue)
    const yearToDateTax = businessTax(applyRate(cumulativeRevenue, profitPpm), policy, { isRegistered })
    const due = atLeast(subtract(yearToDateTax.payable, prepaidTax), ZERO)
    prepaidTax = add(prepaidTax, due)
    return { ...yearToDateTax, revenue, cumulativeRevenue, due }
  })
}

/**
 * Computes the tax at a levy rate on receipts without VAT (核定征收率), halved for registered individual businesses,
 * whatever the method of collection (公告2023年第12号).
 */
export function levyOnReceipts(receipts: Fen, levyPpm: Ppm, policy: TaxPolicy['params']['business'], isRegistered: boolean): Fen {
  const fullTax = applyRate(receipts, levyPpm)
  return isRegistered ? subtract(fullTax, applyRate(fullTax, policy.halvingPpm)) : fullTax
}
