import { z } from 'zod'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { contractFields, contractKindNames, contractTaskTexts, effectNames, partyNames, signStateNames, sourceNames } from '#/api/agreements/contracts.texts.ts'
import { Id } from '#/api/operation.ts'
import { parties } from '#/domain/agreements/contract.ts'
import { formatYuan } from '#/domain/base/money.ts'
import type { Language } from '#/domain/base/text.ts'
import { presentContract } from '#/server/agreements/contracts/presentation.ts'
import * as store from '#/server/agreements/contracts/store.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, readInChunks, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { type ExportList, exportListFile, type ListColumn, storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { type ZipEntry, zipStream } from '#/server/lib/zip.ts'

const chunkSize = 25
type PresentedContract = ReturnType<typeof presentContract>

const columns: readonly ListColumn<PresentedContract>[] = [
  { heading: contractFields.no, value: (row) => row.no },
  { heading: contractFields.name, value: (row) => row.name },
  { heading: contractFields.kind, value: (row, language) => translate(contractKindNames[row.kind], language) },
  { heading: contractFields.mode, width: 16, value: (row, language) => (row.mode ? translate(contractModeNames[row.mode], language) : '') },
  { heading: contractFields.centre, value: (row) => row.centreName },
  { heading: contractFields.cap, value: (row) => (row.cap === null ? '' : formatYuan(row.cap)) },
  { heading: contractFields.used, value: (row) => formatYuan(row.used) },
  { heading: contractFields.period, value: (row) => `${row.from} — ${row.to}` },
  { heading: contractFields.daysLeft, value: (row) => row.daysLeft },
  { heading: contractFields.state, value: (row, language) => translate(signStateNames[row.state], language) },
  { heading: contractFields.effect, value: (row, language) => (row.effect === null ? '' : translate(effectNames[row.effect], language)) },
  { heading: contractFields.source, value: (row, language) => translate(sourceNames[row.source], language) },
  { heading: contractFields.originNo, value: (row) => row.originNo ?? '' },
  { heading: contractFields.signedOn, value: (row) => row.signedOn ?? '' },
  { heading: contractFields.waitingFor, value: (row) => row.waitingFor ?? '' },
  { heading: contractFields.deadline, value: (row) => row.deadline ?? '' },
  { heading: contractFields.doneAt, value: (row) => row.doneAt ?? '' },
  { heading: contractFields.createdBy, value: (row) => row.createdBy },
  ...parties.map((party) => ({ heading: partyNames[party], value: (row: PresentedContract) => row.parties.find((each) => each.party === party)?.name ?? '' })),
]

function contractList(ctx: Context, rows: readonly store.ContractRow[], language: Language, filter: object): ExportList<PresentedContract> {
  return { name: translate(contractTaskTexts.list, language), language, filter, columns, rows: rows.map((row) => presentContract(ctx, row)) }
}

export const zipJob = job('contracts.zip', taskPayload.extend({ ids: z.array(Id) }))
type ZipTask = DataOf<typeof zipJob>

async function filesOf(ctx: Context, ids: readonly number[]): Promise<{ row: store.ContractRow; bytes: Uint8Array }[]> {
  const files: { row: store.ContractRow; bytes: Uint8Array }[] = []
  for (const id of ids) {
    const row = await store.find(ctx, id)
    const file = row?.file_id ? await ctx.files.open(row.file_id) : null
    if (row && file) files.push({ row, bytes: file.bytes })
  }
  return files
}

async function* zipEntries(task: ZipTask, step: TaskStep): AsyncIterable<ZipEntry> {
  const exportedRows: store.ContractRow[] = []
  for await (const { row, bytes } of readInChunks(task.ids, chunkSize, step, filesOf)) {
    exportedRows.push(row)
    yield { name: `${row.no}_${row.name.replaceAll(/[\\/:*?"<>|]/g, '_')}.pdf`, bytes: Buffer.from(bytes) }
  }
  const { bytes } = await step(task.ids.length, (ctx) => exportListFile(ctx, task.taskId, async () => contractList(ctx, exportedRows, task.language, {})))
  yield { name: 'index.xlsx', bytes }
}

/** Writes the requested ZIP of contracts. */
export async function zipContracts(job: JobContext, task: ZipTask): Promise<void> {
  const name = `${translate(contractTaskTexts.list, task.language)}_${task.taskId}.zip`
  await makeTaskFile(job, task, { action: 'contracts.zip', failed: contractTaskTexts.failed }, async (step) => ({
    name,
    mediaType: 'application/zip',
    stream: zipStream(zipEntries(task, step)),
    count: task.ids.length,
  }))
}

export async function exportList(ctx: Context, filter: object, rows: () => Promise<readonly store.ContractRow[]>): Promise<{ fileId: string }> {
  const name = translate(contractTaskTexts.list, ctx.language)
  const { fileId } = await storeExport(ctx, filter, async () => contractList(ctx, await rows(), ctx.language, filter), {}, { name })
  return { fileId }
}
