import type { IncomeCell } from '#/domain/onboarding/import-cells.ts'
import type { Context } from '#/server/kernel/context.ts'
import { sheetMediaType, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { incomeKind } from '#/server/onboarding/imports/income-kind.ts'
import { applyChunk } from '#/server/onboarding/imports/jobs.ts'
import * as store from '#/server/onboarding/imports/store.ts'
import { uploadList } from '#/server/onboarding/imports/uploading.ts'

/**
 * Imports earlier income of a few people into a centre, with the same steps as an uploaded list: the caller prepares, another person
 * confirms. Returns the number of imported rows.
 */
export async function importIncome(
  ctx: Context,
  list: {
    readonly centreId: number
    readonly fileName: string
    readonly confirmedBy: number
    readonly rows: readonly Readonly<Partial<Record<IncomeCell, string>>>[]
  },
): Promise<number> {
  const { columns, sheetName: name, template } = incomeKind
  const rows = list.rows.map((row) => columns.map(({ cell }) => row[cell as IncomeCell] ?? ''))
  const bytes = await writeSheet({
    sheets: [{ name, columns: columns.map(({ heading, required = false }) => ({ heading, required, kind: 'text' as const })), rows }],
    template,
  })
  const file = { filename: list.fileName, mediaType: sheetMediaType, bytes }
  const { importId } = await uploadList(ctx, { kind: 'income', centreId: list.centreId, file, allowSameFile: true })
  await store.changeSheet(ctx, importId, { state: 'prepared', prepared_by: ctx.actor.userId, prepared_at: ctx.now })
  await store.changeSheet(ctx, importId, { state: 'running', total_count: rows.length, committed_by: list.confirmedBy, committed_at: ctx.now })
  const sheet = await store.findSheet(ctx, importId, true)
  if (sheet) await applyChunk(ctx, sheet, incomeKind, new Map())
  await store.changeSheet(ctx, importId, { state: 'done', finished_at: ctx.now })
  return (await store.findSheet(ctx, importId))?.created_count ?? 0
}
