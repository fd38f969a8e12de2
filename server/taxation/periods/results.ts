import type { Upload } from '#/api/operation.ts'
import { periodRefusals, periodStateNames } from '#/api/taxation/periods.texts.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { storeUpload } from '#/server/kernel/rows/sheet-file.ts'
import { type ResultRow, readResult } from '#/server/taxation/forms/public.ts'
import * as periods from '#/server/taxation/periods/store.ts'
import * as store from '#/server/taxation/periods/store-results.ts'

/** The column of the tax due now in the withholding return. */
const taxField = 'dueNow'
const statesWithResults: readonly periods.PeriodRow['state'][] = ['confirmed', 'correcting', 'declared']

/** Parses the month in a cell (2026-09-01, 2026年9月, 202609); returns null if there is none. */
export function parseMonth(text: string): string | null {
  const match = /(20\d{2})\D?(1[0-2]|0?[1-9])(?!\d{3})/.exec(text)
  return match ? `${match[1]}-${(match[2] ?? '').padStart(2, '0')}` : null
}

type PlatformResults = ReadonlyMap<string, store.PlatformResult>

/** Lists every difference between a result and our lines, even of one fen. */
function compareResults(ctx: Context, month: string, rows: readonly ResultRow[], ours: PlatformResults): store.NewResultItem[] {
  const seen = new Set<string>()
  const nameOf = (person: store.PlatformResult) =>
    `${person.name} ${person.id_number_sealed === '' ? '' : maskIdNumber(ctx.vault.open('id_number', person.id_number_sealed))}`.trim()
  const items = rows.flatMap((row): store.NewResultItem[] => {
    const index = ctx.vault.index('id_number', row.person)
    const person = ours.get(index)
    const officeAmount = row.amounts[taxField] ?? null
    const resultItem = (kind: store.NewResultItem['kind']): store.NewResultItem[] => [
      {
        kind,
        sheet_line: row.line,
        operator_id: person?.operator_id ?? null,
        person: person ? nameOf(person) : `${row.texts.name ?? ''} ${maskIdNumber(row.person)}`.trim(),
        ours_fen: person?.withheld_fen ?? null,
        theirs_fen: officeAmount,
      },
    ]
    const rowMonth = parseMonth(row.texts.periodFrom ?? '')
    if (rowMonth !== null && rowMonth !== month) return resultItem('period')
    if (!person) return resultItem('stranger')
    if (seen.has(index)) return resultItem('twice')
    seen.add(index)
    if (officeAmount === null) return resultItem('unreadable')
    return officeAmount === person.withheld_fen ? [] : resultItem('amount')
  })
  const peopleNotListed = [...ours].filter(([index]) => !seen.has(index))
  return [
    ...items,
    ...peopleNotListed.map(([, resultsOfPlatform]) => ({
      kind: 'absent' as const,
      sheet_line: null,
      operator_id: resultsOfPlatform.operator_id,
      person: nameOf(resultsOfPlatform),
      ours_fen: resultsOfPlatform.withheld_fen,
      theirs_fen: null,
    })),
  ]
}

/** Imports the tax office's result and compares it with the lines of the edition. Stores the file. */
export async function importResult(ctx: Context, row: periods.PeriodRow, file: Upload): Promise<{ rows: number; differences: number }> {
  if (!statesWithResults.includes(row.state))
    refuse(periodRefusals, 'resultState', { month: row.month, state: translate(periodStateNames[row.state], ctx.language) })
  const rows = await readResult(ctx, 'iit_report', file, [taxField])
  if (rows.length === 0) refuse(periodRefusals, 'resultEmpty')
  const resultsOfPlatform = await ctx.widen('lines of a declaration', () => store.platformResults(ctx, row))
  const items = compareResults(ctx, row.month, rows, new Map(resultsOfPlatform.map((each) => [each.id_number_index, each])))
  const { id: fileId, sha256 } = await storeUpload(ctx, file, { purpose: 'tax_result', centreId: row.centre_id })
  await store.insertResult(ctx, row, { fileId, sha256, rows: rows.length }, items)
  await periods.addStep(ctx, row, { kind: 'compared', reason: `${rows.length} / ${items.length}` }, ctx.actor.userId)
  await periods.update(ctx, row.id, {})
  ctx.note({
    refType: 'tax_declaration',
    refId: row.id,
    centreId: row.centre_id,
    detail: { month: row.month, step: 'compared', rows: rows.length, differences: items.length, sha256 },
  })
  return { rows: rows.length, differences: items.length }
}

/** Refuses while a difference of the latest result is unexplained. */
export async function expectExplained(ctx: Context, row: periods.PeriodRow): Promise<void> {
  const result = await store.newestResult(ctx, row)
  if (result && result.open > 0) refuse(periodRefusals, 'resultsOpen', { count: result.open })
}

export async function listResults(ctx: Context, row: periods.PeriodRow, turn: { page: number; size: number }) {
  const result = await store.newestResult(ctx, row)
  if (!result) return { result: null, rows: [], count: 0 }
  const { at, by_name, file_id, sha256, row_count, difference_count, open } = result
  const items = await store.resultItemsOf(ctx, result.id, turn)
  return {
    result: { at: at.toISOString(), byName: by_name, fileId: file_id, sha256, rows: row_count, differences: difference_count, open },
    rows: items.map((item) => ({
      id: item.id,
      kind: item.kind,
      line: item.sheet_line,
      person: item.person,
      ours: item.ours_fen === null ? null : fen(item.ours_fen),
      theirs: item.theirs_fen === null ? null : fen(item.theirs_fen),
      reason: item.reason,
      byName: item.by_name ?? '',
    })),
    count: difference_count,
  }
}

/** Records the explanation of a difference in the latest result. Returns the number of unexplained ones. */
export async function explainItem(ctx: Context, row: periods.PeriodRow, itemId: number, reason: string): Promise<number> {
  const result = (await store.newestResult(ctx, row)) ?? refuse(periodRefusals, 'itemNotFound')
  if (!(await store.explainItem(ctx, result.id, itemId, reason))) refuse(periodRefusals, 'itemNotFound')
  ctx.note({ refType: 'tax_declaration', refId: row.id, centreId: row.centre_id, detail: { month: row.month, step: 'explained', itemId, reason } })
  return result.open - 1
}
