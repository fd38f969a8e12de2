import { creditCodeProblem, isCardNumber, isInvoiceNumber, isMobile, passesLuhn, readIdNumber } from '#/domain/base/identity.ts'
import { type Fen, fen, type Ppm, proportion, subtract } from '#/domain/base/money.ts'
import { type DueKind, dueDay, dueRules, lastMonthOf, yearAndMonthOf } from '#/domain/base/period.ts'
import { newPersonMonth, settlePayment } from '#/domain/money/settlement.ts'
import {
  assessTax,
  businessTax,
  deemedQuarters,
  initialWithholding,
  levyOnReceipts,
  taxLabourPerPayment,
  taxRoyaltiesPerPayment,
  withholdTax,
} from '#/domain/money/tax-income.ts'
import { policyOn, type TaxPolicy } from '#/domain/money/tax-policy.ts'
import { stampTax } from '#/domain/money/tax-stamp.ts'
import { surchargesOn } from '#/domain/money/tax-surcharge.ts'
import { contractorVat, dayVat, monthVat, mustGuideToRegister, quarterVat, splitPrice } from '#/domain/money/tax-vat.ts'
import { clearingExample } from '#/domain/taxation/tax-example-clearing.ts'
import { returnsExample } from '#/domain/taxation/tax-example-returns.ts'

type ExampleInput = Readonly<Record<string, unknown>>
type ExampleOutput = Record<string, unknown>

/** The law for an example. An example with a date uses the policy of that day, any other the latest policy. */
export interface TaxLaw {
  readonly policies: readonly TaxPolicy[]
  readonly latest: TaxPolicy
}

const ppmFromPercent = (percent: unknown): Ppm => Math.round(Number(percent) * 10_000) as Ppm
const percentFromPpm = (ppm: Ppm): number => ppm / 10_000
const fenFrom = (value: unknown): Fen => fen(Number(value))
const monthPolicy = (month: string, { policies }: TaxLaw): TaxPolicy => policyOn(policies, `${month}-01`)
const periodPolicy = (period: unknown, law: TaxLaw): TaxPolicy => (typeof period === 'string' ? monthPolicy(lastMonthOf(period), law) : law.latest)

type MonthIncomes = readonly (readonly [string, number])[]

function cumulativeExample(months: MonthIncomes, input: ExampleInput, { latest }: TaxLaw) {
  const otherDeductions = (input.otherDeductionFen ?? {}) as Record<string, number>
  const seen = new Set<string>()
  let state = initialWithholding(0)
  let total = 0
  const rows = months.map(([ym, incomeFen]) => {
    const { year, month } = yearAndMonthOf(ym)
    const policy = latest.params.withholding
    const gap = (input.gapMonthsToReset as number | undefined) ?? policy.gapMonthsToReset
    if (incomeFen === 0) {
      const isRunBroken = state.year !== year || month - state.lastMonth >= gap
      return { ym, incomeFen, withholdFen: 0, consecutiveMonths: isRunBroken ? 0 : state.months }
    }
    const otherDeduction = seen.has(ym) ? 0 : (otherDeductions[ym] ?? 0)
    seen.add(ym)
    const monthWithholding = withholdTax(state, { year, month, income: fen(incomeFen), other: fen(otherDeduction) }, policy, gap)
    state = monthWithholding.state
    total += monthWithholding.withhold
    return {
      ym,
      incomeFen,
      consecutiveMonths: monthWithholding.months,
      cumIncomeFen: monthWithholding.income,
      cumExpenseFen: monthWithholding.expense,
      cumDeductionFen: monthWithholding.deduction,
      cumOtherFen: monthWithholding.other,
      taxableFen: monthWithholding.taxable,
      ratePct: percentFromPpm(monthWithholding.ratePpm),
      quickFen: monthWithholding.quick,
      cumTaxFen: monthWithholding.cumulativeTax,
      withholdFen: monthWithholding.withhold,
      cumWithheldFen: monthWithholding.state.withheld,
    }
  })
  return { rows, totalFen: total }
}

function platformExample(input: ExampleInput, law: TaxLaw): ExampleOutput {
  if (!input.platformA) return cumulativeExample((input.months ?? []) as MonthIncomes, input, law)
  const [a, b] = [input.platformA as MonthIncomes, (input.platformB ?? []) as MonthIncomes]
  const mergedMonths = [...a, ...b].sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))
  const totalOf = (months: MonthIncomes) => cumulativeExample(months, input, law).totalFen
  return { withholdA: totalOf(a), withholdB: totalOf(b), wrongIfMerged: totalOf(mergedMonths) }
}

function businessExample(input: ExampleInput, policy: TaxPolicy, isRegistered: boolean): ExampleOutput {
  const cap = input.capFen === undefined ? undefined : fenFrom(input.capFen)
  const tax = businessTax(fenFrom(input.annualTaxableFen), policy.params.business, {
    isRegistered,
    otherRelief: fenFrom(input.otherReliefFen ?? 0),
    ...(cap !== undefined && { cap }),
  })
  return {
    ratePct: percentFromPpm(tax.ratePpm),
    quickFen: tax.quick,
    fullTaxFen: tax.tax,
    taxOnFirst2mFen: tax.taxOnCapped,
    taxOnCappedFen: tax.taxOnCapped,
    halvingReliefFen: tax.halving,
    payableFen: tax.payable,
  }
}

function settlementExample(input: ExampleInput, law: TaxLaw): ExampleOutput {
  const month = String(input.month)
  const basePolicy = monthPolicy(month, law)
  const params = basePolicy.params
  const policy: TaxPolicy = {
    ...basePolicy,
    params: {
      ...params,
      vat: { ...params.vat, reducedPpm: ppmFromPercent(input.levyPct) },
      withholding: { ...params.withholding, baseExcludesVat: input.iitBaseExcludesVat !== false, deductsSurcharge: input.deductSurchargeFromIit === true },
      surcharge: { ...params.surcharge, reliefPpm: (input.halve === false ? 0 : params.surcharge.reliefPpm) as Ppm },
    },
  }
  const terms = {
    mode: 2,
    cityRatePpm: ppmFromPercent(input.cityRatePct),
    taxBearer: 'operator',
    feeBearer: 'unit',
    feeUnitSharePpm: 1_000_000 as Ppm,
    levyRatePpm: 0 as Ppm,
  } as const
  const { year, month: number } = yearAndMonthOf(month)
  const priorMonths = Number(input.priorMonths ?? 0)
  const priorState = { ...initialWithholding(year), months: priorMonths, lastMonth: priorMonths > 0 ? number - 1 : 0 }
  const settledPayment = settlePayment(
    { gross: fenFrom(input.grossInclFen), fee: fen(0), month },
    { ...newPersonMonth(month), withholding: priorState },
    terms,
    policy,
  )
  return {
    exclFen: subtract(settledPayment.gross, settledPayment.vat),
    vatFen: settledPayment.vat,
    cityFen: settledPayment.city,
    eduFen: settledPayment.education,
    localEduFen: settledPayment.localEducation,
    iitExpenseFen: settledPayment.steps.iit?.expense,
    iitTaxableFen: settledPayment.steps.iit?.taxable,
    iitFen: settledPayment.iit,
    netFen: settledPayment.net,
  }
}

const labourExample = (input: ExampleInput, { latest }: TaxLaw): ExampleOutput => {
  const assessment = taxLabourPerPayment(fenFrom(input.incomeFen), latest.params.labour)
  return { taxableFen: assessment.taxable, ratePct: percentFromPpm(assessment.ratePpm), quickFen: assessment.quick, withholdFen: assessment.tax }
}

function quarterExample(input: ExampleInput, law: TaxLaw): ExampleOutput {
  const { params } = periodPolicy(input.period, law)
  const sales = fenFrom(input.salesExclFen)
  const result = quarterVat(sales, fenFrom(input.specialInvoiceSalesFen ?? 0), ppmFromPercent(input.levyPct), params.vat)
  const surcharges = surchargesOn(
    result.vat,
    { cityRatePpm: ppmFromPercent(input.cityRatePct ?? 7), sales, isHalved: input.halve !== false, span: 'quarter' },
    params.surcharge,
  )
  const city = input.cityRatePct === undefined || Number(input.cityRatePct) === 7 ? { city7HalfFen: surcharges.city } : {}
  return {
    exempt: result.exempt,
    vatFen: result.vat,
    ordinaryExemptSalesFen: result.exemptSales,
    ...city,
    cityFen: surcharges.city,
    eduFen: surcharges.education,
    localEduFen: surcharges.localEducation,
  }
}

/** Computes the month of a payer. The example decides whether the threshold counts the person's sales elsewhere. */
function allSalesExample(input: ExampleInput, law: TaxLaw): ExampleOutput {
  const month = String(input.month)
  const basePolicy = monthPolicy(month, law)
  const countingRules = { countsAllCentres: input.countsAllCentres === true, countsOtherPlatforms: input.countsOtherPlatforms === true }
  const policy: TaxPolicy = { ...basePolicy, params: { ...basePolicy.params, vat: { ...basePolicy.params.vat, ...countingRules } } }
  const terms = {
    mode: 2,
    cityRatePpm: ppmFromPercent(0),
    taxBearer: 'operator',
    feeBearer: 'operator',
    feeUnitSharePpm: ppmFromPercent(0),
    levyRatePpm: ppmFromPercent(0),
  } as const
  const elsewhere = { centres: fenFrom(input.otherCentresInclFen), platforms: fenFrom(input.otherPlatformsInclFen) }
  const settledPayment = settlePayment({ gross: fenFrom(input.paidInclFen), fee: fen(0), month, elsewhere }, newPersonMonth(month), terms, policy)
  return { exempt: settledPayment.steps.vat?.isExempt, vatFen: settledPayment.vat }
}

function deemedProfitExample(input: ExampleInput, { latest }: TaxLaw): ExampleOutput {
  const quarters = deemedQuarters(
    (input.quarterRevenueFen as number[]).map(fen),
    ppmFromPercent(input.deemedProfitPct),
    latest.params.business,
    input.isGth === true,
  )
  const rows = quarters.map((each, index) => ({
    quarter: index + 1,
    revenueFen: each.revenue,
    cumRevenueFen: each.cumulativeRevenue,
    cumTaxableFen: each.taxable,
    ratePct: percentFromPpm(each.ratePpm),
    quickFen: each.quick,
    cumFullTaxFen: each.tax,
    cumHalvingFen: each.halving,
    dueFen: each.due,
  }))
  return { rows, totalFen: quarters.reduce((sum, each) => sum + each.due, 0) }
}

function surchargeExample(input: ExampleInput, law: TaxLaw): ExampleOutput {
  const { params } = periodPolicy(input.period, law)
  const isQuarter = input.monthSalesExclFen === undefined
  const sales = fenFrom(input.monthSalesExclFen ?? input.quarterSalesExclFen ?? 0)
  const surcharges = surchargesOn(
    fenFrom(input.vatFen),
    { cityRatePpm: ppmFromPercent(input.cityRatePct), sales, isHalved: input.halve === true, span: isQuarter ? 'quarter' : 'month' },
    params.surcharge,
  )
  return { cityFen: surcharges.city, eduFen: surcharges.education, localEduFen: surcharges.localEducation, totalFen: surcharges.total }
}

function stampExample(input: ExampleInput, { latest }: TaxLaw): ExampleOutput {
  const itemName = String(input.item)
  const enteredRate = input.ratePerTenThousand === undefined ? undefined : (Math.round(Number(input.ratePerTenThousand) * 100) as Ppm)
  const result = stampTax(
    itemName,
    fenFrom(input.amountExclFen),
    { isHalved: input.halve === true, ...(enteredRate !== undefined && { ratePpm: enteredRate }) },
    latest.params.stamp,
  )
  return { taxFen: result.tax, taxWithoutHalvingFen: result.full }
}

function idCardExample(input: ExampleInput): ExampleOutput {
  const parsedId = readIdNumber(String(input.value))
  const alternative = typeof input.alsoAccept === 'string' ? readIdNumber(input.alsoAccept).isValid : true
  return { valid: parsedId.isValid && alternative, checksumOk: parsedId.isChecksumRight, birth: parsedId.birth, sex: parsedId.sex }
}

/** The computation of each rule, with the field names of the example files. */
export const exampleRules: Readonly<Record<string, (input: ExampleInput, law: TaxLaw) => ExampleOutput>> = {
  'platform.cumulative.2025-16': platformExample,
  'platform.cumulative.2025-16 vs labour.per-time': (input, law) => {
    const { rows, totalFen } = cumulativeExample(input.months as MonthIncomes, input, law)
    const perPaymentTaxes = (input.months as MonthIncomes).map(([, income]) => taxLabourPerPayment(fen(income), law.latest.params.labour).tax)
    return { rows, newTotalFen: totalFen, oldMethodFen: perPaymentTaxes, oldTotalFen: perPaymentTaxes.reduce((sum, each) => sum + each, 0) }
  },
  'labour.per-time.2019': labourExample,
  'author.per-time.2019': (input, { latest }) => {
    const result = taxRoyaltiesPerPayment(fenFrom(input.incomeFen), latest.params.labour)
    return { incomeAmountFen: result.incomeAmount, ratePct: percentFromPpm(result.ratePpm), withholdFen: result.tax }
  },
  'bracket.comprehensive': (input, { latest }) => {
    const assessment = assessTax(latest.params.withholding.brackets, fenFrom(input.taxableFen))
    return { taxFen: assessment.tax, ratePct: percentFromPpm(assessment.ratePpm), quickFen: assessment.quick }
  },
  'business.annual': (input, { latest }) => businessExample(input, latest, input.isGth === true),
  'gth.halving.2023-2027': (input, law) => businessExample(input, monthPolicy('2023-06', law), true),
  'gth.halving.2021-2022': (input, law) => businessExample(input, monthPolicy('2021-06', law), true),
  'business.deemed-profit.quarterly': deemedProfitExample,
  'business.levy-on-receipts': (input, { latest }) => ({
    taxFen: levyOnReceipts(fenFrom(input.receiptsExclFen), ppmFromPercent(Number(input.levyBp) / 100), latest.params.business, input.isGth === true),
  }),
  'vat.price-split': (input) => {
    const { sales, vat } = splitPrice(fenFrom(input.inclFen), ppmFromPercent(input.ratePct))
    return { exclFen: sales, vatFen: vat }
  },
  'vat.price-split.per-invoice': (input) => {
    const prices = (input.invoicesInclFen as number[]).map(fen)
    const each = prices.map((price) => splitPrice(price, ppmFromPercent(input.ratePct)).vat)
    const totalPrice = fen(prices.reduce<number>((sum, price) => sum + price, 0))
    return {
      perInvoiceVatFen: each,
      sumVatFen: each.reduce<number>((sum, vat) => sum + vat, 0),
      wrongSplitOfTotalFen: splitPrice(totalPrice, ppmFromPercent(input.ratePct)).vat,
    }
  },
  'vat.natural-person.month': (input, law) => {
    const { isExempt, vat } = monthVat(fenFrom(input.salesExclFen), ppmFromPercent(input.levyPct), periodPolicy(input.period, law).params.vat)
    return { exempt: isExempt, vatFen: vat }
  },
  'vat.natural-person.everywhere': allSalesExample,
  'vat.natural-person.cleared': (input, law) => ({ ...clearingExample(input, monthPolicy(String(input.month), law), ppmFromPercent(input.cityRatePct)) }),
  'vat.natural-person.two-returns': (input, law) => ({ ...returnsExample(input, monthPolicy(String(input.month), law), ppmFromPercent(input.cityRatePct)) }),
  'vat.natural-person.per-time.2026': (input, { policies, latest }) => {
    const policy = typeof input.date === 'string' ? policyOn(policies, input.date) : latest
    const { isExempt, vat } = dayVat(fenFrom(input.daySalesExclFen), ppmFromPercent(input.levyPct), policy.params.vat)
    return { exempt: isExempt, vatFen: vat }
  },
  'vat.small.quarter.2026': quarterExample,
  'vat.small.waive-reduction': (input) => ({ vatFen: proportion(fenFrom(input.salesExclFen), ppmFromPercent(input.levyPct), 1_000_000) }),
  surcharge: surchargeExample,
  stamp: stampExample,
  'settlement.natural-person': settlementExample,
  'platform.12m-watch': (input, { latest }) => ({ mustGuideToRegister: mustGuideToRegister(fenFrom(input.rolling12mSalesExclFen), latest.params.watch) }),
  'zongfenbao.invoice': (input) => {
    const inputs =
      input.subcontractorInclFen === undefined
        ? []
        : [{ gross: fenFrom(input.subcontractorInclFen), rate: ppmFromPercent(input.subcontractorSpecialInvoiceLevyPct) }]
    const result = contractorVat(fenFrom(input.clientPaysInclFen), ppmFromPercent(input.ratePct), inputs)
    return { outputExclFen: result.output.sales, outputVatFen: result.output.vat, inputVatFen: result.input, netVatFen: result.net }
  },
  'due-date': (input) => {
    if (!(String(input.kind) in dueRules)) throw new Error(`unknown kind of declaration ${input.kind}`)
    return { due: dueDay(input.kind as DueKind, String(input.period)) }
  },
  'checksum.uscc': (input) => ({ valid: creditCodeProblem(String(input.value)) === null }),
  'checksum.idcard': idCardExample,
  'checksum.bankcard': (input) => {
    const value = String(input.value)
    return { valid: isCardNumber(value) && passesLuhn(value), luhnOk: /^\d+$/.test(value) && passesLuhn(value) }
  },
  'format.mobile': (input) => ({ valid: isMobile(String(input.value)) }),
  'format.einvoice-number': (input) => ({ valid: isInvoiceNumber(String(input.value)) }),
}
