import { idKindNames } from '#/api/people/particulars.texts.ts'
import { periodFields as fields, periodSheetNames, periodStateNames, vatReturnNames } from '#/api/taxation/periods.texts.ts'
import { maskIdNumber, maskMobile } from '#/domain/base/identity.ts'
import { atLeast, fen, subtract, ZERO } from '#/domain/base/money.ts'
import type { Language } from '#/domain/base/text.ts'
import { returnTaxes, surchargeOf } from '#/domain/taxation/vat-return.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import { declarationDueOn, dueReturns } from '#/server/taxation/periods/deadlines.ts'
import { paidAndDue, presentSurcharges, vatReturnsOf } from '#/server/taxation/periods/period.ts'
import type * as store from '#/server/taxation/periods/store.ts'
import { figuresOn, type LineRow, peopleByIds } from '#/server/taxation/periods/store-lines.ts'

/** The sheets with a row per payee. */
export const lineSheetKinds = ['iit', 'vat'] as const
type LineSheetKind = (typeof lineSheetKinds)[number]

export interface SheetRow extends LineRow {
  readonly idKind: string
  readonly idNumber: string
  readonly mobile: string
}

type MoneyColumn = Exclude<keyof LineRow, 'name' | 'operator_id' | 'months' | 'rate_ppm'>

const moneyColumn = (heading: ListColumn<SheetRow>['heading'], key: MoneyColumn): ListColumn<SheetRow> => ({
  heading,
  kind: 'money',
  width: 16,
  value: (row) => row[key],
})

const person: readonly ListColumn<SheetRow>[] = [
  { heading: fields.name, width: 16, value: (row) => row.name },
  { heading: fields.idKind, width: 16, value: (row) => row.idKind },
  { heading: fields.idNumber, width: 24, value: (row) => row.idNumber },
]

const iitColumns: readonly ListColumn<SheetRow>[] = [
  ...person,
  { heading: fields.mobile, width: 16, value: (row) => row.mobile },
  { heading: fields.incomeItem, width: 16, value: (_, language) => translate(periodSheetNames.labour, language) },
  moneyColumn(fields.income, 'income_fen'),
  moneyColumn(fields.cumIncome, 'cum_income_fen'),
  moneyColumn(fields.cumExpense, 'cum_expense_fen'),
  moneyColumn(fields.cumDeduction, 'cum_deduction_fen'),
  moneyColumn(fields.cumOther, 'cum_other_fen'),
  { heading: fields.months, width: 8, value: (row) => row.months },
  {
    heading: fields.cumTaxable,
    kind: 'money',
    width: 18,
    value: (row) => atLeast(fen(row.cum_income_fen - row.cum_expense_fen - row.cum_deduction_fen - row.cum_other_fen), ZERO),
  },
  { heading: fields.rate, kind: 'rate', width: 8, value: (row) => row.rate_ppm },
  moneyColumn(fields.quick, 'quick_fen'),
  moneyColumn(fields.should, 'should_fen'),
  moneyColumn(fields.before, 'before_fen'),
  moneyColumn(fields.due, 'due_fen'),
  moneyColumn(fields.withheld, 'withheld_fen'),
  moneyColumn(fields.back, 'back_tax_fen'),
  moneyColumn(fields.difference, 'difference_fen'),
]

const vatColumns: readonly ListColumn<SheetRow>[] = [
  ...person,
  { heading: fields.sales, kind: 'money', width: 20, value: (row) => subtract(fen(row.gross_fen), fen(row.vat_fen)) },
  moneyColumn(fields.exempt, 'exempt_fen'),
  { heading: fields.taxable, kind: 'money', width: 16, value: (row) => subtract(subtract(fen(row.gross_fen), fen(row.exempt_fen)), fen(row.vat_fen)) },
  moneyColumn(fields.vat, 'vat_fen'),
  moneyColumn(fields.city, 'city_fen'),
  moneyColumn(fields.education, 'education_fen'),
  moneyColumn(fields.localEducation, 'local_education_fen'),
  { heading: fields.surcharge, kind: 'money', width: 16, value: (row) => row.city_fen + row.education_fen + row.local_education_fen },
  { heading: fields.withholdingSales, kind: 'money', width: 20, value: (row) => row.withholding_gross_fen - row.withholding_vat_fen },
  moneyColumn(fields.withholdingVat, 'withholding_vat_fen'),
  { heading: fields.withholdingSurcharge, kind: 'money', width: 20, value: (row) => surchargeOf(figuresOn(row, 'vat_withholding')) },
  moneyColumn(fields.back, 'back_gross_fen'),
]

/** Adds names and masked ID numbers to lines. Only the official files have full numbers. */
export async function sheetRows(ctx: Context, lines: readonly LineRow[]): Promise<SheetRow[]> {
  const ids = lines.map((line) => line.operator_id)
  const people = await ctx.widen('lines of a declaration', () => peopleByIds(ctx, ids))
  return lines.map((line) => {
    const personOfLine = people.get(line.operator_id)
    const number = personOfLine?.id_number_sealed ? ctx.vault.open('id_number', personOfLine.id_number_sealed) : ''
    const mobile = personOfLine?.mobile_sealed ? ctx.vault.open('mobile', personOfLine.mobile_sealed) : ''
    const kind = idKindNames[(personOfLine?.id_kind ?? 'id_card') as keyof typeof idKindNames]
    return { ...line, idKind: translate(kind, ctx.language), idNumber: maskIdNumber(number), mobile: maskMobile(mobile) }
  })
}

/** Builds the income tax or VAT sheet of a month, without its rows. */
export function lineSheet(month: string, sheet: LineSheetKind, language: Language) {
  return {
    filter: { month, sheet },
    name: `${translate(periodSheetNames[sheet], language)}_${month}`,
    language,
    columns: sheet === 'iit' ? iitColumns : vatColumns,
  }
}

interface SummaryRow {
  readonly item: string
  readonly text: string
  readonly amount: number | null
}

/** Builds the summary sheet of a period, tax by tax. */
export async function summarySheet(ctx: Context, row: store.PeriodRow): Promise<ExportList<SummaryRow>> {
  const { paid, left } = paidAndDue(row)
  const surcharges = await presentSurcharges(ctx, row)
  const labelOf = (key: keyof typeof fields) => translate(fields[key], ctx.language)
  const text = (key: keyof typeof fields, value: string): SummaryRow => ({ item: labelOf(key), text: value, amount: null })
  const amount = (item: string, value: number): SummaryRow => ({ item, text: '', amount: value })
  const taxRows = (['vat', 'surcharge', 'iit'] as const).flatMap((kind) => {
    const dueAmount = { vat: row.vat_fen, surcharge: row.surcharge_fen, iit: row.iit_fen }[kind]
    const sumRows = (name: string, sums: { accrued: number; paid: number; left: number }) => [
      amount(name, sums.accrued),
      amount(`${name} · ${labelOf('paid')}`, sums.paid),
      amount(`${name} · ${labelOf('left')}`, sums.left),
    ]
    const parts = kind === 'surcharge' ? (['city', 'education', 'localEducation'] as const).flatMap((part) => sumRows(labelOf(part), surcharges[part])) : []
    return [...sumRows(labelOf(kind), { accrued: dueAmount, paid: paid[kind], left: left[kind] }), ...parts]
  })
  const returnRows = dueReturns(row).flatMap((vatReturn) => {
    const sums = vatReturnsOf(row)[vatReturn]
    return returnTaxes.flatMap((kind) => {
      const name = `${labelOf(kind)} · ${translate(vatReturnNames[vatReturn], ctx.language)}`
      return [
        amount(name, sums.accrued[kind]),
        amount(`${name} · ${labelOf('paid')}`, sums.paid[kind]),
        amount(`${name} · ${labelOf('left')}`, sums.left[kind]),
      ]
    })
  })
  const head = [
    text('centre', `${row.entity_name} ${row.entity_code}`),
    text('month', row.month),
    text('state', translate(periodStateNames[row.state], ctx.language)),
    text('dueOn', declarationDueOn(row)),
    text('people', String(row.people)),
    text('closedBy', row.closed_by_name ?? ''),
  ]
  return {
    filter: { month: row.month, sheet: 'summary' },
    name: `${translate(periodSheetNames.summary, ctx.language)}_${row.month}`,
    language: ctx.language,
    columns: [
      { heading: fields.item, width: 34, value: (each) => each.item },
      { heading: fields.state, width: 30, value: (each) => each.text },
      { heading: fields.amount, kind: 'money', width: 18, value: (each) => each.amount ?? '' },
    ],
    hasTotals: false,
    rows: [
      ...head,
      amount(labelOf('gross'), row.gross_fen),
      ...taxRows,
      ...(dueReturns(row).includes('vat_withholding') ? returnRows : []),
      amount(labelOf('difference'), row.difference_fen),
    ],
  }
}
