import { z } from 'zod'
import { voucherKinds, voucherTaskTexts } from '#/api/money/vouchers.texts.ts'
import { Id } from '#/api/operation.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { type DataOf, handleJob, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, readInChunks, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { listSheet } from '#/server/kernel/rows/sheet-file.ts'
import { sheetStream } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { type ZipEntry, zipStream } from '#/server/lib/zip.ts'
import { drawReceipt } from '#/server/money/vouchers/document.ts'
import { voucherColumns } from '#/server/money/vouchers/sheet.ts'
import * as store from '#/server/money/vouchers/store.ts'

const chunkSize = 25

export const zipJob = job('vouchers.zip', taskPayload.extend({ ids: z.array(Id) }))
type ZipTask = DataOf<typeof zipJob>

/** Yields the receipts one by one, then their list. */
async function* zipEntries(task: ZipTask, step: TaskStep, read: (fileId: string) => Promise<Uint8Array>): AsyncIterable<ZipEntry> {
  const index: store.VoucherRow[] = []
  for await (const row of readInChunks(task.ids, chunkSize, step, (ctx, ids) => store.listNewest(ctx, { ids }, ids.length))) {
    index.push(row)
    const folder = row.batch_no ?? translate(voucherKinds[row.kind], task.language)
    yield {
      name: `${folder}/${row.no}_${row.payee_name}.pdf`,
      bytes: (row.is_from_channel || row.is_uploaded) && row.file_id !== null ? await read(row.file_id) : await drawReceipt(row),
    }
  }
  const { language } = task
  const sheet = listSheet({ name: translate(voucherTaskTexts.index, language), language, columns: voucherColumns, rows: index })
  yield { name: 'index.xlsx', bytes: sheetStream({ sheets: [sheet] }) }
}

async function makeVoucherZip(job: JobContext, task: ZipTask): Promise<void> {
  const name = `${translate(voucherTaskTexts.list, task.language)}_${task.taskId}.zip`
  await makeTaskFile(job, task, { action: 'vouchers.zip', failed: voucherTaskTexts.failed }, async (step) => ({
    name,
    mediaType: 'application/zip',
    stream: zipStream(zipEntries(task, step, job.store.read)),
    count: task.ids.length,
  }))
}

export const jobs: Jobs = { handlers: [handleJob(zipJob, makeVoucherZip)] }
