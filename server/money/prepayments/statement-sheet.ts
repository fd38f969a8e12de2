import { statementFields, statementRefusals, statementTaskTexts, statementWords } from '#/api/money/statements.texts.ts'
import { Id } from '#/api/operation.ts'
import type { JobContext } from '#/server/kernel/context.ts'
import { stampOf } from '#/server/kernel/export-stamp.ts'
import { type DataOf, job } from '#/server/kernel/job.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'
import { listSheet } from '#/server/kernel/sheet-file.ts'
import { makeFile, type Step, taskPayload } from '#/server/kernel/task-work.ts'
import { sheetStream, sheetType, type WriteSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { historyColumns, movement } from '#/server/money/prepayments/history.ts'
import { figuresOf } from '#/server/money/prepayments/statements-figures.ts'
import { history } from '#/server/money/prepayments/store-accounts.ts'
import * as store from '#/server/money/prepayments/store-statements.ts'

const portion = 1000
export const statementSheetJob = job('prepayments.statementSheet', taskPayload.extend({ statementId: Id }))
type SheetTask = DataOf<typeof statementSheetJob>

/** Yields the movements of a statement's month, newest first, a page per step. */
async function* movementsOf(step: Step, { unit_id, centre_id, mode, month_text }: store.StatementRow) {
  let after: number | undefined
  for (let done = 0; ; ) {
    const page = { unitId: unit_id, centreId: centre_id, mode, ...store.daysOf(month_text), after, size: portion }
    const { rows, next } = await step(done, (ctx) => history(ctx, page))
    yield* rows.map(movement)
    done += rows.length
    if (next === null) return
    after = next
  }
}

function summary(row: store.StatementRow, language: SheetTask['language']): WriteSheet {
  const figures = figuresOf(row)
  return {
    name: say(statementWords.statement, language),
    columns: [
      { heading: row.no, width: 30 },
      { heading: row.month_text, width: 20, kind: 'money' },
    ],
    rows: (Object.keys(figures) as (keyof typeof figures)[]).map((key) => [say(statementFields[key], language), figures[key]]),
  }
}

/** Writes the workbook of a statement: its figures and every movement of the month. */
export async function makeStatementSheet(work: JobContext, task: SheetTask): Promise<void> {
  const { language, statementId } = task
  await makeFile(work, task, { action: statementSheetJob.name, failed: statementTaskTexts.failed }, async (step) => {
    const { row, stamp } = await step(0, async (ctx) => {
      const found = (await store.find(ctx, statementId)) ?? refuse(statementRefusals, 'statementNotFound')
      return { row: found, stamp: await stampOf(ctx, { filter: { statement: found.no }, rows: found.journal_count }) }
    })
    const name = say(statementTaskTexts.title, language)
    const movements = listSheet({ name, language, columns: historyColumns, rows: movementsOf(step, row) }, stamp)
    const stream = sheetStream({ sheets: [summary(row, language), movements] })
    return { name: `${row.no}.xlsx`, mediaType: sheetType, stream, count: row.journal_count, detail: { statement: row.no } }
  })
}
