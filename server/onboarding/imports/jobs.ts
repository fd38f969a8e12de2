import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { nextImportState } from '#/domain/onboarding/import.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type DataOf, handleJob, job } from '#/server/kernel/jobs/job.ts'
import { cellsOf, importDefinitions, listRefOf, recordImportStep, rowStateOf } from '#/server/onboarding/imports/editing.ts'
import type { CheckedRow, ImportDefinition } from '#/server/onboarding/imports/kinds.ts'
import { readScans } from '#/server/onboarding/imports/reading.ts'
import { readScansJob } from '#/server/onboarding/imports/scans.ts'
import * as store from '#/server/onboarding/imports/store.ts'
import * as stored from '#/server/onboarding/imports/store-rows.ts'
import { type CardCheckRequest, type CardCheckResult, inquireCards, type Verdict } from '#/server/people/identity/public.ts'

const action = 'imports.commit'

export const importJob = job('imports.carryOut', z.object({ importId: Id, userId: Id }))
type ImportTask = DataOf<typeof importJob>

/**
 * Runs work as the user who committed the list, at the list's place. Stops the import when the user has lost the right.
 */
function runAsCommitter<T>(
  job: JobContext,
  task: ImportTask,
  work: (ctx: Context, sheet: store.SheetRow, kind: ImportDefinition) => Promise<T>,
): Promise<T | null> {
  return job.runAs(task.userId, action, (ctx) =>
    ctx.widen('a list being imported', async () => {
      const sheet = await store.findSheet({ ...ctx, scope: { ...ctx.scope, all: true, mode: null } }, task.importId, true)
      if (sheet?.state !== 'running') return null
      const kind: ImportDefinition = importDefinitions[sheet.kind]
      if (!ctx.actor.may(kind.confirms ?? kind.right)) {
        await endImport(ctx, sheet, 'stopped')
        return null
      }
      return work(ctx, sheet, kind)
    }),
  )
}

async function endImport(ctx: Context, sheet: store.SheetRow, how: 'done' | 'refused' | 'stopped'): Promise<void> {
  const state = nextImportState(sheet.state, how === 'done' ? 'settle' : 'reopen')
  if (state === null) return
  await store.changeSheet(ctx, sheet.id, { state, ...(how === 'done' ? { finished_at: ctx.now } : { state_reason: how }) })
  recordImportStep(ctx, sheet, { ended: how, created: sheet.created_count, linked: sheet.linked_count })
}

const toCheckedRows = (rows: readonly stored.UnsealedRow[]): CheckedRow[] => rows.map((row) => ({ seq: row.seq, cells: cellsOf(row) }))

/** Returns the next unfinished rows, up to one transaction's chunk. */
function nextRows(ctx: Context, sheet: store.SheetRow, kind: ImportDefinition): Promise<stored.UnsealedRow[]> {
  return stored.rowsOf(ctx, sheet.id, { states: ['ready', 'warned'], most: kind.chunkSize })
}

/**
 * Returns the questions to the bank about the next rows. Returns null when no rows are left; then the list is complete.
 */
function nextQuestions(job: JobContext, task: ImportTask): Promise<ReadonlyMap<number, CardCheckRequest> | null> {
  return runAsCommitter(job, task, async (ctx, sheet, kind) => {
    const rows = await nextRows(ctx, sheet, kind)
    if (rows.length > 0) return kind.questions(ctx, listRefOf(sheet), toCheckedRows(rows))
    const { states } = await stored.countRows(ctx, sheet.id)
    await endImport(ctx, sheet, (states.get('invalid') ?? 0) > 0 ? 'refused' : 'done')
    return null
  })
}

/**
 * Imports the next rows after checking them again, because data may have changed since the commit. Returns the number
 * of rows.
 */
export async function applyChunk(
  ctx: Context,
  sheet: store.SheetRow,
  kind: ImportDefinition,
  answers: ReadonlyMap<number, Verdict<CardCheckResult>>,
): Promise<number> {
  const place = listRefOf(sheet)
  const rows = await nextRows(ctx, sheet, kind)
  await kind.lockDependencies?.(ctx, place, toCheckedRows(rows))
  const issuesBySeq = await kind.check(ctx, place, toCheckedRows(rows))
  const isImportable = (row: stored.UnsealedRow) => rowStateOf(issuesBySeq.get(row.seq) ?? []) !== 'invalid'
  const outcomes = await kind.importRows(ctx, place, toCheckedRows(rows.filter(isImportable)), answers)
  const finishedRows: Parameters<typeof stored.finishRows>[2][number][] = []
  const refusedRows: Parameters<typeof stored.refuseRows>[2][number][] = []
  for (const row of rows) {
    const outcome = outcomes.get(row.seq)
    if (!isImportable(row)) refusedRows.push({ seq: row.seq, issues: issuesBySeq.get(row.seq) ?? [] })
    else if (outcome && 'issues' in outcome) refusedRows.push({ seq: row.seq, issues: [...(issuesBySeq.get(row.seq) ?? []), ...outcome.issues] })
    else if (outcome) finishedRows.push({ seq: row.seq, result: outcome.result, made_id: outcome.madeId })
  }
  await stored.finishRows(ctx, sheet.id, finishedRows)
  await stored.refuseRows(ctx, sheet.id, refusedRows)
  const count = (result: string) => finishedRows.filter((each) => each.result === result).length
  await store.changeSheet(ctx, sheet.id, {
    done_count: sheet.done_count + finishedRows.length + refusedRows.length,
    created_count: sheet.created_count + count('created') + count('counted'),
    linked_count: sheet.linked_count + count('linked'),
  })
  recordImportStep(ctx, sheet, {
    created: count('created'),
    linked: count('linked'),
    known: count('known'),
    counted: count('counted'),
    refused: refusedRows.length,
  })
  return rows.length
}

function runChunk(job: JobContext, task: ImportTask, answers: ReadonlyMap<number, Verdict<CardCheckResult>>): Promise<number | null> {
  return runAsCommitter(job, task, (ctx, sheet, kind) => applyChunk(ctx, sheet, kind, answers))
}

/**
 * Imports a committed list in chunks: first the questions to the bank, outside transactions, then the rows. Finished
 * rows are marked, so a restart continues after them. Refused rows reopen the list for correction.
 */
async function runChunks(job: JobContext, task: ImportTask): Promise<void> {
  try {
    for (;;) {
      if (job.isStopping()) throw new Error('the server is stopping')
      const questions = await nextQuestions(job, task)
      if (questions === null) return
      const questionEntries = [...questions]
      const cardVerdicts = await inquireCards(
        job,
        questionEntries.map(([seq, question]) => ({ ...question, ref: `import ${task.importId}:${seq}` })),
      )
      const answers = new Map(questionEntries.flatMap(([seq], at) => (cardVerdicts[at] ? [[seq, cardVerdicts[at]] as const] : [])))
      if ((await runChunk(job, task, answers)) === null) return
    }
  } catch (error) {
    if (job.isStopping()) throw error
    job.log.error({ error: String(error), importId: task.importId }, 'an import stopped')
    // Imported rows are not rolled back. A user corrects the others and commits again.
    await job.run(action, async (ctx) => {
      const sheet = await store.findSheet(ctx, task.importId, true)
      if (sheet) await endImport(ctx, sheet, 'stopped')
    })
  }
}

export const jobs: Jobs = { handlers: [handleJob(importJob, runChunks), handleJob(readScansJob, readScans)] }
