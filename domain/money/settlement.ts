import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { add, applyRate, atLeast, type Fen, fen, type Ppm, subtract, ZERO } from '#/domain/base/money.ts'
import { yearAndMonthOf } from '#/domain/base/period.ts'
import { creditPerTax, subtractCredit, type TaxCredit, type TaxParts, totalOfTaxParts } from '#/domain/money/clearing.ts'
import { countedSalesElsewhere, noOtherSales, type SalesElsewhere } from '#/domain/money/other-sales.ts'
import { initialWithholding, type WithholdingState, withholdTax } from '#/domain/money/tax-income.ts'
import { type FilingMethod, filingMethodOf, type TaxPolicy } from '#/domain/money/tax-policy.ts'
import { surchargesOn } from '#/domain/money/tax-surcharge.ts'
import { isUnderThreshold, splitPrice } from '#/domain/money/tax-vat.ts'

/** The amounts of a person at one payer, for a month and the year so far. Reserved payments count as paid. */
export interface PersonMonth {
  /** The month of the monthly figures, yyyy-MM. */
  readonly month: string
  readonly gross: Fen
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly withholding: WithholdingState
  /** A credit from the clearing of an earlier month which the person can use. */
  readonly credit?: TaxCredit | null
}

/** Returns the empty month of a person without payments this year. */
export function newPersonMonth(month: string): PersonMonth {
  return { month, gross: ZERO, vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO, withholding: initialWithholding(yearAndMonthOf(month).year) }
}

/** The bearers of tax and fee, and the local tax rate, from the settings of unit, centre and mode. */
export interface SettlementTerms {
  readonly mode: Mode
  /** Whether the payee is paid as a registered business in mode 2. In mode 1 every payee is. */
  readonly isBusiness?: boolean
  readonly cityRatePpm: Ppm
  readonly taxBearer: 'unit' | 'operator'
  readonly feeBearer: 'unit' | 'operator' | 'shared'
  /** The unit's share of a shared fee. */
  readonly feeUnitSharePpm: Ppm
  /** Mode 1: the rate of tax collected in advance from a registered business; 0 if the business files itself. */
  readonly levyRatePpm: Ppm
}

/** One computed payment. INV-05 holds for every instance. */
export interface Settlement {
  readonly gross: Fen
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly surcharge: Fen
  readonly iit: Fen
  /** The income for cumulative withholding. */
  readonly income: Fen
  readonly taxUnit: Fen
  readonly fee: Fen
  readonly feeUnit: Fen
  readonly feeOperator: Fen
  readonly net: Fen
  readonly cost: Fen
  readonly filingWay: FilingMethod
  readonly steps: SettlementSteps
  readonly personMonth: PersonMonth
}

/** The part of a person's payments this year that other units paid or reserved at the same payer. */
export interface OtherUnitsPart {
  /**
   * The gross of the month in the same capacity, natural person or registered business, in fen. The tax continues from
   * it.
   */
  readonly monthGross: Fen
}

/** Every intermediate figure, in fen and ppm, for the calculation details. */
export interface SettlementSteps {
  /** The part of other units; null for none. `settlePayment` does not know the units, so its callers add this part. */
  readonly others?: OtherUnitsPart | null
  readonly month: string
  readonly policy: string
  readonly vat: null | {
    readonly ratePpm: number
    readonly monthGrossBefore: number
    readonly monthGross: number
    readonly monthSales: number
    readonly thresholdFen: number
    readonly isExempt: boolean
    /** Set when only sales elsewhere end the exemption: from VAT (`vat`), or from education surcharges too (`all`). */
    readonly reachedElsewhere?: 'vat' | 'all'
    readonly wholeMonth: number
    readonly takenBefore: number
    readonly due: number
  }
  readonly surcharge: null | {
    readonly cityRatePpm: number
    readonly city: number
    readonly education: number
    readonly localEducation: number
    readonly takenBefore: number
  }
  readonly iit: null | {
    readonly income: number
    readonly cumulativeIncome: number
    readonly months: number
    readonly expense: number
    readonly deduction: number
    readonly other: number
    readonly taxable: number
    readonly ratePpm: number
    readonly quick: number
    readonly cumulativeTax: number
    readonly withheldBefore: number
    readonly due: number
  }
  readonly levy: null | { readonly ratePpm: number; readonly due: number }
  /**
   * The parts of these taxes that a credit pays; absent without a credit. `before` is the credit before this payment.
   */
  readonly credit?: TaxParts & { readonly clearingId: number; readonly before: number }
}

interface Payment {
  readonly gross: Fen
  /** The natural person's other sales of the month. */
  readonly elsewhere?: SalesElsewhere
  /** The category of service of the order, which decides how VAT is filed. */
  readonly category?: string
}

interface Taxes {
  readonly vat: Fen
  readonly city: Fen
  readonly education: Fen
  readonly localEducation: Fen
  readonly iit: Fen
  readonly income: Fen
  readonly filingWay: FilingMethod
  readonly steps: SettlementSteps
  readonly personMonth: PersonMonth
}

function personMonthFor(personMonth: PersonMonth, month: string): PersonMonth {
  if (personMonth.month === month) return personMonth
  return { ...personMonth, month, gross: ZERO, vat: ZERO, city: ZERO, education: ZERO, localEducation: ZERO }
}

/** Returns the payer's sales of the month, and the effect of the person's sales elsewhere on thresholds. */
function salesOfMonth(monthGross: Fen, elsewhere: SalesElsewhere, { vat, surcharge }: TaxPolicy['params']) {
  const monthPrice = splitPrice(monthGross, vat.reducedPpm)
  const salesEverywhere = splitPrice(add(monthGross, countedSalesElsewhere(elsewhere, vat)), vat.reducedPpm).sales
  const isExempt = isUnderThreshold(salesEverywhere, vat.monthThresholdFen, vat)
  const limit = surcharge.educationExemptMonthFen
  const isEducationLimitCrossed = monthPrice.sales <= limit && salesEverywhere > limit
  const isVatThresholdCrossed = !isExempt && isUnderThreshold(monthPrice.sales, vat.monthThresholdFen, vat)
  const taxesReachedElsewhere = isEducationLimitCrossed ? ('all' as const) : isVatThresholdCrossed ? ('vat' as const) : null
  return { whole: monthPrice, everywhere: salesEverywhere, isExempt, reached: taxesReachedElsewhere ? { reachedElsewhere: taxesReachedElsewhere } : {} }
}

/**
 * Taxes a natural person by cumulative withholding. Once the VAT threshold is reached, the payer's whole month is
 * taxed. Sales elsewhere count towards the threshold as the policy says, but their payers declare them.
 */
function taxPerson(payment: Payment, before: PersonMonth, terms: SettlementTerms, policy: TaxPolicy): Taxes {
  const { gross, elsewhere = noOtherSales } = payment
  const { vat: vatPolicy, surcharge: surchargePolicy, withholding: iitPolicy } = policy.params
  const monthGross = add(before.gross, gross)
  const { whole, everywhere, isExempt, reached } = salesOfMonth(monthGross, elsewhere, policy.params)
  const vatOfMonth = isExempt ? ZERO : whole.vat
  const vat = atLeast(subtract(vatOfMonth, before.vat), ZERO)
  const surchargeOfMonth = surchargesOn(vatOfMonth, { cityRatePpm: terms.cityRatePpm, sales: everywhere, isHalved: true }, surchargePolicy)
  const city = atLeast(subtract(surchargeOfMonth.city, before.city), ZERO)
  const education = atLeast(subtract(surchargeOfMonth.education, before.education), ZERO)
  const localEducation = atLeast(subtract(surchargeOfMonth.localEducation, before.localEducation), ZERO)
  const income = iitPolicy.baseExcludesVat ? subtract(gross, vat) : gross
  const { year, month } = yearAndMonthOf(before.month)
  const deductibleSurcharge = iitPolicy.deductsSurcharge ? add(city, education, localEducation) : ZERO
  const iit = withholdTax(before.withholding, { year, month, income, other: deductibleSurcharge }, iitPolicy)
  return {
    vat,
    city,
    education,
    localEducation,
    iit: iit.withhold,
    income,
    filingWay: isExempt ? 'EXEMPT' : filingMethodOf(vatPolicy, payment.category ?? ''),
    steps: {
      month: before.month,
      policy: policy.version,
      levy: null,
      vat: {
        ratePpm: vatPolicy.reducedPpm,
        monthGrossBefore: before.gross,
        monthGross,
        monthSales: whole.sales,
        thresholdFen: vatPolicy.monthThresholdFen,
        isExempt,
        ...reached,
        wholeMonth: vatOfMonth,
        takenBefore: before.vat,
        due: vat,
      },
      surcharge:
        vatOfMonth === 0
          ? null
          : { cityRatePpm: terms.cityRatePpm, city, education, localEducation, takenBefore: add(before.city, before.education, before.localEducation) },
      iit: {
        income,
        cumulativeIncome: iit.income,
        months: iit.months,
        expense: iit.expense,
        deduction: iit.deduction,
        other: iit.other,
        taxable: iit.taxable,
        ratePpm: iit.ratePpm,
        quick: iit.quick,
        cumulativeTax: iit.cumulativeTax,
        withheldBefore: subtract(iit.state.withheld, iit.withhold),
        due: iit.withhold,
      },
    },
    personMonth: {
      ...before,
      gross: monthGross,
      vat: add(before.vat, vat),
      city: add(before.city, city),
      education: add(before.education, education),
      localEducation: add(before.localEducation, localEducation),
      withholding: iit.state,
    },
  }
}

/** Taxes a registered business. Businesses file their own tax, so at most an agreed part is collected in advance. */
function taxBusiness(gross: Fen, before: PersonMonth, terms: SettlementTerms, policy: TaxPolicy): Taxes {
  const iit = applyRate(gross, terms.levyRatePpm)
  return {
    vat: ZERO,
    city: ZERO,
    education: ZERO,
    localEducation: ZERO,
    iit,
    income: gross,
    filingWay: 'SELF',
    steps: {
      month: before.month,
      policy: policy.version,
      vat: null,
      surcharge: null,
      iit: null,
      levy: terms.levyRatePpm > 0 ? { ratePpm: terms.levyRatePpm, due: iit } : null,
    },
    personMonth: { ...before, gross: add(before.gross, gross) },
  }
}

/**
 * Pays the taxes of a natural person with a credit. The month still counts the whole taxes, because the centre declares
 * them. Only the net of the payee rises.
 */
function payWithCredit(taxes: Taxes, terms: SettlementTerms): Taxes {
  const { credit } = taxes.personMonth
  if (!credit || terms.taxBearer === 'unit') return taxes
  const { vat, city, education, localEducation, iit } = taxes
  const taxesDue = { vat, city, education, localEducation, iit }
  const usedCredit = creditPerTax(credit.left, taxesDue)
  const total = totalOfTaxParts(usedCredit)
  if (total === 0) return taxes
  return {
    ...taxes,
    ...subtractCredit(taxesDue, usedCredit),
    steps: { ...taxes.steps, credit: { ...usedCredit, clearingId: credit.clearingId, before: credit.left } },
    personMonth: { ...taxes.personMonth, credit: { ...credit, left: subtract(credit.left, total) } },
  }
}

/**
 * Computes one payment: the taxes of its mode, the fee of each bearer, the net, and the cost to the unit. Equal inputs
 * give equal fen. `net` can be zero or negative for a small payment that crosses a threshold. The caller refuses such a
 * line (E309).
 */
export function settlePayment(
  payment: Payment & { readonly fee: Fen; readonly month: string },
  personMonth: PersonMonth,
  terms: SettlementTerms,
  policy: TaxPolicy,
): Settlement {
  const { gross, fee, month } = payment
  const monthBefore = personMonthFor(personMonth, month)
  const taxes =
    terms.mode === settlementMode.generalContract && !terms.isBusiness
      ? payWithCredit(taxPerson(payment, monthBefore, terms, policy), terms)
      : taxBusiness(gross, monthBefore, terms, policy)
  const surcharge = add(taxes.city, taxes.education, taxes.localEducation)
  const tax = add(taxes.vat, surcharge, taxes.iit)
  const taxUnit = terms.taxBearer === 'unit' ? tax : ZERO
  const feeUnit = terms.feeBearer === 'unit' ? fee : terms.feeBearer === 'operator' ? ZERO : applyRate(fee, terms.feeUnitSharePpm)
  const feeOperator = subtract(fee, feeUnit)
  const net = fen(gross - tax + taxUnit - feeOperator)
  const cost = add(gross, taxUnit, feeUnit)
  return { ...taxes, gross, surcharge, taxUnit, fee, feeUnit, feeOperator, net, cost }
}
