import { z } from 'zod'
import { usertypeNames } from '#/api/access/roles.texts.ts'
import { outcomeNames, refTypeNames, trailColumns, trailTaskTexts } from '#/api/desk/audit.texts.ts'
import { audit as agreed } from '#/api/desk/audit.ts'
import { signInNames, signInReasonNames } from '#/api/desk/sign-ins.texts.ts'
import { dateTimeOf } from '#/domain/base/period.ts'
import type { Language, Text } from '#/domain/base/text.ts'
import { outcomeOf } from '#/server/desk/audit/presentation.ts'
import { loadReasons, refusalMessage } from '#/server/desk/audit/refusals.ts'
import * as store from '#/server/desk/audit/store.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, requestTask, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { logName } from '#/server/kernel/request/log-names.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportList } from '#/server/kernel/rows/export-list.ts'
import { type ListColumn, streamList } from '#/server/kernel/rows/sheet-file.ts'

const chunkSize = 1000
const { list, ...filter } = agreed.export.input.shape
export const exportJob = job('audit.export', taskPayload.extend({ list, filter: z.object(filter), count: z.int() }))
type ExportTask = DataOf<typeof exportJob>

const nameOf = (names: Readonly<Record<string, Text>>, key: string, language: Language) => (names[key] ? translate(names[key], language) : key)

type TrailEntry = store.TrailRow & { readonly reason: string }
type ExportedEntry = Pick<store.TrailRow & store.SignInRow, 'at' | 'name' | 'username' | 'unit_name' | 'centre_name' | 'ip' | 'agent'>

const personColumns: readonly ListColumn<ExportedEntry>[] = [
  { heading: trailColumns.time, width: 20, value: (row) => dateTimeOf(row.at) },
  { heading: trailColumns.who, width: 14, value: (row) => row.name },
  { heading: trailColumns.username, width: 16, value: (row) => row.username },
]
const placeColumns: readonly ListColumn<ExportedEntry>[] = [
  { heading: trailColumns.unit, width: 28, value: (row) => row.unit_name },
  { heading: trailColumns.centre, width: 22, value: (row) => row.centre_name },
  { heading: trailColumns.ip, width: 18, value: (row) => row.ip },
  { heading: trailColumns.agent, width: 40, value: (row) => row.agent },
]

const operationColumns: readonly ListColumn<TrailEntry>[] = [
  ...personColumns,
  { heading: trailColumns.usertype, width: 12, value: (row, language) => nameOf(usertypeNames, String(row.usertype), language) },
  { heading: trailColumns.action, width: 22, value: (row, language) => logName(row.action, language) },
  { heading: trailColumns.outcome, width: 12, value: (row, language) => translate(outcomeNames[outcomeOf(row.outcome)], language) },
  { heading: trailColumns.reason, width: 36, value: (row) => row.reason },
  { heading: trailColumns.ref, width: 14, value: (row, language) => (row.ref_type === null ? '' : nameOf(refTypeNames, row.ref_type, language)) },
  { heading: trailColumns.refNo, width: 28, value: (row) => row.ref_no ?? row.ref_id },
  ...placeColumns,
  { heading: trailColumns.request, width: 38, value: (row) => row.request_id },
  { heading: trailColumns.detail, width: 60, value: (row) => JSON.stringify(row.detail) },
]

function signInReason(row: store.SignInRow, language: Language): string {
  if (row.outcome === 'done') return ''
  const reasonName = signInReasonNames[row.outcome]
  return reasonName ? translate(reasonName, language) : refusalMessage(row.action, row.outcome, language, row.said)
}

const signInColumns: readonly ListColumn<store.SignInRow>[] = [
  ...personColumns,
  { heading: trailColumns.usertype, width: 12, value: (row, language) => (row.usertype === null ? '' : nameOf(usertypeNames, String(row.usertype), language)) },
  { heading: trailColumns.action, width: 22, value: (row, language) => translate(signInNames[row.kind], language) },
  { heading: trailColumns.reason, width: 36, value: signInReason },
  ...placeColumns,
]

/**
 * Yields all rows in pages, up to the number counted at the request. Rows written later come first and would exceed
 * that number.
 */
async function* pagedRows<Row extends { readonly id: number }>(
  task: LogExportRequest,
  step: TaskStep,
  read: (ctx: Context, page: { readonly after: number | undefined; readonly size: number }) => Promise<readonly Row[]>,
): AsyncIterable<Row> {
  let after: number | undefined
  for (let doneCount = 0; doneCount < task.count; ) {
    const page = { after, size: chunkSize }
    const rows = await step(doneCount, (ctx) => read(ctx, page))
    yield* rows
    doneCount += rows.length
    after = rows.at(-1)?.id
    if (rows.length < chunkSize) return
  }
}

type LogExportRequest = Pick<ExportTask, 'list' | 'filter' | 'count'>

const operationRows = (sheet: LogExportRequest, language: Language, step: TaskStep) =>
  pagedRows(sheet, step, async (ctx, page): Promise<TrailEntry[]> => {
    const entryPage = await store.list(ctx, sheet.filter, page)
    const reasonOf = await loadReasons(ctx, entryPage.rows)
    return entryPage.rows.map((row) => ({ ...row, reason: reasonOf(row, language) }))
  })
const signInRows = (sheet: LogExportRequest, step: TaskStep) => pagedRows(sheet, step, async (ctx, page) => (await store.signIns(ctx, sheet.filter, page)).rows)

const headOf = ({ list, filter, count }: LogExportRequest, language: Language) => ({ name: translate(trailTaskTexts[list], language), language, filter, count })

/** Exports log entries as a file, or as a task when there are many. */
export async function exportEntries(ctx: Context, sheet: LogExportRequest) {
  const { list, filter, count } = sheet
  const { language } = ctx
  const head = { ...headOf(sheet, language), detail: { filter } }
  const ask = async () => {
    const taskId = await requestTask(ctx, exportJob, { title: head.name, total: count }, (requested) => ({ ...requested, ...sheet }))
    ctx.note({ refType: 'task', refId: taskId, detail: { rows: count, filter } })
    return taskId
  }
  if (list === 'signIns') return exportList(ctx, { ...head, columns: signInColumns, rows: (step) => signInRows(sheet, step) }, ask)
  return exportList(ctx, { ...head, columns: operationColumns, rows: (step) => operationRows(sheet, language, step) }, ask)
}

/** Writes the requested workbook of log entries. */
export async function writeLogWorkbook(job: JobContext, task: ExportTask): Promise<void> {
  await makeTaskFile(job, task, { action: 'audit.export', failed: trailTaskTexts.failed }, async (step) => {
    const head = headOf(task, task.language)
    const exportedList = await (task.list === 'signIns'
      ? streamList(step, { ...head, columns: signInColumns, rows: signInRows(task, step) })
      : streamList(step, { ...head, columns: operationColumns, rows: operationRows(task, task.language, step) }))
    return { ...exportedList, name: `${head.name}_${task.taskId}.xlsx`, detail: { filter: task.filter } }
  })
}
