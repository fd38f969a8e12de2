import { userTaskTexts } from '#/api/users.texts.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import { sheetType, writeSheet } from '#/server/kernel/spreadsheet.ts'
import { type Asked, inPieces, makeFile } from '#/server/kernel/task-work.ts'
import { userBook, userLine } from '#/server/users/sheet.ts'
import { mayManage } from '#/server/users/standing.ts'
import * as store from '#/server/users/store.ts'
import { centres } from '#/server/users/store-lookups.ts'

const portion = 1000

interface ExportTask extends Asked {
  /** What was asked for, for the first line. */
  readonly filter: store.Filter
  readonly ids: readonly number[]
}

async function read(ctx: Context, ids: readonly number[]): Promise<store.ExportRow[]> {
  return ctx.widen('a list of accounts keeps its own scope', async () => {
    const rows = await store.portion(ctx, ids)
    if (ctx.actor.usertype !== 4) return rows
    const own = new Set((await centres(ctx)).map((centre) => centre.id))
    return rows.map((row) => ({ ...row, area: row.area.filter((centre) => own.has(centre.id)) }))
  })
}

/** Makes the workbook of accounts that somebody asked for. */
async function exportUsers(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const task = input as unknown as ExportTask
  const { language, filter, ids } = task
  await makeFile(job, task, { action: 'users.export', failed: userTaskTexts.failed, may: mayManage }, async (step) => {
    const found = await Array.fromAsync(inPieces(ids, portion, step, read))
    const rows = found.map((row) => userLine(row, language))
    const bytes = await step(ids.length, (ctx) => writeSheet(userBook(ctx, filter, rows, language)))
    return { name: `${say(userTaskTexts.list, language)}.xlsx`, mediaType: sheetType, bytes, count: rows.length, detail: { filter } }
  })
}

/** What accounts do by themselves. */
export const jobs: Jobs = { handlers: { 'users.export': exportUsers } }
