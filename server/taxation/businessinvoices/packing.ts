import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { businessListNames } from '#/api/taxation/businessinvoices.texts.ts'
import { invoiceRefusals } from '#/api/taxation/invoice-refusals.texts.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, requestTask, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { createUniqueNamer, type ZipEntry, zipStream } from '#/server/lib/zip.ts'
import * as store from '#/server/taxation/businessinvoices/store.ts'

export const packJob = job('businessinvoices.packMonth', taskPayload.extend({ unitId: Id, month: z.string() }))

const chunkSize = 20

/** Starts a task that packs the files of a unit's month. */
export async function startPacking(ctx: Context, { unitId, month }: { unitId: number; month: string }): Promise<{ taskId: number; count: number }> {
  const files = await store.filesToPack(ctx, unitId, month)
  const [first] = files
  if (!first) return refuse(invoiceRefusals, 'noFiles')
  const title = translate(businessListNames.pack, ctx.language, { unit: first.title_name, month })
  const taskId = await requestTask(ctx, packJob, { title, total: files.length }, (requested) => ({ ...requested, unitId, month }))
  ctx.note({ refType: 'unit', refId: unitId, unitId, detail: { month, files: files.length, taskId } })
  return { taskId, count: files.length }
}

const headings = ['开票方', '信用代码', '抬头', '发票号码', '开票日期', '不含税金额', '税额', '价税合计'] as const

/** Builds the list in the ZIP, one row per invoice. Business documents are always Chinese. */
function invoiceListFile(files: readonly store.PackRow[]): Promise<Uint8Array> {
  const invoiceRows = [...new Map(files.map((file) => [file.paper_no, file])).values()]
  const rows = invoiceRows.map((row) => [row.seller_name, row.seller_no, row.title_name, row.paper_no, row.day, row.price_fen, row.tax_fen, row.total_fen])
  const columns = headings.map((heading, at) => ({ heading, width: 24, ...(at > 4 && { kind: 'money' as const }) }))
  return writeSheet({ sheets: [{ name: '发票清单', columns, rows }] })
}

/**
 * Yields the files one by one, so that at most one is in memory. Each part checks the requester's access again and
 * reports progress.
 */
async function* zipEntries(step: TaskStep, files: readonly store.PackRow[], read: (id: string) => Promise<Uint8Array>): AsyncIterable<ZipEntry> {
  const nameOf = createUniqueNamer()
  yield { name: nameOf('发票清单.xlsx'), bytes: await invoiceListFile(files) }
  for (const [at, file] of files.entries()) {
    if (at % chunkSize === 0) await step(at, async () => undefined)
    const folder = file.is_red ? '红字/' : ''
    yield { name: nameOf(`${folder}${file.seller_name}_${file.paper_no}.${file.kind}`), bytes: await read(file.file_id) }
  }
}

export async function packMonth(work: JobContext, task: DataOf<typeof packJob>): Promise<void> {
  const isPermitted = ({ actor }: Context) => actor.may('fpListGth')
  await makeTaskFile(work, task, { action: packJob.name, failed: businessListNames.packFailed, may: isPermitted }, async (step) => {
    const files = await step(0, (ctx) => store.filesToPack(ctx, task.unitId, task.month))
    return {
      name: `个体户发票_${files[0]?.title_name ?? ''}_${task.month}.zip`,
      mediaType: 'application/zip',
      stream: zipStream(zipEntries(step, files, (id) => Promise.resolve(work.store.read(id)))),
      count: files.length,
      detail: { unitId: task.unitId, month: task.month },
    }
  })
}
