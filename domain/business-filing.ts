import type { LevyBasis } from '#/domain/filing-rules.ts'
import { add, atLeast, atMost, type Fen, negate, type Ppm, share, subtract, withoutTax, ZERO } from '#/domain/money.ts'
import { type DueKind, lastMonthOf, monthStart, shiftDay, shiftMonth } from '#/domain/period.ts'
import { businessTax, levyOnReceipts } from '#/domain/tax-income.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'
import { surchargesOn } from '#/domain/tax-surcharge.ts'
import { quarterVat } from '#/domain/tax-vat.ts'

/** What a registered business files: VAT and income tax by quarter, the settlement of the year, and the report to the market regulator. */
export const filingKinds = ['vat', 'incomeTax', 'incomeAnnual', 'annualReport'] as const
export type FilingKind = (typeof filingKinds)[number]

/** Where a filing stands (SM-TAX, without the second pair of eyes: the business itself answers for what it declares). */
export const filingStates = ['open', 'closed', 'declared', 'correcting', 'paid', 'certified', 'archived'] as const
export type FilingState = (typeof filingStates)[number]
/** What is still to be declared or paid once its period is over. */
export const dueFilingStates = ['open', 'closed', 'declared', 'correcting'] as const satisfies readonly FilingState[]

/** What people do with a filing. */
export const filingVerbs = ['correct', 'reopen', 'declare', 'pay', 'attach', 'archive', 'remind'] as const
export type FilingVerb = (typeof filingVerbs)[number]

const from: Readonly<Record<FilingVerb, readonly FilingState[]>> = {
  correct: ['open', 'declared', 'paid', 'certified', 'archived'],
  reopen: ['closed'],
  declare: ['closed', 'correcting'],
  pay: ['declared'],
  attach: ['paid'],
  archive: ['paid', 'certified'],
  remind: ['open', 'closed', 'declared', 'correcting'],
}

/** Whether this can be done with a filing in this state. */
export function isFilingMove(verb: FilingVerb, state: FilingState): boolean {
  return from[verb].includes(state)
}

/** A step in the history of a filing. */
export const filingSteps = ['adjusted', 'closed', 'reopened', 'correcting', 'declared', 'paid', 'settled', 'certified', 'archived', 'reminded'] as const
export type FilingStep = (typeof filingSteps)[number]

/** Who declares or pays: the business itself, or we as its agent. */
export const declaringWays = ['self', 'agent'] as const
export type DeclaringWay = (typeof declaringWays)[number]

/** How near sales of a quarter are to the threshold of VAT. */
export const filingLevels = ['near', 'reached'] as const
export type FilingLevel = (typeof filingLevels)[number] | ''

/** What is looked for before a period is closed: what keeps it from being closed, what is accepted with a reason, and what is only to be known. */
export const filingBlocks = ['noCode', 'noRate', 'noCosts'] as const
export const filingDoubts = ['unconfirmed'] as const
export const filingNotes = ['negative', 'general', 'near', 'reached'] as const
export const filingFaults = [...filingBlocks, ...filingDoubts, ...filingNotes] as const
export type FilingFault = (typeof filingFaults)[number]

/** How much a fault weighs. */
export function weightOf(fault: FilingFault): 'block' | 'doubt' | 'note' {
  if ((filingBlocks as readonly string[]).includes(fault)) return 'block'
  return (filingDoubts as readonly string[]).includes(fault) ? 'doubt' : 'note'
}

/** By which rule the last day to file is found. */
export const filingDue: Readonly<Record<FilingKind, DueKind>> = {
  vat: 'VAT_QUARTER',
  incomeTax: 'BUSINESS_QUARTER',
  incomeAnnual: 'BUSINESS_ANNUAL',
  annualReport: 'ANNUAL_REPORT',
}

/** Whether a text names a period of this kind. */
export function isPeriodOf(kind: FilingKind, period: string): boolean {
  return (kind === 'vat' || kind === 'incomeTax' ? /^20\d{2}-Q[1-4]$/ : /^20\d{2}$/).test(period)
}

/** The first day of a period, and the first day after it. */
export function spanOf(period: string): { readonly from: string; readonly to: string } {
  const to = monthStart(shiftMonth(lastMonthOf(period), 1))
  return { from: period.includes('Q') ? monthStart(shiftMonth(lastMonthOf(period), -2)) : `${period}-01-01`, to }
}

/** The day whose rules a period is declared by: its last. */
export const ruleDay = (period: string): string => shiftDay(spanOf(period).to, -1)

/** The quarters of a year up to a period, oldest first. */
export function quartersUpTo(period: string): string[] {
  const [year = '', quarter = 'Q4'] = period.split('-')
  return Array.from({ length: Number(quarter.slice(1)) }, (_, at) => `${year}-Q${at + 1}`)
}

/** Returns the quarter before a quarter. */
export function quarterBefore(quarter: string): string {
  const [year = '', of = 'Q1'] = quarter.split('-')
  return of === 'Q1' ? `${Number(year) - 1}-Q4` : `${year}-Q${Number(of.slice(1)) - 1}`
}

/** What a business sold in a quarter. */
export interface QuarterSales {
  readonly quarter: string
  /** Paid by the platform less what came back, VAT within, and the same without VAT, each payment split by itself. */
  readonly gross: Fen
  readonly sales: Fen
  /** Sales elsewhere that the business told, VAT within. */
  readonly other: Fen
  /** On special invoices, VAT within. */
  readonly special: Fen
  /** Returned payments that earlier quarters could not deduct. */
  readonly carried: Carried
  readonly policy: TaxPolicy
}

/** Returned payments beyond the sales of their quarter, at most zero: with VAT, and without it. */
export interface Carried {
  readonly gross: Fen
  readonly sales: Fen
}

export const nothingCarried: Carried = { gross: ZERO, sales: ZERO }

/** Returns what a quarter hands to the next one: its total and its sales, where the total is below zero. */
export function restOf({ total, sales }: { readonly total: Fen; readonly sales: Fen }): Carried {
  return total < 0 ? { gross: total, sales: atMost(sales, ZERO) } : nothingCarried
}

/** VAT of a quarter with what follows it. */
export interface QuarterVat {
  readonly total: Fen
  readonly sales: Fen
  readonly exempt: Fen
  readonly taxable: Fen
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  /** Receipts of the quarter itself without VAT, before deducting carried returns. */
  readonly income: Fen
  readonly carried: Carried
  readonly level: FilingLevel
}

const net = (gross: Fen, rate: Ppm): Fen => (gross < 0 ? negate(withoutTax(negate(gross), rate)) : withoutTax(gross, rate))

function levelOf(sales: Fen, warnPpm: Ppm, { quarterThresholdFen, isThresholdItselfExempt }: TaxPolicy['params']['vat']): FilingLevel {
  if (sales > quarterThresholdFen || (sales === quarterThresholdFen && !isThresholdItselfExempt)) return 'reached'
  return sales >= share(quarterThresholdFen, warnPpm) ? 'near' : ''
}

/**
 * VAT of a small-scale business in a quarter: nothing below the threshold but what special invoices show, the whole from it on (tax.md §4.2; U4 by the policy). Returned
 * payments lower the sales of the quarter in which they came back. What exceeds them is carried to the next quarter (财税〔2016〕36号 附件1 第三十六条).
 */
export function vatOf(quarter: QuarterSales, place: { readonly cityRatePpm: Ppm; readonly warnPpm: Ppm }): QuarterVat {
  const { vat: rule, surcharge } = quarter.policy.params
  const { carried } = quarter
  const own = add(quarter.gross, quarter.other)
  const total = add(own, carried.gross)
  const sales = add(quarter.sales, net(quarter.other, rule.reducedPpm), carried.sales)
  const level = levelOf(sales, place.warnPpm, rule)
  if (total <= 0)
    return { total, sales, exempt: ZERO, taxable: ZERO, vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO, income: own, carried, level }
  const specialSales = net(quarter.special, rule.reducedPpm)
  const { exempt } = quarterVat(sales, specialSales, rule.reducedPpm, rule)
  // Each payment is split by itself, and their VAT is added up (tax.md §4.1).
  const vat = exempt === false ? subtract(total, sales) : subtract(quarter.special, specialSales)
  const { city, education, localEducation } = surchargesOn(vat, { cityRatePpm: place.cityRatePpm, sales, isHalved: true, span: 'quarter' }, surcharge)
  const free = exempt === false ? ZERO : atLeast(subtract(total, quarter.special), ZERO)
  const taxable = exempt === false ? sales : specialSales
  return { total, sales, exempt: free, taxable, vat, city, education, localEducation, income: subtract(own, vat), carried, level }
}

/** How the income of a business is taxed: by its books, or at a rate. */
export type IncomeRule = { readonly basis: 'books'; readonly cost: Fen } | { readonly basis: LevyBasis; readonly ratePpm: Ppm }

/** Income tax of a business. */
export interface IncomeTax {
  /** What it is computed on: of the quarter for a rate on receipts, of the year so far else. */
  readonly income: Fen
  readonly before: Fen
  readonly iit: Fen
  /** Below zero: what earlier quarters of the year could not deduct, at a rate on receipts. */
  readonly carried: Fen
}

/** Tax of the year so far, with the halving for registered individual businesses. */
function ofYear(income: Fen, rule: IncomeRule, policy: TaxPolicy['params']['business'], isRegistered: boolean): Fen {
  if (rule.basis === 'receipts') return levyOnReceipts(atLeast(income, ZERO), rule.ratePpm, policy, isRegistered)
  const taxable = rule.basis === 'books' ? subtract(income, rule.cost) : share(atLeast(income, ZERO), rule.ratePpm)
  return businessTax(atLeast(taxable, ZERO), policy, { isRegistered }).payable
}

/**
 * Income tax of a quarter: of the year so far less what was declared before, never below zero; at a rate on receipts, of the quarter
 * by itself, after deducting returns that earlier quarters of the year could not deduct. `declared` is what
 * earlier quarters were filed with; null where nothing was, which counts with what was due then.
 */
export function incomeTaxOf(
  incomes: readonly Fen[],
  declared: readonly (Fen | null)[],
  rule: IncomeRule,
  of: { readonly policy: TaxPolicy; readonly isRegistered: boolean },
): IncomeTax {
  const business = of.policy.params.business
  let [income, before, carried] = [ZERO, ZERO, ZERO]
  for (const [at, quarter] of incomes.entries()) {
    const isLast = at === incomes.length - 1
    income = rule.basis === 'receipts' ? quarter : add(income, quarter)
    // Costs are told of the year so far: what earlier quarters owed cannot be known again.
    const due =
      rule.basis === 'books' && !isLast
        ? ZERO
        : rule.basis === 'receipts'
          ? ofYear(add(quarter, carried), rule, business, of.isRegistered)
          : atLeast(subtract(ofYear(income, rule, business, of.isRegistered), before), ZERO)
    if (isLast) return { income, before: rule.basis === 'receipts' ? ZERO : before, iit: due, carried }
    before = add(before, declared[at] ?? due)
    if (rule.basis === 'receipts') carried = atMost(add(quarter, carried), ZERO)
  }
  return { income, before, iit: ZERO, carried }
}

/** The settlement of a year by the books: what is left to pay, or comes back. */
export function annualTaxOf(
  incomes: readonly Fen[],
  declared: readonly (Fen | null)[],
  cost: Fen,
  of: { readonly policy: TaxPolicy; readonly isRegistered: boolean },
): IncomeTax {
  const income = add(...incomes)
  const before = add(...declared.map((each) => each ?? ZERO))
  return { income, before, iit: subtract(ofYear(income, { basis: 'books', cost }, of.policy.params.business, of.isRegistered), before), carried: ZERO }
}

/** Figures of a filing by tax. */
export const filingTaxes = ['vat', 'surcharge', 'iit'] as const
export type FilingTax = (typeof filingTaxes)[number]
export type ByFilingTax = Readonly<Record<FilingTax, Fen>>

/** Which taxes a filing declares. */
export const taxesOf: Readonly<Record<FilingKind, readonly FilingTax[]>> = {
  vat: ['vat', 'surcharge'],
  incomeTax: ['iit'],
  incomeAnnual: ['iit'],
  annualReport: [],
}

/** Whether nothing is left of any tax. */
export function isFilingSettled(left: ByFilingTax): boolean {
  return filingTaxes.every((kind) => left[kind] === 0)
}

/** No tax at all. */
export const noFilingTax: ByFilingTax = { vat: ZERO, surcharge: ZERO, iit: ZERO }

const quartersShown = 5
const yearsShown = 3

/** The period that a day lies in and those before it, newest first. */
export function lastPeriodsOf(kind: FilingKind, day: string): string[] {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  if (kind === 'incomeAnnual' || kind === 'annualReport') return Array.from({ length: yearsShown }, (_, at) => String(year - at))
  const first = year * 4 + Math.ceil(month / 3) - 1
  return Array.from({ length: quartersShown }, (_, at) => `${Math.floor((first - at) / 4)}-Q${((first - at) % 4) + 1}`)
}

/** The period that runs on a day. */
export function runningPeriod(kind: FilingKind, day: string): string {
  return lastPeriodsOf(kind, day)[0] ?? day.slice(0, 4)
}
