import { changeFields } from '#/api/taxation/period-corrections.texts.ts'
import { periodFields as fields, periodSheetNames } from '#/api/taxation/periods.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import { changesOf } from '#/server/taxation/periods/correcting.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'

const maxRows = 100_000

type Row = Awaited<ReturnType<typeof changesOf>>['rows'][number]
type Figure = keyof Row['before']

const joinTexts = (a: Text, b: Text): Text => ({ zh: `${a.zh}（${b.zh}）`, en: `${a.en} (${b.en})`, es: `${a.es} (${b.es})`, ja: `${a.ja}（${b.ja}）` })

const columnPair = (key: Figure): ListColumn<Row>[] => [
  { heading: joinTexts(fields[key], changeFields.before), kind: 'money', width: 18, value: (row) => row.before[key] },
  { heading: joinTexts(fields[key], changeFields.after), kind: 'money', width: 18, value: (row) => row.after[key] },
]

/** Builds the sheet of a month's correction, one row per changed line. */
export async function sheetOfChanges(ctx: Context, row: PeriodRow): Promise<ExportList<Row>> {
  const rows = await exportRows(async (size) => (await changesOf(ctx, row, size)).rows, maxRows)
  return {
    filter: { month: row.month, sheet: 'changes' },
    name: `${translate(periodSheetNames.changes, ctx.language)}_${row.month}`,
    language: ctx.language,
    columns: [
      { heading: fields.month, width: 12, value: (each) => each.month },
      { heading: fields.name, width: 16, value: (each) => each.name },
      { heading: fields.idNumber, width: 24, value: (each) => each.idNumber },
      ...columnPair('gross'),
      ...columnPair('vat'),
      ...columnPair('surcharge'),
      ...columnPair('iit'),
      ...columnPair('cumIncome'),
      ...columnPair('due'),
    ],
    rows,
  }
}
