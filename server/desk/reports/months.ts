import { incomeKindNames } from '#/api/desk/reports.texts.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { fen, ZERO } from '#/domain/base/money.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { shiftDay, shiftMonth, yearAndMonthOf } from '#/domain/base/period.ts'
import { type ReportSpan, reportSpanOf } from '#/domain/desk/report.ts'
import { addWithheldMonth, initialWithholding, withholdTax } from '#/domain/money/tax-income.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import { isUnderThreshold } from '#/domain/money/tax-vat.ts'
import type { ReportRowValues } from '#/server/desk/reports/detail.ts'
import * as store from '#/server/desk/reports/store-tax.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { policyOn } from '#/server/money/tax/public.ts'

export interface MonthsRequest extends store.MonthFilter {
  readonly report: 'incomeTax' | 'incomeTaxSummary' | 'vatCumulative'
  readonly period: string
}

/** The filter of the payments behind a row. */
interface DrillFilter {
  readonly period: string
  readonly centreId: number
  readonly operatorId?: number
  readonly mode?: Mode
  /** The declaration that covers a centre's month. */
  readonly declarationId?: number
}

const drillFilterOf = ({
  month,
  centre_id: centreId,
  operator_id: operatorId,
  mode,
}: Pick<store.PersonMonthRow, 'month' | 'centre_id' | 'operator_id' | 'mode'>): DrillFilter => ({
  period: month,
  centreId,
  operatorId,
  mode,
})

/** A page of a monthly report. */
export interface MonthsPage {
  readonly rows: readonly { readonly key: number; readonly values: ReportRowValues; readonly drill: DrillFilter }[]
  readonly count: number
  readonly next: number | null
  readonly totals: ReportRowValues
  /** The policies by which the rows were computed, newest first. */
  readonly rules: readonly { readonly version: string; readonly from: string; readonly source: string }[]
}

type PersonMonth = Pick<
  store.PersonMonthRow,
  | 'month'
  | 'centre_id'
  | 'mode'
  | 'operator_id'
  | 'gross_fen'
  | 'income_fen'
  | 'vat_fen'
  | 'withheld_fen'
  | 'city_fen'
  | 'education_fen'
  | 'local_education_fen'
>

const personKey = (row: PersonMonth) => `${row.centre_id}:${row.mode}:${row.operator_id}`

async function policiesOf(ctx: Context, rows: readonly PersonMonth[]): Promise<Map<string, TaxPolicy>> {
  const policies = new Map<string, TaxPolicy>()
  for (const { month } of rows) if (!policies.has(month)) policies.set(month, await policyOn(ctx, shiftDay(`${shiftMonth(month, 1)}-01`, -1)))
  return policies
}

/** Returns the distinct policies of a page, with the legal source of one part. */
function rulesIn(policies: ReadonlyMap<string, TaxPolicy>, part: 'withholding' | 'vat'): MonthsPage['rules'] {
  const policyByVersion = new Map([...policies.values()].map((policy) => [policy.version, policy]))
  return [...policyByVersion.values()]
    .map(({ version, effectiveFrom, params }) => ({ version, from: effectiveFrom, source: params[part].source }))
    .toSorted((a, b) => (a.from < b.from ? 1 : -1))
}

/**
 * Returns a person's month by the cumulative withholding method, as the tax return shows it: the earlier months of the
 * year, then the month itself.
 */
function cumulativeValues(row: store.PersonMonthRow, months: readonly PersonMonth[], policy: TaxPolicy): ReportRowValues {
  const { withholding } = policy.params
  const otherDeduction = (each: PersonMonth) => fen(withholding.deductsSurcharge ? each.city_fen + each.education_fen + each.local_education_fen : 0)
  const { year, month } = yearAndMonthOf(row.month)
  let before = initialWithholding(year)
  for (const each of months) {
    const at = yearAndMonthOf(each.month)
    if (at.year !== year || at.month >= month || each.gross_fen === 0) continue
    before = addWithheldMonth(
      before,
      { ...at, income: fen(each.income_fen), other: otherDeduction(each), withheld: fen(each.withheld_fen) },
      withholding.gapMonthsToReset,
    )
  }
  const tax = withholdTax(before, { year, month, income: fen(row.income_fen), other: otherDeduction(row) }, withholding)
  return {
    cumulativeIncome: tax.income,
    expense: tax.expense,
    deduction: tax.deduction,
    taxable: Math.max(tax.taxable, ZERO),
    taxRate: tax.ratePpm,
    quick: tax.quick,
    cumulativeTax: tax.cumulativeTax,
    withheldBefore: tax.state.withheld - tax.withhold,
  }
}

async function incomeTaxPage(ctx: Context, requested: MonthsRequest, span: ReportSpan, page: PageRequest, isPlain: boolean): Promise<MonthsPage> {
  const where = store.monthCondition(ctx, { ...requested, mode: 2 }, span)
  const [{ rows, next }, total] = await Promise.all([store.listPersonMonths(ctx, where, page), store.netTotals(ctx, where)])
  const [policies, months] = await Promise.all([policiesOf(ctx, rows), store.monthsOfPersons(ctx, rows, `${span.from.slice(0, 4)}-01`, span.to.slice(0, 7))])
  const monthsByPerson = Map.groupBy(months, personKey)
  return {
    rows: rows.map((row) => {
      const policy = policies.get(row.month)
      const idNumber = ctx.vault.open('id_number', row.id_number)
      const cumulative = policy ? cumulativeValues(row, monthsByPerson.get(personKey(row)) ?? [], policy) : {}
      const personValues = {
        month: row.month,
        operator: row.person,
        idNumber: isPlain ? idNumber : maskIdNumber(idNumber),
        incomeKind: translate(incomeKindNames.labour, ctx.language),
      }
      return { key: row.key, drill: drillFilterOf(row), values: { ...personValues, income: row.income_fen, ...cumulative, withheld: row.withheld_fen } }
    }),
    count: total.count,
    next,
    totals: { income: total.income, withheld: total.withheld },
    rules: rulesIn(policies, 'withholding'),
  }
}

async function incomeTaxSummaryPage(ctx: Context, requested: MonthsRequest, span: ReportSpan, { page, size }: PageRequest): Promise<MonthsPage> {
  const rows = await store.listCentreMonths(ctx, store.monthCondition(ctx, { ...requested, mode: 2 }, span))
  const sum = (of: (row: store.CentreMonth) => number) => rows.reduce((total, row) => total + of(row), 0)
  const centreMonthValues = ({ withheld, difference, paid, ...row }: store.CentreMonth): ReportRowValues => ({
    month: row.month,
    centre: row.centre_name,
    people: row.persons,
    income: row.income,
    due: withheld + difference,
    withheld,
    difference,
    handedOver: paid,
    unpaid: withheld - paid,
    paidOn: row.last_paid_on,
  })
  const [withheld, difference, paid] = [sum((row) => row.withheld), sum((row) => row.difference), sum((row) => row.paid)]
  return {
    rows: rows.slice((page - 1) * size, page * size).map((row) => {
      const declarationFilter = row.tax_period === null ? {} : { declarationId: row.tax_period }
      return { key: row.key, drill: { period: row.month, centreId: row.centre_id, mode: 2 as const, ...declarationFilter }, values: centreMonthValues(row) }
    }),
    count: rows.length,
    next: null,
    totals: { income: sum((row) => row.income), due: withheld + difference, withheld, difference, handedOver: paid, unpaid: withheld - paid },
    rules: [],
  }
}

const quarterStart = (month: string) => shiftMonth(month, -((yearAndMonthOf(month).month - 1) % 3))

function vatValues(row: store.PersonMonthRow, months: readonly PersonMonth[], { params }: TaxPolicy): ReportRowValues {
  const grossSince = (first: string) =>
    months.filter((month) => month.month >= first && month.month <= row.month).reduce((sum, each) => sum + each.gross_fen, 0)
  const [quarterGross, rolling] = [grossSince(quarterStart(row.month)), grossSince(shiftMonth(row.month, -11))]
  const vatDue = row.vat_fen + row.vat_owed_fen
  // VAT on sales below the threshold means that the person exceeded it together with sales at other centres.
  const isOver = row.mode === 2 && (vatDue > 0 || !isUnderThreshold(fen(row.gross_fen), params.vat.monthThresholdFen, params.vat))
  const alertLevel = rolling > params.watch.guideFen ? 'over' : rolling >= params.watch.warnFen ? 'near' : ''
  return {
    month: row.month,
    operator: row.entity_name ?? row.person,
    mode: row.mode,
    monthGross: row.gross_fen,
    isOver,
    vatDue,
    vat: row.vat_fen,
    quarterGross,
    rolling,
    alert: alertLevel,
  }
}

async function vatCumulativePage(ctx: Context, requested: MonthsRequest, span: ReportSpan, page: PageRequest): Promise<MonthsPage> {
  const where = store.monthCondition(ctx, requested, span)
  const [{ rows, next }, total] = await Promise.all([store.listPersonMonths(ctx, where, page), store.netTotals(ctx, where)])
  const [policies, months] = await Promise.all([
    policiesOf(ctx, rows),
    store.monthsOfPersons(ctx, rows, shiftMonth(span.from.slice(0, 7), -11), span.to.slice(0, 7)),
  ])
  const monthsByPerson = Map.groupBy(months, personKey)
  return {
    rows: rows.map((row) => {
      const policy = policies.get(row.month)
      return { key: row.key, drill: drillFilterOf(row), values: policy ? vatValues(row, monthsByPerson.get(personKey(row)) ?? [], policy) : {} }
    }),
    count: total.count,
    next,
    totals: { monthGross: total.gross, vat: total.vat },
    rules: rulesIn(policies, 'vat'),
  }
}

/** Returns a page of payments to persons and tax withheld, by month. */
export function monthsPage(ctx: Context, requested: MonthsRequest, page: PageRequest, isPlain = false): Promise<MonthsPage> {
  const span = reportSpanOf(requested.period)
  if (requested.report === 'incomeTax') return incomeTaxPage(ctx, requested, span, page, isPlain)
  return requested.report === 'incomeTaxSummary' ? incomeTaxSummaryPage(ctx, requested, span, page) : vatCumulativePage(ctx, requested, span, page)
}
