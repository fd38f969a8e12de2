import { type Fen, fen, ppm } from '#/domain/base/money.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import {
  annualTaxOf,
  type CarriedAmounts,
  carriedAmountsOf,
  daysOfPeriod,
  type FilingKind,
  type IncomeRule,
  incomeTaxOfQuarter,
  noCarriedAmounts,
  policyDayOf,
  previousQuarter,
  type QuarterVat,
  quartersBetween,
  quartersUpTo,
  vatOfQuarter,
} from '#/domain/taxation/business-filing.ts'
import { type FilingRules, filingRulesOn, levyAt } from '#/domain/taxation/filing-rules.ts'
import type { Context } from '#/server/kernel/context.ts'
import { policyOn } from '#/server/money/tax/public.ts'
import { filingRules } from '#/server/taxation/businessfilings/rules.ts'
import type { FigureRow } from '#/server/taxation/businessfilings/store.ts'
import * as facts from '#/server/taxation/businessfilings/store-facts.ts'
import { type IssuedQuarterRow, issuedQuarters } from '#/server/taxation/businessinvoices/public.ts'

/** Stored figures, without owner and time. */
export type ComputedFigures = Omit<FigureRow, 'filing_id' | 'edition' | 'centre_id' | 'operator_id' | 'is_whole_price' | 'at' | 'by_id' | 'by_name'>

/** The values that a business declared for a period. The invoices are those that it issued elsewhere. */
export type EnteredFigures = Pick<ComputedFigures, 'other_fen' | 'entered_invoiced_fen' | 'entered_special_fen' | 'cost_fen' | 'reason'>

const noEnteredFigures: EnteredFigures = { other_fen: 0, entered_invoiced_fen: 0, entered_special_fen: 0, cost_fen: null, reason: '' }

/** The facts of one business for a period. */
interface FilingYear {
  readonly kind: FilingKind
  readonly period: string
  readonly policies: ReadonlyMap<string, TaxPolicy>
  readonly policy: TaxPolicy
  readonly rules: FilingRules
  readonly sold: readonly facts.QuarterRow[]
  /** Earlier years' quarters whose returns may be carried into this year past quarters without a filing. */
  readonly before: { readonly quarters: readonly string[]; readonly sold: readonly facts.QuarterRow[] }
  readonly entered: readonly facts.EnteredFigureRow[]
  readonly issued: readonly IssuedQuarterRow[]
}

/** Returns the entries behind stored figures. */
const enteredOf = (row: facts.EnteredFigureRow): EnteredFigures => ({
  other_fen: row.other_fen,
  entered_invoiced_fen: row.entered_invoiced_fen,
  entered_special_fen: row.entered_special_fen,
  cost_fen: row.cost_fen,
  reason: row.reason,
})

type InvoicedFigures = Pick<ComputedFigures, 'invoiced_fen' | 'special_fen' | 'issued_fen' | 'issued_special_fen'>

/**
 * Returns the invoiced part of a quarter's sales: invoices issued here, and those entered. Invoices above the sales
 * belong to sales of another quarter. The cut leaves the entry itself, because the sales may rise again.
 * Red letters of ordinary invoices do not reduce the special ones.
 */
function invoicedFigures(issued: IssuedQuarterRow | undefined, entered: EnteredFigures, gross: number): InvoicedFigures {
  const most = Math.max(gross, 0)
  const issued_fen = Math.min(Math.max(issued?.issued_fen ?? 0, issued?.special_fen ?? 0, 0), most)
  const issued_special_fen = Math.min(Math.max(issued?.special_fen ?? 0, 0), issued_fen)
  const invoiced_fen = Math.min(issued_fen + entered.entered_invoiced_fen, most)
  return { issued_fen, issued_special_fen, invoiced_fen, special_fen: Math.min(issued_special_fen + entered.entered_special_fen, invoiced_fen) }
}

/**
 * Returns the rule for the income tax of a business and the source of its rate. A business on deemed profit without a
 * known rate has no rule.
 */
function ruleOf(business: facts.BusinessRow, rules: FilingRules, entered: EnteredFigures): { rule: IncomeRule | null; source: string; isConfirmed: boolean } {
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

/**
 * Returns the deduction for returned payments that the stored filing of a quarter carries to the next one; null without
 * a filing.
 */
function storedCarryOver(year: FilingYear, quarter: string): CarriedAmounts | null {
  const enteredRow = year.entered.find((each) => each.kind === 'vat' && each.period === quarter)
  return enteredRow
    ? carriedAmountsOf({ total: fen(enteredRow.gross_fen + enteredRow.other_fen + enteredRow.carried_fen), sales: fen(enteredRow.sales_fen) })
    : null
}

/**
 * Computes the quarters of the year up to the period. Begins in earlier years if the last quarter there has no filing, so
 * that returned payments are carried past it.
 */
function quartersOf(business: facts.BusinessRow, year: FilingYear, own: EnteredFigures): QuarterVat[] {
  let previousCarryOver: CarriedAmounts = noCarriedAmounts
  const soldQuarters = [...year.before.sold, ...year.sold]
  const quarters = [...year.before.quarters, ...quartersUpTo(year.period)].map((quarter) => {
    const soldQuarter = soldQuarters.find((each) => each.quarter === quarter)
    const storedEntry = year.entered.find((each) => each.kind === 'vat' && each.period === quarter)
    const isOwn = year.kind === 'vat' && quarter === year.period
    const enteredFigures = isOwn ? own : storedEntry ? enteredOf(storedEntry) : noEnteredFigures
    const policy = year.policies.get(quarter) ?? year.policy
    const localRates = { cityRatePpm: ppm(business.city_rate_ppm), warnPpm: ppm(year.rules.warnPpm) }
    const carriedAmounts = storedCarryOver(year, previousQuarter(quarter)) ?? previousCarryOver
    const [gross, sales] = [fen(soldQuarter?.gross_fen ?? 0), fen(soldQuarter?.sales_fen ?? 0)]
    const issuedQuarter = year.issued.find((each) => each.quarter === quarter)
    const other = fen(enteredFigures.other_fen)
    const isFixed = !isOwn && storedEntry?.is_filed
    const special = fen(isFixed ? storedEntry.special_fen : invoicedFigures(issuedQuarter, enteredFigures, gross + other).special_fen)
    const quarterVat = vatOfQuarter({ quarter, gross, sales, other, special, carried: carriedAmounts, policy }, localRates)
    previousCarryOver = carriedAmountsOf(quarterVat)
    return quarterVat
  })
  return quarters.slice(year.before.quarters.length)
}

const noTax = { exempt_fen: 0, taxable_fen: 0, vat_ppm: 0, vat_fen: 0, city_fen: 0, education_fen: 0, local_education_fen: 0 }

function incomeFigures(business: facts.BusinessRow, year: FilingYear, quarters: readonly QuarterVat[], entered: EnteredFigures): Partial<ComputedFigures> {
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

function figuresOf(business: facts.BusinessRow, year: FilingYear, own: EnteredFigures): ComputedFigures {
  const quarters = quartersOf(business, year, own)
  const last = quarters.at(-1)
  if (!last) throw new RangeError('a period without a quarter')
  const isYear = !year.period.includes('Q')
  const soldRows = year.sold.filter((each) => isYear || each.quarter === year.period)
  const sum = (figure: (row: facts.QuarterRow) => number) => soldRows.reduce((all, row) => all + figure(row), 0)
  const commonFigures: ComputedFigures = {
    ...own,
    ...noTax,
    invoiced_fen: 0,
    special_fen: 0,
    issued_fen: 0,
    issued_special_fen: 0,
    policy_version: year.policy.version,
    payments: sum((row) => row.payments),
    gross_fen: sum((row) => row.gross_fen),
    advance_fen: sum((row) => row.advance_fen),
    carried_fen: 0,
    sales_fen: isYear ? quarters.reduce((all, row) => all + row.sales - row.carried.sales, 0) : last.sales,
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
  const { exempt, taxable, vat, city, education, localEducation, level } = last
  const { reducedPpm } = year.policy.params.vat
  const issuedQuarter = year.issued.find((each) => each.quarter === year.period)
  return {
    ...commonFigures,
    ...invoicedFigures(issuedQuarter, own, commonFigures.gross_fen + own.other_fen),
    carried_fen: last.carried.gross,
    exempt_fen: exempt,
    taxable_fen: taxable,
    vat_ppm: reducedPpm,
    vat_fen: vat,
    city_fen: city,
    education_fen: education,
    local_education_fen: localEducation,
    level,
  }
}

/**
 * Computes the current figures of these businesses for a period, by the rules of its last day. Uses the values that
 * they declared before, or `now` for one business.
 */
export async function computeFigures(
  ctx: Context,
  at: { readonly kind: FilingKind; readonly period: string },
  businesses: readonly facts.BusinessRow[],
  now?: EnteredFigures,
): Promise<{ business: facts.BusinessRow; figures: ComputedFigures }[]> {
  const { kind, period } = at
  const quarters = quartersUpTo(period)
  const first = quarters[0] ?? period
  const ids = businesses.map((business) => business.id)
  const carryStarts = kind === 'annualReport' ? [] : await facts.carryStartsBefore(ctx, ids, first)
  const earlierQuarters = carryStarts.length === 0 ? [] : quartersBetween(carryStarts.map((each) => each.quarter).sort()[0] ?? first, previousQuarter(first))
  const policies = new Map<string, TaxPolicy>()
  for (const quarter of [...earlierQuarters, ...quarters]) policies.set(quarter, await policyOn(ctx, policyDayOf(quarter)))
  const policy = await policyOn(ctx, policyDayOf(period))
  const soldIn = (of: readonly facts.BusinessRow[], spans: readonly string[]) =>
    facts.quartersOf(
      ctx,
      of,
      spans.map((quarter) => ({ quarter, ratePpm: (policies.get(quarter) ?? policy).params.vat.reducedPpm })),
    )
  const startByBusiness = new Map(carryStarts.map((each) => [each.entity_id, each.quarter]))
  const carrying = businesses.filter((business) => startByBusiness.has(business.id))
  const idOf = (row: { readonly entity_id: number }) => row.entity_id
  const soldByBusiness = Map.groupBy(await soldIn(businesses, quarters), idOf)
  const earlierByBusiness = Map.groupBy(await soldIn(carrying, earlierQuarters), idOf)
  const enteredPeriods = [previousQuarter(first), ...earlierQuarters, ...quarters, period]
  const enteredByBusiness = Map.groupBy(await facts.enteredFiguresOf(ctx, ids, enteredPeriods), idOf)
  const issuedByBusiness = Map.groupBy(await issuedQuarters(ctx, ids, daysOfPeriod(first).from, daysOfPeriod(period).to), idOf)
  const rules = filingRulesOn(filingRules, policyDayOf(period))
  return businesses.map((business) => {
    const start = startByBusiness.get(business.id)
    const before = {
      quarters: start === undefined ? [] : earlierQuarters.filter((quarter) => quarter >= start),
      sold: earlierByBusiness.get(business.id) ?? [],
    }
    const entered = enteredByBusiness.get(business.id) ?? []
    const ownEntry = entered.find((each) => each.kind === kind && each.period === period)
    const ownFigures = now ?? (ownEntry ? enteredOf(ownEntry) : noEnteredFigures)
    const sold = soldByBusiness.get(business.id) ?? []
    const issued = issuedByBusiness.get(business.id) ?? []
    return { business, figures: figuresOf(business, { kind, period, policies, policy, rules, sold, before, entered, issued }, ownFigures) }
  })
}
