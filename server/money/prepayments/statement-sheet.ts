import { statementFields, statementRefusals, statementTaskTexts, statementTexts } from '#/api/money/statements.texts.ts'
import { Id } from '#/api/operation.ts'
import { maxDirectRows } from '#/domain/base/paging.ts'
import type { Language } from '#/domain/base/text.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, requestTask, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { stampOf } from '#/server/kernel/rows/export-stamp.ts'
import { exportKeepDays, listSheet } from '#/server/kernel/rows/sheet-file.ts'
import { type SheetWriteOptions, sheetMediaType, sheetStream, type WriteSheet, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { historyColumns, presentMovement } from '#/server/money/prepayments/history.ts'
import { statementFigures } from '#/server/money/prepayments/statements-figures.ts'
import { accountMovements } from '#/server/money/prepayments/store-accounts.ts'
import * as store from '#/server/money/prepayments/store-statements.ts'

const chunkSize = 1000
export const statementSheetJob = job('prepayments.statementSheet', taskPayload.extend({ statementId: Id }))
type SheetTask = DataOf<typeof statementSheetJob>
type Movement = ReturnType<typeof presentMovement>

/** Yields the movements of a statement's month, newest first, one page at a time. */
async function* movementsOf(step: TaskStep, { unit_id, centre_id, mode, month_text }: store.StatementRow) {
  let cursor: number | undefined
  for (let done = 0; ; ) {
    const page = { unitId: unit_id, centreId: centre_id, mode, ...store.monthBounds(month_text), after: cursor, size: chunkSize }
    const { rows, next } = await step(done, (ctx) => accountMovements(ctx, page))
    yield* rows.map(presentMovement)
    done += rows.length
    if (next === null) return
    cursor = next
  }
}

function summarySheet(row: store.StatementRow, language: SheetTask['language']): WriteSheet {
  const figures = statementFigures(row)
  return {
    name: translate(statementTexts.statement, language),
    columns: [
      { heading: row.no, width: 30 },
      { heading: row.month_text, width: 20, kind: 'money' },
    ],
    rows: (Object.keys(figures) as (keyof typeof figures)[]).map((key) => [translate(statementFields[key], language), figures[key]]),
  }
}

function stampFor(ctx: Context, row: store.StatementRow, language: Language): Promise<string> {
  return stampOf(ctx, { filter: { statement: row.no }, rows: row.journal_count, language })
}

/** Returns the sheets of a statement: its figures and every movement of the month. */
function workbookOf(row: store.StatementRow, language: Language, stamp: string, rows: readonly Movement[] | AsyncIterable<Movement>): SheetWriteOptions {
  const list = { name: translate(statementTaskTexts.title, language), language, columns: historyColumns, rows }
  return { sheets: [summarySheet(row, language), listSheet(list, stamp)] }
}

/** Exports a statement as a file. With many movements in the month, starts a task instead. */
export async function exportStatement(ctx: Context, row: store.StatementRow) {
  const { language } = ctx
  const reference = { refType: 'balance_statement', refId: row.id, unitId: row.unit_id, centreId: row.centre_id } as const
  if (row.journal_count > maxDirectRows) {
    const title = `${translate(statementTaskTexts.title, language)} ${row.no}`
    const taskId = await requestTask(ctx, statementSheetJob, { title, total: row.journal_count }, (requested) => ({ ...requested, statementId: row.id }))
    ctx.note({ ...reference, detail: { no: row.no, task: taskId } })
    return { fileId: null, taskId }
  }
  const directStep: TaskStep = (_done, work) => work(ctx)
  const read = async () => ({ stamp: await stampFor(ctx, row, language), rows: await Array.fromAsync(movementsOf(directStep, row)) })
  const write = ({ stamp, rows }: Awaited<ReturnType<typeof read>>) => writeSheet(workbookOf(row, language, stamp, rows))
  const bytes = await ctx.outside('write a list', ['statement', row.id, row.version], write, read)
  const { id, sha256 } = await ctx.files.save({ name: `${row.no}.xlsx`, mediaType: sheetMediaType, bytes, purpose: 'export', keepDays: exportKeepDays(false) })
  ctx.note({ ...reference, detail: { no: row.no, file: id, sha256 } })
  return { fileId: id, taskId: null }
}

/** Writes the workbook of a statement in a background job. */
export async function makeStatementSheet(work: JobContext, task: SheetTask): Promise<void> {
  const { language, statementId } = task
  await makeTaskFile(work, task, { action: statementSheetJob.name, failed: statementTaskTexts.failed }, async (step) => {
    const { row, stamp } = await step(0, async (ctx) => {
      const statement = (await store.find(ctx, statementId)) ?? refuse(statementRefusals, 'statementNotFound')
      return { row: statement, stamp: await stampFor(ctx, statement, language) }
    })
    const stream = sheetStream(workbookOf(row, language, stamp, movementsOf(step, row)))
    return { name: `${row.no}.xlsx`, mediaType: sheetMediaType, stream, count: row.journal_count, detail: { statement: row.no } }
  })
}
