import { type Fen, fen, negate, ppm } from '#/domain/base/money.ts'
import { annualTaxOf, type FilingKind, type IncomeRule, incomeTaxOfQuarter, quartersUpTo } from '#/domain/taxation/business-filing.ts'
import { type FilingRules, levyAt } from '#/domain/taxation/filing-rules.ts'
import type { Context } from '#/server/kernel/context.ts'
import { filingFactsOf } from '#/server/taxation/businessfilings/facts.ts'
import { type EnteredFigures, enteredOf, type FilingFacts, noEnteredFigures, type Quarter, quartersOf } from '#/server/taxation/businessfilings/quarters.ts'
import type { FigureRow } from '#/server/taxation/businessfilings/store.ts'
import type { BusinessRow } from '#/server/taxation/businessfilings/store-facts.ts'
import type { MovedQuarterRow } from '#/server/taxation/businessfilings/store-quarters.ts'

/** Stored figures, without owner and time. */
export type ComputedFigures = Omit<
  FigureRow,
  'filing_id' | 'edition' | 'centre_id' | 'operator_id' | 'is_whole_price' | 'is_credited' | 'at' | 'by_id' | 'by_name'
>

/**
 * Returns the rule for the income tax of a business and the source of its rate. A business on deemed profit without a
 * known rate has no rule.
 */
function ruleOf(business: BusinessRow, rules: FilingRules, entered: EnteredFigures): { rule: IncomeRule | null; source: string; isConfirmed: boolean } {
  if (business.levy === 'audit') return { rule: { basis: 'books', cost: fen(entered.cost_fen ?? 0) }, source: '', isConfirmed: true }
  if (business.rate_ppm > 0)
    return { rule: { basis: 'receipts', ratePpm: ppm(business.rate_ppm) }, source: business.rate_document, isConfirmed: business.rate_document !== '' }
  const levy = levyAt(rules, business.region_code)
  return {
    rule: levy && { basis: levy.basis, ratePpm: levy.ratePpm },
    source: levy ? levy.documentNo || levy.note : '',
    isConfirmed: levy?.isConfirmed ?? true,
  }
}

const noInvoices = { invoiced_fen: 0, special_fen: 0, issued_fen: 0, issued_special_fen: 0, late_special_fen: 0 }
const noTax = { exempt_fen: 0, taxable_fen: 0, vat_ppm: 0, vat_fen: 0, city_fen: 0, education_fen: 0, local_education_fen: 0 }

function incomeFigures(business: BusinessRow, year: FilingFacts, quarters: readonly Quarter[], entered: EnteredFigures): Partial<ComputedFigures> {
  const { rule, source, isConfirmed } = ruleOf(business, year.rules, entered)
  if (rule === null) return { basis: '', income_fen: quarters.at(-1)?.income ?? 0 }
  const declaredTaxes = quartersUpTo(year.period).map((quarter): Fen | null => {
    const filedQuarter = year.entered.find((each) => each.kind === 'incomeTax' && each.period === quarter && each.is_filed)
    return filedQuarter ? fen(filedQuarter.iit_fen) : null
  })
  const incomeContext = { policy: year.policy, isRegistered: business.form === 'individual' }
  const incomes = quarters.map((quarter) => quarter.income)
  const isYearly = year.kind === 'incomeAnnual'
  const incomeTax = isYearly
    ? annualTaxOf(incomes, declaredTaxes, fen(entered.cost_fen ?? 0), incomeContext)
    : incomeTaxOfQuarter(incomes, declaredTaxes, rule, incomeContext)
  const levy_ppm = rule.basis === 'books' ? 0 : rule.ratePpm
  return {
    basis: rule.basis,
    levy_ppm,
    levy_source: source,
    is_confirmed: isConfirmed,
    income_fen: incomeTax.income,
    before_fen: incomeTax.before,
    iit_fen: incomeTax.iit,
    carried_fen: incomeTax.carried,
  }
}

function figuresOf(business: BusinessRow, year: FilingFacts, own: EnteredFigures): ComputedFigures {
  const yearQuarters = quartersUpTo(year.period)
  const quarters = quartersOf(business, year, own).filter(({ quarter }) => yearQuarters.includes(quarter))
  const last = quarters.at(-1)
  if (!last) throw new RangeError('a period without a quarter')
  const isYear = !year.period.includes('Q')
  const movedRows = year.moved.filter((each) => (isYear ? yearQuarters.includes(each.quarter) : each.quarter === year.period))
  const sum = (figure: (row: MovedQuarterRow) => number) => movedRows.reduce((all, row) => all + figure(row), 0)
  const commonFigures: ComputedFigures = {
    ...own,
    ...noTax,
    ...noInvoices,
    policy_version: year.policy.version,
    payments: sum((row) => row.payments),
    gross_fen: sum((row) => row.gross_fen),
    advance_fen: sum((row) => row.advance_fen),
    carried_fen: 0,
    returned_fen: 0,
    return_vat_fen: 0,
    credit_before_fen: 0,
    credit_after_fen: 0,
    sales_fen: isYear ? quarters.reduce((all, row) => all + row.sales, 0) : last.sales,
    income_fen: isYear ? quarters.reduce((all, row) => all + row.income, 0) : last.income,
    basis: '',
    levy_ppm: 0,
    levy_source: '',
    is_confirmed: true,
    before_fen: 0,
    iit_fen: 0,
    level: '',
  }
  if (year.kind === 'annualReport') return commonFigures
  if (year.kind !== 'vat') return { ...commonFigures, ...incomeFigures(business, year, quarters, own) }
  if (!last.computed) throw new RangeError('the VAT of a period is computed from its own entries')
  const { vat, invoiced, credit, returned } = last.computed
  return {
    ...commonFigures,
    ...invoiced,
    returned_fen: negate(returned),
    return_vat_fen: vat.returnVat,
    credit_before_fen: credit,
    credit_after_fen: vat.creditAfter,
    exempt_fen: vat.exempt,
    taxable_fen: vat.taxable,
    vat_ppm: year.policy.params.vat.reducedPpm,
    vat_fen: vat.vat,
    city_fen: vat.city,
    education_fen: vat.education,
    local_education_fen: vat.localEducation,
    level: vat.level,
  }
}

/**
 * Computes the current figures of these businesses for a period, by the rules of its last day. Uses the values that
 * they declared before, or `now` for one business.
 */
export async function computeFigures(
  ctx: Context,
  at: { readonly kind: FilingKind; readonly period: string },
  businesses: readonly BusinessRow[],
  now?: EnteredFigures,
): Promise<{ business: BusinessRow; figures: ComputedFigures }[]> {
  const { kind, period } = at
  const factsBy = await filingFactsOf(ctx, at, businesses)
  return businesses.map((business) => {
    const facts = factsBy.get(business.id)
    if (!facts) throw new Error('a business without facts')
    const ownEntry = facts.entered.find((each) => each.kind === kind && each.period === period)
    return { business, figures: figuresOf(business, facts, now ?? (ownEntry ? enteredOf(ownEntry) : noEnteredFigures)) }
  })
}
