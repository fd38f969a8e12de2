import { userTaskTexts } from '#/api/users.texts.ts'
import type { Language } from '#/domain/text.ts'
import type { Context, JobContext, Jobs, Mode } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import { type WriteRow, writeSheet } from '#/server/kernel/spreadsheet.ts'
import { userBook, userLine } from '#/server/users/sheet.ts'
import { mayManage } from '#/server/users/standing.ts'
import * as store from '#/server/users/store.ts'
import { centres, isPosted } from '#/server/users/store-lookups.ts'
import { setTask, taskState } from '#/server/users/store-tasks.ts'

const size = 1000
const keepDays = 7
const action = 'users.export'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What the job is told: whose task, where that person worked when asking, and which accounts. */
export interface ExportTask {
  readonly taskId: number
  readonly userId: number
  readonly centreId: number | null
  readonly mode: Mode | null
  readonly language: Language
  /** What was asked for, for the first line. */
  readonly filter: store.Filter
  readonly ids: readonly number[]
}

/**
 * The person as of now, at the centre chosen when asking: a job knows no headers, so the kernel gives centre staff their first centre. Whoever lost the post
 * or the page meanwhile gets nothing.
 */
async function asAsked(ctx: Context, task: ExportTask): Promise<Context | null> {
  if (!mayManage(ctx)) return null
  const { centreId, mode } = task
  if (ctx.scope.centreId === null || ctx.scope.centreId === centreId) return ctx
  if (centreId === null || !(await isPosted(ctx, { userId: task.userId, centreId, mode }))) return null
  return { ...ctx, scope: { ...ctx.scope, centreIds: ctx.scope.centreIds.length > 0 ? [centreId] : [], centreId, mode } }
}

async function portion(ctx: Context, task: ExportTask, ids: readonly number[]): Promise<store.ExportRow[]> {
  const person = await asAsked(ctx, task)
  if (person === null) return []
  return ctx.widen('a list of accounts keeps its own scope', async () => {
    const rows = await store.portion(person, ids)
    if (person.actor.usertype !== 4) return rows
    const own = new Set((await centres(person)).map((centre) => centre.id))
    return rows.map((row) => ({ ...row, area: row.area.filter((centre) => own.has(centre.id)) }))
  })
}

/** All the accounts, portion by portion; progress is written as they come. */
async function collect(job: JobContext, task: ExportTask): Promise<WriteRow[]> {
  const rows: WriteRow[] = []
  for (let from = 0; from < task.ids.length; from += size) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const found = await job.runAs(task.userId, action, async (ctx) => {
      await setTask(ctx, task.taskId, { state: 'running', done_count: from })
      return portion(ctx, task, task.ids.slice(from, from + size))
    })
    rows.push(...found.map((row) => userLine(row, task.language)))
  }
  return rows
}

/** Makes the workbook of accounts that somebody asked for. Begun anew after a crash it makes the same file; a finished task stays. */
async function exportUsers(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const task = input as unknown as ExportTask
  if ((await job.runAs(task.userId, action, (ctx) => taskState(ctx, task.taskId))) === 'done') return
  try {
    const rows = await collect(job, task)
    await job.runAs(task.userId, action, async (ctx) => {
      const asked = { ...ctx, scope: { ...ctx.scope, centreId: task.centreId } }
      const bytes = await writeSheet(userBook(asked, task.filter, rows, task.language))
      const { id, sha256 } = await ctx.files.save({ name: `${say(userTaskTexts.list, task.language)}.xlsx`, mediaType, bytes, purpose: 'export', keepDays })
      await setTask(ctx, task.taskId, { state: 'done', done_count: rows.length, file_id: id })
      ctx.note({ refType: 'file', refId: id, detail: { task: task.taskId, rows: rows.length, sha256, filter: task.filter } })
    })
  } catch (error) {
    if (job.isStopping()) throw error
    job.log.error({ error: String(error), taskId: task.taskId }, 'an export of accounts failed')
    await job.runAs(task.userId, action, (ctx) => setTask(ctx, task.taskId, { state: 'failed', message: say(userTaskTexts.failed, task.language) }))
    throw error
  }
}

/** What accounts do by themselves. */
export const jobs: Jobs = { handlers: { 'users.export': exportUsers } }
