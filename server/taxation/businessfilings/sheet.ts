import {
  basisNames,
  declarationMethodNames,
  filingFields as fields,
  filingKindNames,
  filingLevelNames,
  filingSheetNames,
  filingStateNames,
} from '#/api/taxation/businessfilings.texts.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Text } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import type { FilingPeriod } from '#/server/taxation/businessfilings/generating.ts'
import * as store from '#/server/taxation/businessfilings/store.ts'
import { type FilingDataRow, filingData } from '#/server/taxation/businessfilings/store-data.ts'

const surchargeOf = (row: Pick<store.FilingRow, 'city_fen' | 'education_fen' | 'local_education_fen'>) =>
  row.city_fen + row.education_fen + row.local_education_fen

function moneyColumn<R>(heading: Text, value: (row: R) => number): ListColumn<R> {
  return { heading, kind: 'money', width: 16, value: (row) => fen(value(row)) }
}

const dataColumns: readonly ListColumn<FilingDataRow>[] = [
  { heading: fields.period, width: 12, value: (row) => row.period },
  { heading: fields.name, width: 30, value: (row) => row.name },
  { heading: fields.creditCode, width: 24, value: (row) => row.credit_code ?? '' },
  { heading: fields.operator, width: 14, value: (row) => row.operator_name },
  moneyColumn(fields.gross, (row) => row.sold_fen),
  moneyColumn(fields.invoiced, (row) => row.invoiced_fen),
  moneyColumn(fields.uninvoiced, (row) => Math.max(row.sold_fen - row.invoiced_fen, 0)),
  moneyColumn(fields.exempt, (row) => row.exempt_fen),
  moneyColumn(fields.taxable, (row) => row.taxable_fen),
  { heading: fields.vatRate, kind: 'rate', width: 8, value: (row) => row.vat_ppm || null },
  moneyColumn(fields.vat, (row) => row.vat_fen),
  moneyColumn(fields.city, (row) => row.city_fen),
  moneyColumn(fields.education, (row) => row.education_fen),
  moneyColumn(fields.localEducation, (row) => row.local_education_fen),
  { heading: fields.levyRate, kind: 'rate', width: 10, value: (row) => row.levy_ppm || null },
  moneyColumn(fields.iit, (row) => row.iit_fen),
  moneyColumn(fields.reversedVat, (row) => row.reversed_vat_fen),
  moneyColumn(fields.credit, (row) => row.credit_fen),
  {
    heading: fields.outdatedFilings,
    width: 30,
    value: (row, language) => row.outdated_kinds.map((kind) => translate(filingKindNames[kind], language)).join(', '),
  },
]

/**
 * Builds the declaration data of a centre's businesses for a period (template T4), with VAT and income tax in one row
 * per business.
 */
export async function dataSheet(ctx: Context, place: FilingPeriod): Promise<ExportList<FilingDataRow>> {
  const rows = await exportRows((size) => filingData(ctx, place, size))
  return {
    filter: { period: place.period },
    name: `${translate(filingSheetNames.data, ctx.language)}_${place.period}`,
    language: ctx.language,
    columns: dataColumns,
    rows,
    hasTotals: false,
  }
}

const nameOrEmpty = (names: Readonly<Record<string, Text>>, key: string | null, language: Context['language']) => {
  const text = key ? names[key] : undefined
  return text ? translate(text, language) : ''
}

const listColumns: readonly ListColumn<store.FilingRow>[] = [
  { heading: fields.period, width: 12, value: (row) => row.period },
  { heading: fields.name, width: 30, value: (row) => row.name },
  { heading: fields.creditCode, width: 24, value: (row) => row.credit_code ?? '' },
  { heading: fields.operator, width: 14, value: (row) => row.operator_name },
  { heading: fields.kind, width: 18, value: (row, language) => translate(filingKindNames[row.kind], language) },
  { heading: fields.basis, width: 16, value: (row, language) => nameOrEmpty(basisNames, row.basis, language) },
  moneyColumn(fields.gross, (row) => row.gross_fen + row.other_fen),
  moneyColumn(fields.exempt, (row) => row.exempt_fen),
  moneyColumn(fields.vat, (row) => row.vat_fen),
  moneyColumn(fields.surcharge, surchargeOf),
  moneyColumn(fields.iit, (row) => row.iit_fen),
  moneyColumn(fields.paid, (row) => row.paid_fen),
  { heading: fields.way, width: 10, value: (row, language) => nameOrEmpty(declarationMethodNames, row.declared_way, language) },
  { heading: fields.state, width: 14, value: (row, language) => translate(filingStateNames[row.state], language) },
  { heading: fields.outdatedOn, width: 14, value: (row) => row.outdated_since && dayOf(row.outdated_since) },
  { heading: fields.level, width: 16, value: (row, language) => nameOrEmpty(filingLevelNames, row.level, language) },
  { heading: fields.dueOn, width: 12, value: (row) => row.due_on },
]

export async function filingList(ctx: Context, filter: store.FilingFilter): Promise<ExportList<store.FilingRow>> {
  const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows)
  return { filter, name: translate(filingSheetNames.list, ctx.language), language: ctx.language, columns: listColumns, rows }
}
