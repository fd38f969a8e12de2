import { buffer } from 'node:stream/consumers'
import { voucherTaskTexts } from '#/api/money/vouchers.texts.ts'
import type { JobContext, Jobs } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import { type Asked, inPieces, makeFile, type Step } from '#/server/kernel/task-work.ts'
import { type WriteRow, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { type ZipEntry, zipStream } from '#/server/lib/zip.ts'
import { drawReceipt } from '#/server/money/vouchers/document.ts'
import { voucherColumns, voucherLine } from '#/server/money/vouchers/sheet.ts'
import * as store from '#/server/money/vouchers/store.ts'

const portion = 25

interface ZipTask extends Asked {
  readonly ids: readonly number[]
}

/** The receipts one by one, then the list of them. */
async function* entries(task: ZipTask, step: Step): AsyncIterable<ZipEntry> {
  const index: WriteRow[] = []
  for await (const row of inPieces(task.ids, portion, step, (ctx, ids) => store.first(ctx, { ids }, ids.length))) {
    index.push(voucherLine(row, task.language))
    const folder = row.batch_no ?? say(voucherTaskTexts.topups, task.language)
    yield { name: `${folder}/${row.no}_${row.payee_name}.pdf`, bytes: await drawReceipt(row) }
  }
  const sheet = { name: say(voucherTaskTexts.index, task.language), columns: voucherColumns(task.language), rows: index }
  yield { name: 'index.xlsx', bytes: await writeSheet({ sheets: [sheet] }) }
}

/** Makes the ZIP of receipts that somebody asked for. */
async function zip(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const task = input as unknown as ZipTask
  const name = `${say(voucherTaskTexts.list, task.language)}_${task.taskId}.zip`
  await makeFile(job, task, { action: 'vouchers.zip', failed: voucherTaskTexts.failed }, async (step) => ({
    name,
    mediaType: 'application/zip',
    bytes: await buffer(zipStream(entries(task, step))),
    count: task.ids.length,
  }))
}

/** What receipts do by themselves. */
export const jobs: Jobs = { handlers: { 'vouchers.zip': zip } }
