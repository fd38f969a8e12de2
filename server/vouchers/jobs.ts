import { buffer } from 'node:stream/consumers'
import { voucherTaskTexts } from '#/api/vouchers.texts.ts'
import type { Language } from '#/domain/text.ts'
import type { Context, JobContext, Jobs, Mode } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import { type WriteRow, writeSheet } from '#/server/kernel/spreadsheet.ts'
import { type ZipEntry, zipStream } from '#/server/kernel/zip.ts'
import { drawReceipt } from '#/server/vouchers/document.ts'
import { voucherColumns, voucherLine } from '#/server/vouchers/sheet.ts'
import * as store from '#/server/vouchers/store.ts'

const portion = 25
const keepDays = 7
const action = 'vouchers.zip'

/** What the job is told: whose task, where that person worked when asking, and which receipts. */
interface ZipTask {
  readonly taskId: number
  readonly userId: number
  readonly centreId: number | null
  readonly mode: Mode | null
  readonly language: Language
  readonly ids: readonly number[]
}

/**
 * Receipts as the person may see them now, at the centre and in the mode chosen when asking: a job knows no headers, so the kernel gives centre staff their
 * first centre. Whoever lost that post meanwhile gets nothing.
 */
async function seen(ctx: Context, task: ZipTask, ids: readonly number[]): Promise<store.VoucherRow[]> {
  const page = { size: ids.length, from: 0 }
  const { centreId, mode } = task
  const isElsewhere = centreId !== null && mode !== null && (ctx.scope.centreId !== centreId || ctx.scope.mode !== mode)
  if (ctx.scope.centreId === null || !isElsewhere) return store.list(ctx, { ids }, page)
  if (!(await store.isPosted(ctx, { centreId, mode }))) return []
  const scope = { ...ctx.scope, centreIds: ctx.scope.centreIds.length > 0 ? [centreId] : [], centreId, mode }
  return ctx.widen('receipts of the chosen centre', () => store.list({ ...ctx, scope }, { ids }, page))
}

/** The receipts one by one, then the list of them; progress is written portion by portion as it is made. */
async function* entries(job: JobContext, task: ZipTask): AsyncIterable<ZipEntry> {
  const index: WriteRow[] = []
  for (let from = 0; from < task.ids.length; from += portion) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const rows = await job.runAs(task.userId, action, async (ctx) => {
      await store.setTask(ctx, task.taskId, { state: 'running', done_count: from })
      return seen(ctx, task, task.ids.slice(from, from + portion))
    })
    for (const row of rows) {
      index.push(voucherLine(row, task.language))
      const folder = row.batch_no ?? say(voucherTaskTexts.topups, task.language)
      yield { name: `${folder}/${row.no}_${row.payee_name}.pdf`, bytes: await drawReceipt(row) }
    }
  }
  const sheet = { name: say(voucherTaskTexts.index, task.language), columns: voucherColumns(task.language), rows: index }
  yield { name: 'index.xlsx', bytes: await writeSheet({ sheets: [sheet] }) }
}

/** Makes the ZIP of receipts that somebody asked for. Begun anew after a crash it makes the same file: nothing is kept half done, and a finished task stays. */
async function zip(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const task = input as unknown as ZipTask
  if ((await job.runAs(task.userId, action, (ctx) => store.taskState(ctx, task.taskId))) === 'done') return
  try {
    const bytes = await buffer(zipStream(entries(job, task)))
    await job.runAs(task.userId, action, async (ctx) => {
      const name = `${say(voucherTaskTexts.list, task.language)}_${task.taskId}.zip`
      const { id, sha256 } = await ctx.files.save({ name, mediaType: 'application/zip', bytes, purpose: 'export', keepDays })
      await store.setTask(ctx, task.taskId, { state: 'done', done_count: task.ids.length, file_id: id })
      ctx.note({ refType: 'task', refId: task.taskId, detail: { receipts: task.ids.length, bytes: bytes.byteLength, sha256 } })
    })
  } catch (error) {
    if (job.isStopping()) throw error
    job.log.error({ error: String(error), taskId: task.taskId }, 'a ZIP of receipts failed')
    const message = say(voucherTaskTexts.failed, task.language)
    await job.runAs(task.userId, action, (ctx) => store.setTask(ctx, task.taskId, { state: 'failed', message }))
    throw error
  }
}

/** What receipts do by themselves. */
export const jobs: Jobs = { handlers: { 'vouchers.zip': zip } }
