import { buffer } from 'node:stream/consumers'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { writeSheet } from '#/server/kernel/spreadsheet.ts'
import { type ZipEntry, zipStream } from '#/server/kernel/zip.ts'
import { drawReceipt } from '#/server/vouchers/document.ts'
import { headings, sheetRow } from '#/server/vouchers/operations.ts'
import * as store from '#/server/vouchers/store.ts'

const portion = 25
const keepDays = 7

/** Receipts of these ids in the person's own scope, drawn portion by portion; progress is written as it is made. */
async function* entries(job: JobContext, task: { userId: number; taskId: number; ids: readonly number[] }, index: string[][]): AsyncIterable<ZipEntry> {
  for (let from = 0; from < task.ids.length; from += portion) {
    const ids = task.ids.slice(from, from + portion)
    const rows = await job.runAs(task.userId, 'vouchers.zip', (ctx) => store.list(ctx, { ids }, { size: portion, from: 0 }))
    for (const row of rows) {
      index.push(sheetRow({ language: 'zh' }, row))
      yield { name: `${row.batch_no ?? '充值'}/${row.no}_${row.payee_name}.pdf`, bytes: await drawReceipt(row) }
    }
    await job.runAs(task.userId, 'vouchers.zip', (ctx) =>
      store.setTask(ctx, task.taskId, { state: 'running', done_count: Math.min(from + portion, task.ids.length) }),
    )
  }
  const sheet = await writeSheet({ sheets: [{ name: '索引', columns: headings({ language: 'zh' }), rows: index }] })
  yield { name: 'index.xlsx', bytes: sheet }
}

/** Makes the ZIP of receipts that somebody asked for. Begun anew after a crash it makes the same file: nothing is kept half done. */
async function zip(job: JobContext, data: Readonly<Record<string, unknown>>): Promise<void> {
  const task = { userId: Number(data.userId), taskId: Number(data.taskId), ids: data.ids as readonly number[] }
  try {
    const bytes = await buffer(zipStream(entries(job, task, [])))
    await job.runAs(task.userId, 'vouchers.zip', async (ctx) => {
      const { id, sha256 } = await ctx.files.save({
        name: `电子回单_${task.taskId}.zip`,
        mediaType: 'application/zip',
        bytes,
        purpose: 'export',
        unitId: ctx.actor.unitId,
        centreId: ctx.scope.centreId,
        keepDays,
      })
      await store.setTask(ctx, task.taskId, { state: 'done', done_count: task.ids.length, file_id: id })
      ctx.note({ refType: 'task', refId: task.taskId, detail: { receipts: task.ids.length, sha256 } })
    })
  } catch (error) {
    job.log.error({ error: String(error), taskId: task.taskId }, 'a ZIP of receipts failed')
    await job.runAs(task.userId, 'vouchers.zip', (ctx) => store.setTask(ctx, task.taskId, { state: 'failed', message: '生成失败，系统将自动重试' }))
    throw error
  }
}

/** What receipts do by themselves. */
export const jobs: Jobs = { handlers: { 'vouchers.zip': zip } }
