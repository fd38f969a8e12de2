import { unitTaskTexts } from '#/api/units.texts.ts'
import type { Language } from '#/domain/text.ts'
import type { Context, JobContext, Jobs, Mode } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import { type WriteRow, writeSheet } from '#/server/kernel/spreadsheet.ts'
import { unitBook, unitLine } from '#/server/units/sheet.ts'
import { byIds, type Filter } from '#/server/units/store.ts'
import { isPosted, setTask, taskState } from '#/server/units/store-around.ts'

const size = 500
const keepDays = 7
const action = 'units.export'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What the job is told: whose task, where that person worked when asking, and which units. */
interface ExportTask {
  readonly taskId: number
  readonly userId: number
  readonly centreId: number | null
  readonly mode: Mode | null
  readonly language: Language
  readonly filter: Filter
  readonly ids: readonly number[]
}

/** The person as of now, at the centre and in the mode chosen when asking; null for whoever lost the post or the page meanwhile. */
async function asAsked(ctx: Context, task: ExportTask): Promise<Context | null> {
  if (!ctx.actor.may('userDwList')) return null
  const { centreId, mode } = task
  if (ctx.scope.centreId === null || centreId === null) return ctx
  if (!(await isPosted(ctx, { userId: task.userId, centreId, mode }))) return null
  return { ...ctx, scope: { ...ctx.scope, centreIds: ctx.scope.centreIds.length > 0 ? [centreId] : [], centreId, mode } }
}

/** Its own scope is kept by the query itself: row-level security knows the first centre of the person alone. */
async function portion(ctx: Context, task: ExportTask, ids: readonly number[]) {
  const person = await asAsked(ctx, task)
  return person === null ? [] : ctx.widen('a list of units keeps its own scope', () => byIds(person, ids))
}

async function collect(job: JobContext, task: ExportTask): Promise<WriteRow[]> {
  const rows: WriteRow[] = []
  for (let from = 0; from < task.ids.length; from += size) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const found = await job.runAs(task.userId, action, async (ctx) => {
      await setTask(ctx, task.taskId, { state: 'running', done_count: from })
      return portion(ctx, task, task.ids.slice(from, from + size))
    })
    rows.push(...found.map((row) => unitLine(row, task.language)))
  }
  return rows
}

/** Makes the workbook of units that somebody asked for. Begun anew after a crash it makes the same file; a finished task stays. */
async function exportUnits(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const task = input as unknown as ExportTask
  if ((await job.runAs(task.userId, action, (ctx) => taskState(ctx, task.taskId))) === 'done') return
  try {
    const rows = await collect(job, task)
    await job.runAs(task.userId, action, async (ctx) => {
      const asked = { ...ctx, scope: { ...ctx.scope, centreId: task.centreId, mode: task.mode } }
      const bytes = await writeSheet(unitBook(asked, task.filter, rows, task.language))
      const { id, sha256 } = await ctx.files.save({ name: `${say(unitTaskTexts.list, task.language)}.xlsx`, mediaType, bytes, purpose: 'export', keepDays })
      await setTask(ctx, task.taskId, { state: 'done', done_count: rows.length, file_id: id })
      ctx.note({ refType: 'file', refId: id, detail: { task: task.taskId, rows: rows.length, sha256, filter: task.filter } })
    })
  } catch (error) {
    if (job.isStopping()) throw error
    job.log.error({ error: String(error), taskId: task.taskId }, 'an export of units failed')
    await job.runAs(task.userId, action, (ctx) => setTask(ctx, task.taskId, { state: 'failed', message: say(unitTaskTexts.failed, task.language) }))
    throw error
  }
}

/** What units do by themselves. */
export const jobs: Jobs = { handlers: { 'units.export': exportUnits } }
