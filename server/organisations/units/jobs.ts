import { unitTaskTexts } from '#/api/organisations/units.texts.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { listFile } from '#/server/kernel/sheet-file.ts'
import { type Asked, inPieces, makeFile } from '#/server/kernel/task-work.ts'
import { unitLine, unitList } from '#/server/organisations/units/sheet.ts'
import { byIds, type Filter } from '#/server/organisations/units/store.ts'

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
    return { ...(await step(ids.length, (ctx) => listFile(ctx, task.taskId, async () => unitList(filter, rows, language)))), detail: { filter } }
  })
}

/** What units do by themselves. */
export const jobs: Jobs = { handlers: { 'units.export': exportUnits } }
