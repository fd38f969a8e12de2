import { dayStateNames, endingNames, itemKindNames, itemStateNames, reconFields, sourceNames } from '#/api/money/reconciliation.texts.ts'
import { dayOf } from '#/domain/base/period.ts'
import { reconItemNumber } from '#/domain/money/reconciliation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import type { ExportList, ListColumn } from '#/server/kernel/rows/sheet-file.ts'
import { refusalText } from '#/server/money/payouts/public.ts'
import * as store from '#/server/money/reconciliation/store.ts'

const dayColumns: readonly ListColumn<store.DayRow>[] = [
  { heading: reconFields.day, width: 12, value: (row) => row.day },
  { heading: reconFields.channel, width: 20, value: (row, language) => presetName(row.channel_name, language) },
  { heading: reconFields.centre, width: 24, value: (row) => row.centre_name },
  { heading: reconFields.oursCount, kind: 'number', width: 10, value: (row) => row.ours_count },
  { heading: reconFields.ours, kind: 'money', width: 16, value: (row) => row.ours_fen },
  { heading: reconFields.theirsCount, kind: 'number', width: 10, value: (row) => row.theirs_count },
  { heading: reconFields.theirs, kind: 'money', width: 16, value: (row) => row.theirs_fen },
  { heading: reconFields.bankCount, kind: 'number', width: 10, value: (row) => row.bank_count },
  { heading: reconFields.bank, kind: 'money', width: 16, value: (row) => row.bank_fen },
  { heading: reconFields.topups, kind: 'money', width: 16, value: (row) => row.topup_fen },
  { heading: reconFields.registered, kind: 'money', width: 20, value: (row) => row.registered_fen },
  { heading: reconFields.differences, kind: 'number', width: 10, value: (row) => row.open_count },
  { heading: reconFields.difference, kind: 'money', width: 16, value: (row) => row.open_fen },
  { heading: reconFields.longs, kind: 'number', width: 8, value: (row) => row.longs },
  { heading: reconFields.shorts, kind: 'number', width: 8, value: (row) => row.shorts },
  { heading: reconFields.state, width: 12, value: (row, language) => translate(dayStateNames[row.stands], language) },
  { heading: reconFields.missing, width: 26, value: (row, language) => row.missing.map((source) => translate(sourceNames[source], language)).join('; ') },
  { heading: reconFields.refusal, width: 40, value: (row, language) => refusalText(row, language) },
]

const itemColumns: readonly ListColumn<store.ItemRow>[] = [
  { heading: reconFields.no, width: 14, value: (row) => reconItemNumber(row.id) },
  { heading: reconFields.day, width: 12, value: (row) => row.day },
  { heading: reconFields.channel, width: 20, value: (row, language) => presetName(row.channel_name, language) },
  { heading: reconFields.centre, width: 24, value: (row) => row.centre_name },
  { heading: reconFields.side, width: 14, value: (row, language) => translate(sourceNames[row.side], language) },
  { heading: reconFields.kind, width: 12, value: (row, language) => translate(itemKindNames[row.kind], language) },
  { heading: reconFields.key, width: 34, value: (row) => row.key },
  { heading: reconFields.serial, width: 34, value: (row) => row.serial },
  { heading: reconFields.ours, kind: 'money', width: 16, value: (row) => row.ours_fen },
  { heading: reconFields.theirAmount, kind: 'money', width: 16, value: (row) => row.theirs_fen },
  { heading: reconFields.difference, kind: 'money', width: 16, value: (row) => row.ours_fen - row.theirs_fen },
  { heading: reconFields.state, width: 12, value: (row, language) => translate(itemStateNames[row.state], language) },
  { heading: reconFields.ending, width: 18, value: (row, language) => (row.ending ? translate(endingNames[row.ending], language) : '') },
  { heading: reconFields.suspense, kind: 'money', width: 16, value: (row) => row.suspense_fen },
  { heading: reconFields.owner, width: 14, value: (row) => row.owner_name ?? '' },
  { heading: reconFields.dueOn, width: 12, value: (row) => row.due_text ?? '' },
  { heading: reconFields.memo, width: 30, value: (row) => row.memo },
]

export async function daysForExport(ctx: Context, filter: store.DayFilter): Promise<ExportList<store.DayRow>> {
  const rows = await exportRows(async (size) => (await store.listDays(ctx, filter, { page: 1, size })).rows)
  return { name: `对账-${dayOf(ctx.now)}`, language: ctx.language, filter, columns: dayColumns, rows }
}

export async function itemsForExport(ctx: Context, filter: store.ItemFilter): Promise<ExportList<store.ItemRow>> {
  const rows = await exportRows(async (size) => (await store.listItems(ctx, filter, { page: 1, size })).rows)
  return { name: `对账差异-${dayOf(ctx.now)}`, language: ctx.language, filter, columns: itemColumns, rows }
}
