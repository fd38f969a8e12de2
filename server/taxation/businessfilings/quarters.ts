import { add, atLeast, type Fen, fen, negate, type Ppm, ppm, subtract, sumOf, withoutTax, ZERO } from '#/domain/base/money.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import {
  daysOfPeriod,
  type FilingKind,
  type FilingLevel,
  levelOfQuarter,
  previousQuarter,
  type QuarterVat,
  salesOfQuarter,
  vatOfQuarter,
} from '#/domain/taxation/business-filing.ts'
import type { FilingRules } from '#/domain/taxation/filing-rules.ts'
import type { ComputedFigures } from '#/server/taxation/businessfilings/figures.ts'
import type { BusinessRow } from '#/server/taxation/businessfilings/store-facts.ts'
import type { EnteredFigureRow, MovedQuarterRow } from '#/server/taxation/businessfilings/store-quarters.ts'
import type { InvoicePart } from '#/server/taxation/businessinvoices/public.ts'

/** The values that a business declared for a period. The invoices are those that it issued elsewhere. */
export type EnteredFigures = Pick<ComputedFigures, 'other_fen' | 'entered_invoiced_fen' | 'entered_special_fen' | 'cost_fen' | 'reason'>

export const noEnteredFigures: EnteredFigures = { other_fen: 0, entered_invoiced_fen: 0, entered_special_fen: 0, cost_fen: null, reason: '' }

/** Returns the entries behind stored figures. */
export const enteredOf = (row: EnteredFigureRow): EnteredFigures => ({
  other_fen: row.other_fen,
  entered_invoiced_fen: row.entered_invoiced_fen,
  entered_special_fen: row.entered_special_fen,
  cost_fen: row.cost_fen,
  reason: row.reason,
})

/** The facts of one business for a period. */
export interface FilingFacts {
  readonly kind: FilingKind
  readonly period: string
  /** The quarters to compute, oldest first: those of the year up to the period, and the earlier ones that they depend on. */
  readonly quarters: readonly string[]
  readonly policies: ReadonlyMap<string, TaxPolicy>
  readonly policy: TaxPolicy
  readonly rules: FilingRules
  readonly moved: readonly MovedQuarterRow[]
  readonly entered: readonly EnteredFigureRow[]
  readonly invoiceParts: readonly InvoicePart[]
  /** Whether the sales of earlier quarters, whose payments or returns concern these, reached the threshold. */
  readonly levels: ReadonlyMap<string, FilingLevel>
}

/** The invoiced part of the sales of a quarter, and exempt sales of earlier quarters that special invoices now tax. */
export type InvoicedFigures = Pick<ComputedFigures, 'invoiced_fen' | 'special_fen' | 'issued_fen' | 'issued_special_fen' | 'late_special_fen'>

/** A quarter: its VAT and the parts of its sales. A filed quarter has its declared VAT. */
export interface Quarter extends Pick<QuarterVat, 'sales' | 'income' | 'level' | 'creditAfter'> {
  readonly quarter: string
  /** Null for a filed quarter. */
  readonly computed: { readonly vat: QuarterVat; readonly invoiced: InvoicedFigures; readonly credit: Fen; readonly returned: Fen } | null
}

const storedVat = (facts: FilingFacts, quarter: string) => facts.entered.find((each) => each.kind === 'vat' && each.period === quarter)

const sumOfSpecial = (parts: readonly InvoicePart[]): Fen =>
  sumOf(
    parts.filter((part) => part.isSpecial),
    (part) => part.amount,
  )

const wasReturnedBy = (part: InvoicePart, quarter: string): part is InvoicePart & { returnedQuarter: string } =>
  part.returnedQuarter !== null && part.returnedQuarter <= quarter

const sumOfGross = (rows: readonly MovedQuarterRow[]): Fen => sumOf(rows, (row) => fen(row.gross_fen))

const sumOfSales = (rows: readonly MovedQuarterRow[]): Fen => sumOf(rows, (row) => fen(row.sales_fen))

/**
 * Returns the invoices that count in a quarter: those of its own sales, and the special ones of exempt sales of earlier
 * quarters. Entered invoices above the sales are cut, but not the entry, because the sales may rise again. A red letter
 * of a returned payment counts only if the return did not lower the VAT already.
 */
function invoicedFigures(
  quarter: string,
  parts: readonly InvoicePart[],
  entered: EnteredFigures,
  most: Fen,
  isWhole: (of: string) => boolean,
): InvoicedFigures {
  const current = parts.filter((part) => part.quarter === quarter)
  const own = current.filter((part) => part.paidQuarter === quarter)
  const late = current.filter(
    (part) => part.paidQuarter < quarter && !isWhole(part.paidQuarter) && !(wasReturnedBy(part, quarter) && isWhole(part.returnedQuarter)),
  )
  const special = atLeast(sumOfSpecial(own), ZERO)
  const issued_fen = Math.max(
    sumOf(own, (part) => part.amount),
    special,
  )
  const invoiced_fen = Math.max(Math.min(issued_fen + entered.entered_invoiced_fen, most), issued_fen)
  return {
    issued_fen,
    issued_special_fen: special,
    invoiced_fen,
    special_fen: Math.min(special + entered.entered_special_fen, invoiced_fen),
    late_special_fen: sumOfSpecial(late),
  }
}

/**
 * Returns the part of the exempt payments returned in a quarter that special invoices taxed in the quarter of the payment.
 * Also returns their VAT that red letters of earlier quarters returned.
 */
function returnedInvoices(quarter: string, parts: readonly InvoicePart[], isWhole: (of: string) => boolean, rateOf: (of: string) => Ppm) {
  const returned = parts.filter((part) => part.isSpecial && part.returnedQuarter === quarter && !isWhole(part.paidQuarter))
  const reversedVats = [...Map.groupBy(returned, (part) => part.lineId).values()].map((ofLine) => {
    const earlier = ofLine.filter((part) => part.quarter < quarter)
    // Papers of a payment are in order, so what red letters reversed and no invoice replaced is below the highest sum.
    const invoiced = earlier.map((_, at) => sumOfSpecial(earlier.slice(0, at + 1)))
    const reversed = subtract(fen(Math.max(0, ...invoiced)), sumOfSpecial(earlier))
    return subtract(reversed, withoutTax(reversed, rateOf(ofLine[0]?.paidQuarter ?? quarter)))
  })
  return {
    invoicedReturns: sumOfSpecial(returned.filter((part) => part.quarter === part.paidQuarter)),
    reversedVat: sumOf(reversedVats, (vat) => vat),
  }
}

/** Returns whether a business was a general taxpayer at any time from one day to another. */
const wasGeneral = (business: Pick<BusinessRow, 'general_days'>, from: string, to: string): boolean =>
  business.general_days.some((span) => span.from <= to && (span.to === null || span.to >= from))

/**
 * Computes the quarters one after the other, because VAT that one leaves overpaid reduces the next. It ends with a time as a
 * general taxpayer, after which the business claims it back. `own` are the entries of the period.
 */
export function quartersOf(business: Pick<BusinessRow, 'city_rate_ppm' | 'general_days'>, facts: FilingFacts, own: EnteredFigures): Quarter[] {
  const place = { cityRatePpm: ppm(business.city_rate_ppm), warnPpm: ppm(facts.rules.warnPpm) }
  const levels = new Map(facts.levels)
  const isWhole = (quarter: string) => levels.get(quarter) === 'reached'
  let last: Quarter | undefined
  const creditInto = (quarter: string): Fen => {
    const previous = previousQuarter(quarter)
    // The quarter directly before this one, if it was not computed, counts as it was filed.
    const stored = last?.quarter === previous ? undefined : storedVat(facts, previous)
    const since = daysOfPeriod(stored ? previous : (last?.quarter ?? previous)).to
    if (wasGeneral(business, since, daysOfPeriod(quarter).from)) return ZERO
    return stored ? fen(stored.credit_after_fen) : (last?.creditAfter ?? ZERO)
  }
  return facts.quarters.map((quarter) => {
    const stored = storedVat(facts, quarter)
    const isOwn = facts.kind === 'vat' && quarter === facts.period
    const entered = isOwn ? own : stored ? enteredOf(stored) : noEnteredFigures
    const policy = facts.policies.get(quarter) ?? facts.policy
    const moved = facts.moved.filter((row) => row.quarter === quarter)
    const returns = moved.filter((row) => row.paid_quarter < quarter)
    const [gross, sales, other] = [sumOfGross(moved), sumOfSales(moved), fen(entered.other_fen)]
    if (stored?.is_filed && !isOwn) {
      const creditAdded = stored.is_credited ? subtract(fen(stored.credit_after_fen), fen(stored.credit_before_fen)) : ZERO
      const due = subtract(fen(stored.vat_fen), creditAdded)
      const filed = { level: stored.level, income: subtract(add(gross, other), due), creditAfter: fen(stored.credit_after_fen) }
      last = { ...filed, quarter, sales: salesOfQuarter(sales, other, policy.params), computed: null }
    } else {
      const returned = sumOfGross(returns)
      levels.set(quarter, levelOfQuarter(salesOfQuarter(sales, other, policy.params), place.warnPpm, policy.params))
      const invoiced = invoicedFigures(quarter, facts.invoiceParts, entered, atLeast(add(subtract(gross, returned), other), ZERO), isWhole)
      const taxed = returns.filter((row) => isWhole(row.paid_quarter))
      const taxedReturns = { gross: negate(sumOfGross(taxed)), vat: subtract(sumOfSales(taxed), sumOfGross(taxed)) }
      const credit = creditInto(quarter)
      const special = { special: fen(invoiced.special_fen), lateSpecial: fen(invoiced.late_special_fen) }
      const returnedParts = returnedInvoices(quarter, facts.invoiceParts, isWhole, (of) => (facts.policies.get(of) ?? policy).params.vat.reducedPpm)
      const vat = vatOfQuarter({ gross, sales, other, ...special, taxedReturns, ...returnedParts, credit, policy }, place)
      last = { ...vat, quarter, computed: { vat, invoiced, credit, returned } }
    }
    levels.set(quarter, last.level)
    return last
  })
}
