import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { periodRefusals, periodSheetNames } from '#/api/taxation/periods.texts.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, requestTask, type TaskRequester, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { exportList } from '#/server/kernel/rows/export-list.ts'
import { storeExport, streamList } from '#/server/kernel/rows/sheet-file.ts'
import { countLines, lineFilterOf, matchingPayeeIds, readAfter, shownEdition } from '#/server/taxation/periods/reading.ts'
import { lineSheet, lineSheetKinds, type SheetRow, sheetRows, summarySheet } from '#/server/taxation/periods/sheet.ts'
import { sheetOfChanges } from '#/server/taxation/periods/sheet-changes.ts'
import { find, idsInScope, type PeriodRow } from '#/server/taxation/periods/store.ts'

const chunkSize = 500

/** Writes the lines of a period as a workbook: the lines of an edition, or the live lines if `edition` is null. */
export const exportJob = job(
  'periods.export',
  taskPayload.extend({
    declarationId: Id,
    month: z.string(),
    sheet: z.enum(lineSheetKinds),
    edition: z.int().positive().nullable(),
    count: z.int(),
    /** The payees found by the keyword, because the queue never holds numbers of people; null for all payees. */
    payeeIds: z.array(Id).nullable().default(null),
  }),
)
type ExportTask = DataOf<typeof exportJob>

interface ExportRequest {
  readonly sheet: (typeof lineSheetKinds)[number] | 'summary' | 'changes'
  readonly edition?: number | undefined
  readonly keyword?: string | undefined
}

/**
 * Exports a sheet of a period. The sheets with a row per payee have the rows of the list under the same filter. Returns
 * a file, or a task if there are very many rows.
 */
export async function exportPeriod(ctx: Context, row: PeriodRow, { sheet, keyword, ...request }: ExportRequest) {
  const fileOwner = { centreId: row.centre_id }
  const filter = { declarationId: row.id, sheet }
  if (sheet === 'summary') return { fileId: (await storeExport(ctx, filter, () => summarySheet(ctx, row), fileOwner)).fileId, taskId: null }
  if (sheet === 'changes') return { fileId: (await storeExport(ctx, filter, () => sheetOfChanges(ctx, row), fileOwner)).fileId, taskId: null }
  const edition = shownEdition(row, request.edition)
  const payeeIds = keyword ? await matchingPayeeIds(ctx, row, edition, lineFilterOf(ctx, keyword)) : null
  const count = payeeIds?.length ?? (await countLines(ctx, row, edition))
  const sheetLayout = lineSheet(row.month, sheet, ctx.language)
  const rows = (step: TaskStep) => rowsOf({ declarationId: row.id, edition, payeeIds }, step)
  return exportList(ctx, { ...sheetLayout, filter: { ...filter, ...request, keyword }, count, place: fileOwner, rows }, () =>
    requestTask(ctx, exportJob, { title: sheetLayout.name, total: count }, (payload: TaskRequester) => ({
      ...payload,
      declarationId: row.id,
      month: row.month,
      sheet,
      edition,
      count,
      payeeIds,
    })),
  )
}

/** Yields all lines, one page per step, so that at most one page is in memory. */
async function* rowsOf(
  { declarationId, edition, payeeIds }: Pick<ExportTask, 'declarationId' | 'edition' | 'payeeIds'>,
  step: TaskStep,
): AsyncIterable<SheetRow> {
  const periodRow = await step(0, async (ctx) => (await find(ctx, declarationId)) ?? refuse(periodRefusals, 'periodNotFound'))
  let after = 0
  for (let done = 0; ; done += chunkSize) {
    const rows = await step(done, async (ctx) => {
      // Checks the scope again on each page, without computing the period's figures.
      if ((await idsInScope(ctx, [declarationId])).length === 0) refuse(periodRefusals, 'periodNotFound')
      return sheetRows(ctx, await readAfter(ctx, periodRow, edition, { after, most: chunkSize, payeeIds }))
    })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < chunkSize) return
    after = last.operator_id
  }
}

/** Writes the lines of a very large period in a background job. */
export async function exportLines(work: JobContext, task: ExportTask): Promise<void> {
  const { declarationId, month, sheet, edition, count, language } = task
  const failed = periodSheetNames.failed
  await makeTaskFile(work, task, { action: exportJob.name, failed, may: (ctx) => ctx.actor.may('taxListWtdz') }, async (step) => {
    const exportedList = await streamList(step, { ...lineSheet(month, sheet, language), rows: rowsOf(task, step), count })
    return { ...exportedList, detail: { declarationId, sheet, ...(edition !== null && { edition }) } }
  })
}
