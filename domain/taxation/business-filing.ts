import { add, applyRate, atLeast, atMost, type Fen, negate, type Ppm, proportion, subtract, withoutTax, ZERO } from '#/domain/base/money.ts'
import { type DueKind, lastMonthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { businessTax, levyOnReceipts } from '#/domain/money/tax-income.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { surchargesOn } from '#/domain/money/tax-surcharge.ts'
import { isUnderThreshold } from '#/domain/money/tax-vat.ts'
import type { LevyBasis } from '#/domain/taxation/filing-rules.ts'

/**
 * Filings of a registered business: VAT and income tax by quarter, the annual settlement of income tax, and the annual
 * report to the market regulator.
 */
export const filingKinds = ['vat', 'incomeTax', 'incomeAnnual', 'annualReport'] as const
export type FilingKind = (typeof filingKinds)[number]

/**
 * States of a filing (SM-TAX). There is no second reviewer, because the business itself is liable for its declaration.
 */
export const filingStates = ['open', 'closed', 'declared', 'correcting', 'paid', 'certified', 'archived'] as const
export type FilingState = (typeof filingStates)[number]
/** States in which a filing is overdue once its last day has passed. */
export const dueFilingStates = ['open', 'closed', 'declared', 'correcting'] as const satisfies readonly FilingState[]

export const filingActions = ['correct', 'cancelCorrection', 'reopen', 'declare', 'pay', 'attach', 'archive', 'remind'] as const
export type FilingAction = (typeof filingActions)[number]

const allowedStates: Readonly<Record<FilingAction, readonly FilingState[]>> = {
  correct: ['open', 'declared', 'correcting', 'paid', 'certified', 'archived'],
  cancelCorrection: ['correcting'],
  reopen: ['closed'],
  declare: ['closed', 'correcting'],
  pay: ['declared'],
  attach: ['paid'],
  archive: ['paid', 'certified'],
  remind: ['open', 'closed', 'declared', 'correcting'],
}

/** Returns whether the action is allowed in this state. */
export function isFilingActionAllowed(action: FilingAction, state: FilingState): boolean {
  return allowedStates[action].includes(state)
}

export const filingSteps = [
  'adjusted',
  'closed',
  'reopened',
  'correcting',
  'cancelled',
  'declared',
  'paid',
  'settled',
  'certified',
  'archived',
  'reminded',
] as const
export type FilingStep = (typeof filingSteps)[number]

/** The party that declares or pays: the business itself, or the platform as its agent. */
export const declarationMethods = ['self', 'agent'] as const
export type DeclarationMethod = (typeof declarationMethods)[number]

/** Whether a quarter's sales are near the VAT threshold or have reached it. */
export const filingLevels = ['near', 'reached'] as const
export type FilingLevel = (typeof filingLevels)[number] | ''

/** Faults found before a period is closed. Blocks prevent the closing, doubts need a reason, and notes only inform. */
export const filingBlocks = ['noCode', 'noRate', 'noCosts', 'earlierOpen'] as const
export const filingDoubts = ['unconfirmed', 'invoicedMore', 'unusedCredit'] as const
export const filingNotes = ['negative', 'general', 'near', 'reached'] as const
export const filingFaults = [...filingBlocks, ...filingDoubts, ...filingNotes] as const
export type FilingFault = (typeof filingFaults)[number]

/** Returns whether a fault prevents the closing, needs a reason, or only informs. */
export function severityOf(fault: FilingFault): 'block' | 'doubt' | 'note' {
  if ((filingBlocks as readonly string[]).includes(fault)) return 'block'
  return (filingDoubts as readonly string[]).includes(fault) ? 'doubt' : 'note'
}

/** The rule for the deadline of each filing. */
export const filingDueRules: Readonly<Record<FilingKind, DueKind>> = {
  vat: 'VAT_QUARTER',
  incomeTax: 'BUSINESS_QUARTER',
  incomeAnnual: 'BUSINESS_ANNUAL',
  annualReport: 'ANNUAL_REPORT',
}

/** Returns whether the text names a period of this kind. */
export function isPeriodOfKind(kind: FilingKind, period: string): boolean {
  return (kind === 'vat' || kind === 'incomeTax' ? /^20\d{2}-Q[1-4]$/ : /^20\d{2}$/).test(period)
}

/** Returns the first day of a period and the first day after it. */
export function daysOfPeriod(period: string): { readonly from: string; readonly to: string } {
  const to = monthStart(shiftMonth(lastMonthOf(period), 1))
  return { from: period.includes('Q') ? monthStart(shiftMonth(lastMonthOf(period), -2)) : `${period}-01-01`, to }
}

/** Returns the last day of a period. The tax policy of that day applies to the period. */
export const policyDayOf = (period: string): string => shiftDay(daysOfPeriod(period).to, -1)

/** Returns the quarters of the year up to this period, oldest first. */
export function quartersUpTo(period: string): string[] {
  const [year = '', quarter = 'Q4'] = period.split('-')
  return Array.from({ length: Number(quarter.slice(1)) }, (_, at) => `${year}-Q${at + 1}`)
}

/** Returns the quarter before this one (yyyy-Qn). */
export function previousQuarter(quarter: string): string {
  const [year = '', of = 'Q1'] = quarter.split('-')
  return of === 'Q1' ? `${Number(year) - 1}-Q4` : `${year}-Q${Number(of.slice(1)) - 1}`
}

/** Returns the quarters from the first to the last (yyyy-Qn), oldest first. Empty if the last is before the first. */
export function quartersBetween(first: string, last: string): string[] {
  return first > last ? [] : [...quartersBetween(first, previousQuarter(last)), last]
}

export interface QuarterSales {
  /** Payments on this platform less returns: `gross` with VAT, `sales` without VAT, rounded for each payment. */
  readonly gross: Fen
  readonly sales: Fen
  /** Sales on other platforms that the business reported, with VAT. */
  readonly other: Fen
  /** Sales of this quarter on special VAT invoices, with VAT. */
  readonly special: Fen
  /** Exempt sales of earlier quarters on special VAT invoices of this quarter, less red letters for such, with VAT. */
  readonly lateSpecial: Fen
  /** Returns in `gross` of payments from earlier quarters that were taxed as a whole, with VAT, and this VAT; positive. */
  readonly taxedReturns: { readonly gross: Fen; readonly vat: Fen }
  /** The part of exempt returns in `gross` that special invoices of the quarter of the payment taxed, with VAT; positive. */
  readonly invoicedReturns: Fen
  /** VAT of exempt returns in `gross` that red letters of earlier quarters returned already; zero or positive. */
  readonly reversedVat: Fen
  /** VAT that was overpaid in earlier quarters and not deducted yet; zero or positive. */
  readonly credit: Fen
  readonly policy: TaxPolicy
}

/** VAT of a quarter and the figures derived from it. */
export interface QuarterVat {
  readonly sales: Fen
  readonly exempt: Fen
  readonly taxable: Fen
  /** VAT to pay, after the credit of earlier quarters. */
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  /** VAT of returns: positive if red letters gave it back in earlier quarters, negative if it is overpaid in this one. */
  readonly returnVat: Fen
  /** Receipts of the quarter without its VAT, before the credit of earlier quarters. */
  readonly income: Fen
  /** The VAT that remains overpaid and reduces later quarters. */
  readonly creditAfter: Fen
  readonly level: FilingLevel
}

const withoutVat = (gross: Fen, rate: Ppm): Fen => (gross < 0 ? negate(withoutTax(negate(gross), rate)) : withoutTax(gross, rate))

/** Returns the sales of a quarter without VAT, which are compared with the threshold. `other` has VAT. */
export const salesOfQuarter = (sales: Fen, other: Fen, { vat }: TaxPolicy['params']): Fen => add(sales, withoutVat(other, vat.reducedPpm))

/** Returns whether these sales of a quarter, without VAT, are near the threshold or reach it, so that all are taxed. */
export function levelOfQuarter(sales: Fen, warnPpm: Ppm, { vat }: TaxPolicy['params']): FilingLevel {
  if (!isUnderThreshold(sales, vat.quarterThresholdFen, vat)) return 'reached'
  return sales >= applyRate(vat.quarterThresholdFen, warnPpm) ? 'near' : ''
}

/**
 * Computes the quarterly VAT of a small-scale taxpayer. Below the threshold, only special invoices are taxed. Above it,
 * all sales are taxed. The policy decides whether sales equal to the threshold are taxed (U4). Returned payments lower
 * the sales of the quarter in which they come back. Below the threshold they lower its exempt sales, except for the part
 * on special invoices, whose VAT the red letter returns. If they exceed the exempt sales, the VAT of those taxed with
 * their whole quarter is overpaid and reduces the VAT of this and later quarters (财税〔2016〕36号 附件1 第三十六条). The
 * return and the red letter of one payment reduce VAT once.
 */
export function vatOfQuarter(quarter: QuarterSales, place: { readonly cityRatePpm: Ppm; readonly warnPpm: Ppm }): QuarterVat {
  const { policy, special, lateSpecial, taxedReturns, invoicedReturns, reversedVat, credit } = quarter
  const { vat: rule, surcharge } = policy.params
  const vatIn = (amount: Fen): Fen => subtract(amount, withoutVat(amount, rule.reducedPpm))
  const gross = add(quarter.gross, quarter.other)
  const sales = salesOfQuarter(quarter.sales, quarter.other, policy.params)
  const level = levelOfQuarter(sales, place.warnPpm, policy.params)
  const isWhole = level === 'reached'
  const exempt = isWhole ? ZERO : subtract(add(gross, invoicedReturns), special)
  const overpaid = isWhole ? ZERO : atLeast(atMost(negate(exempt), taxedReturns.gross), ZERO)
  const returnVat = isWhole ? reversedVat : overpaid === 0 ? ZERO : negate(proportion(taxedReturns.vat, overpaid, taxedReturns.gross))
  // The sales were rounded for each payment, so VAT is their difference from the gross amount and not a rate of the sum.
  const due = add(isWhole ? subtract(gross, sales) : vatIn(special), vatIn(lateSpecial), returnVat)
  const taxed = add(isWhole ? sales : withoutVat(special, rule.reducedPpm), withoutVat(lateSpecial, rule.reducedPpm))
  const vat = atLeast(subtract(due, credit), ZERO)
  const { city, education, localEducation } = surchargesOn(vat, { cityRatePpm: place.cityRatePpm, sales, isHalved: true, span: 'quarter' }, surcharge)
  return {
    sales,
    exempt: atLeast(exempt, ZERO),
    taxable: atLeast(taxed, ZERO),
    vat,
    city,
    education,
    localEducation,
    returnVat,
    income: subtract(gross, due),
    creditAfter: atLeast(subtract(credit, due), ZERO),
    level,
  }
}

/** The basis of the income tax of a business: its books, or a rate. */
export type IncomeRule = { readonly basis: 'books'; readonly cost: Fen } | { readonly basis: LevyBasis; readonly ratePpm: Ppm }

export interface IncomeTax {
  /** The tax base in fen: of the quarter for a rate on receipts, otherwise of the year so far. */
  readonly income: Fen
  readonly before: Fen
  readonly iit: Fen
  /** Returns that earlier quarters of the year could not deduct: zero or negative, only for a rate on receipts. */
  readonly carried: Fen
}

/** Returns the tax on an income of the year so far (of a quarter for receipts), halved for registered businesses. */
function yearToDateTax(income: Fen, rule: IncomeRule, policy: TaxPolicy['params']['business'], isRegistered: boolean): Fen {
  if (rule.basis === 'receipts') return levyOnReceipts(atLeast(income, ZERO), rule.ratePpm, policy, isRegistered)
  const taxable = rule.basis === 'books' ? subtract(income, rule.cost) : applyRate(atLeast(income, ZERO), rule.ratePpm)
  return businessTax(atLeast(taxable, ZERO), policy, { isRegistered }).payable
}

/**
 * Computes the income tax of a quarter: the tax of the year so far less earlier declarations, never below zero. A rate
 * on receipts taxes the quarter alone, after returns carried from earlier quarters of the year. `declared` is the tax
 * declared for each earlier quarter; null stands for the tax then due.
 */
export function incomeTaxOfQuarter(
  incomes: readonly Fen[],
  declared: readonly (Fen | null)[],
  rule: IncomeRule,
  taxContext: { readonly policy: TaxPolicy; readonly isRegistered: boolean },
): IncomeTax {
  const business = taxContext.policy.params.business
  let [income, before, carried] = [ZERO, ZERO, ZERO]
  for (const [at, quarter] of incomes.entries()) {
    const isLast = at === incomes.length - 1
    income = rule.basis === 'receipts' ? quarter : add(income, quarter)
    // Costs are known only for the year so far, so the tax of earlier quarters cannot be computed again.
    const due =
      rule.basis === 'books' && !isLast
        ? ZERO
        : rule.basis === 'receipts'
          ? yearToDateTax(add(quarter, carried), rule, business, taxContext.isRegistered)
          : atLeast(subtract(yearToDateTax(income, rule, business, taxContext.isRegistered), before), ZERO)
    if (isLast) return { income, before: rule.basis === 'receipts' ? ZERO : before, iit: due, carried }
    before = add(before, declared[at] ?? due)
    if (rule.basis === 'receipts') carried = atMost(add(quarter, carried), ZERO)
  }
  return { income, before, iit: ZERO, carried }
}

/** Computes the annual settlement of a business taxed by its books. A negative `iit` is a refund. */
export function annualTaxOf(
  incomes: readonly Fen[],
  declared: readonly (Fen | null)[],
  cost: Fen,
  taxContext: { readonly policy: TaxPolicy; readonly isRegistered: boolean },
): IncomeTax {
  const income = add(...incomes)
  const declaredTotal = add(...declared.map((each) => each ?? ZERO))
  return {
    income,
    before: declaredTotal,
    iit: subtract(yearToDateTax(income, { basis: 'books', cost }, taxContext.policy.params.business, taxContext.isRegistered), declaredTotal),
    carried: ZERO,
  }
}

export const filingTaxes = ['vat', 'surcharge', 'iit'] as const
export type FilingTax = (typeof filingTaxes)[number]
export type AmountsByFilingTax = Readonly<Record<FilingTax, Fen>>

export const taxesByFilingKind: Readonly<Record<FilingKind, readonly FilingTax[]>> = {
  vat: ['vat', 'surcharge'],
  incomeTax: ['iit'],
  incomeAnnual: ['iit'],
  annualReport: [],
}

/** Returns whether no tax remains to be paid. */
export function isFilingSettled(unpaid: AmountsByFilingTax): boolean {
  return filingTaxes.every((kind) => unpaid[kind] === 0)
}

export const noFilingTax: AmountsByFilingTax = { vat: ZERO, surcharge: ZERO, iit: ZERO }

const listedQuarters = 5
const listedYears = 3

/** Returns the period that contains the day, and the periods before it, newest first. */
export function lastPeriodsOf(kind: FilingKind, day: string): string[] {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  if (kind === 'incomeAnnual' || kind === 'annualReport') return Array.from({ length: listedYears }, (_, at) => String(year - at))
  const currentQuarterNo = year * 4 + Math.ceil(month / 3) - 1
  return Array.from({ length: listedQuarters }, (_, at) => `${Math.floor((currentQuarterNo - at) / 4)}-Q${((currentQuarterNo - at) % 4) + 1}`)
}

/** Returns the current quarter or year of a kind of filing on this day. */
export function currentPeriod(kind: FilingKind, day: string): string {
  return lastPeriodsOf(kind, day)[0] ?? day.slice(0, 4)
}
