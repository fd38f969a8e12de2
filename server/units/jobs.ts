import { unitTaskTexts } from '#/api/units.texts.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import { sheetType, writeSheet } from '#/server/kernel/spreadsheet.ts'
import { type Asked, inPieces, makeFile } from '#/server/kernel/task-work.ts'
import { unitBook, unitLine } from '#/server/units/sheet.ts'
import { byIds, type Filter } from '#/server/units/store.ts'

const portion = 500

interface ExportTask extends Asked {
  readonly filter: Filter
  readonly ids: readonly number[]
}

/** Makes the workbook of units that somebody asked for. */
async function exportUnits(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const task = input as unknown as ExportTask
  const { language, filter, ids } = task
  await makeFile(job, task, { action: 'units.export', failed: unitTaskTexts.failed, may: (ctx) => ctx.actor.may('userDwList') }, async (step) => {
    const found = await Array.fromAsync(inPieces(ids, portion, step, byIds))
    const rows = found.map((row) => unitLine(row, language))
    const bytes = await step(ids.length, (ctx) => writeSheet(unitBook(ctx, filter, rows, language)))
    return { name: `${say(unitTaskTexts.list, language)}.xlsx`, mediaType: sheetType, bytes, count: rows.length, detail: { filter } }
  })
}

/** What units do by themselves. */
export const jobs: Jobs = { handlers: { 'units.export': exportUnits } }
