import { importFields, importRefusals } from '#/api/onboarding/imports.texts.ts'
import { reportFields, reportParts } from '#/api/onboarding/income.texts.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { type ListColumn, storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { dropEarlierMonths } from '#/server/money/tax/public.ts'
import type { SheetRow } from '#/server/onboarding/imports/store.ts'
import * as income from '#/server/onboarding/imports/store-income.ts'

type ReportPartName = keyof typeof reportParts

interface ReportPart {
  readonly part: ReportPartName
  readonly rows: number
  readonly people: number | null
  readonly months: number | null
  readonly gross: Fen
  readonly vat: Fen
  readonly surcharges: Fen
  readonly withheld: Fen
}

const amountNames = ['gross', 'vat', 'surcharges', 'withheld'] as const

function reportPartOf(part: ReportPartName, row: income.IncomePartRow | income.FileSums | undefined): ReportPart {
  const figure = (name: (typeof amountNames)[number]) => fen(row?.[name] ?? 0)
  const rowWithPeople = row && 'people' in row ? row : null
  return {
    part,
    rows: row?.rows ?? 0,
    people: rowWithPeople?.people ?? null,
    months: rowWithPeople?.months ?? null,
    gross: figure('gross'),
    vat: figure('vat'),
    surcharges: figure('surcharges'),
    withheld: figure('withheld'),
  }
}

const equalsSum = (whole: ReportPart, parts: readonly ReportPart[]) =>
  (['rows', ...amountNames] as const).every((name) => whole[name] === parts.reduce((sum, each) => sum + each[name], 0))

/**
 * Returns the totals of an income list. The file plus corrections equals the list; so do imported, refused and excluded
 * rows together.
 */
export async function loadIncomeReport(ctx: Context, sheet: SheetRow): Promise<{ parts: ReportPart[]; unread: number; addsUp: boolean }> {
  if (sheet.kind !== 'income') refuse(importRefusals, 'notIncome')
  const parts = await income.sumParts(ctx, sheet.id)
  const partNamed = (name: string) => parts.find((row) => row.part === name)
  const uploadedSums = await income.fileSums(ctx, sheet.id)
  const list = reportPartOf('list', partNamed('list'))
  const file = reportPartOf('file', uploadedSums)
  const correctedPart: ReportPart = {
    part: 'corrected',
    rows: list.rows - file.rows,
    people: null,
    months: null,
    gross: fen(list.gross - file.gross),
    vat: fen(list.vat - file.vat),
    surcharges: fen(list.surcharges - file.surcharges),
    withheld: fen(list.withheld - file.withheld),
  }
  const outcomeParts = (['taken', 'refused', 'excluded'] as const).map((name) => reportPartOf(name, partNamed(name) ?? { ...income.noFigures, part: name }))
  return {
    parts: [file, correctedPart, list, ...outcomeParts],
    unread: partNamed('list')?.unread ?? 0,
    addsUp: equalsSum(list, outcomeParts) && equalsSum(list, [file, correctedPart]),
  }
}

const columns: readonly ListColumn<ReportPart>[] = [
  { heading: reportFields.part, width: 24, value: (row, language) => translate(reportParts[row.part], language) },
  { heading: reportFields.rows, kind: 'number', value: (row) => row.rows },
  { heading: reportFields.people, kind: 'number', value: (row) => row.people ?? '' },
  { heading: reportFields.months, kind: 'number', value: (row) => row.months ?? '' },
  { heading: importFields.gross, kind: 'money', width: 18, value: (row) => row.gross },
  { heading: importFields.vat, kind: 'money', width: 18, value: (row) => row.vat },
  { heading: reportFields.surcharges, kind: 'money', width: 18, value: (row) => row.surcharges },
  { heading: importFields.withheld, kind: 'money', width: 18, value: (row) => row.withheld },
]

/** Exports the report as a workbook. */
export async function exportIncomeReport(ctx: Context, sheet: SheetRow): Promise<{ fileId: string }> {
  const readRows = async () => {
    const { parts } = await loadIncomeReport(ctx, sheet)
    const { language } = ctx
    return { name: translate(reportFields.name, language), language, columns, rows: parts, hasTotals: false, filter: { importId: sheet.id } }
  }
  const place = sheet.centre_id === null ? {} : { centreId: sheet.centre_id }
  const { fileId } = await storeExport(ctx, { importId: sheet.id, version: sheet.version }, readRows, place)
  return { fileId }
}

/**
 * Removes all imported months of a list or none. Returns how many. Refuses when a month is closed or has later
 * payments.
 */
export async function undoEarlierMonths(ctx: Context, sheet: SheetRow): Promise<number> {
  const dropResult = await dropEarlierMonths(ctx, sheet.id)
  if (typeof dropResult === 'number') return dropResult
  if (dropResult.kind === 'closed') refuse(importRefusals, 'incomeClosed', { months: dropResult.months })
  refuse(importRefusals, 'incomePaid', { name: dropResult.name, month: dropResult.month, batch: dropResult.batchNo, more: dropResult.count - 1 })
}
