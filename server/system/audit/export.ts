import { z } from 'zod'
import { usertypeNames } from '#/api/access/roles.texts.ts'
import { jobNames, operationNames, outcomeNames, refTypeNames, trailColumns, trailTaskTexts } from '#/api/system/audit.texts.ts'
import { audit as agreed } from '#/api/system/audit.ts'
import { signInNames, signInReasonNames } from '#/api/system/sign-ins.texts.ts'
import type { Language, Text } from '#/domain/text.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/job.ts'
import { say } from '#/server/kernel/say.ts'
import { stampOf } from '#/server/kernel/stamp.ts'
import { makeFile, type Step, taskPayload } from '#/server/kernel/task-work.ts'
import { sheetType, type WriteColumn, type WriteRow, writeSheet } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { outcomeOf } from '#/server/system/audit/presentation.ts'
import { reasonsOf, refusalWords } from '#/server/system/audit/refusals.ts'
import * as store from '#/server/system/audit/store.ts'

const portion = 1000
const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

const { list, ...filter } = agreed.export.input.shape
export const exportJob = job('audit.export', taskPayload.extend({ list, filter: z.object(filter), count: z.int() }))
type ExportTask = DataOf<typeof exportJob>

type Field = keyof typeof trailColumns

const widths: Readonly<Record<Field, number>> = {
  time: 20,
  who: 14,
  username: 16,
  usertype: 12,
  action: 22,
  outcome: 12,
  reason: 36,
  ref: 14,
  refNo: 28,
  unit: 28,
  centre: 22,
  ip: 18,
  agent: 40,
  request: 38,
  detail: 60,
}
const fields: Readonly<Record<ExportTask['list'], readonly Field[]>> = {
  operations: ['time', 'who', 'username', 'usertype', 'action', 'outcome', 'reason', 'ref', 'refNo', 'unit', 'centre', 'ip', 'agent', 'request', 'detail'],
  signIns: ['time', 'who', 'username', 'usertype', 'action', 'reason', 'unit', 'centre', 'ip', 'agent'],
}

const nameOf = (names: Readonly<Record<string, Text>>, key: string, language: Language) => (names[key] ? say(names[key], language) : key)

function operationLine(row: store.TrailRow, language: Language, reason: string): WriteRow {
  const outcome = outcomeOf(row.outcome)
  return [
    shanghai.format(row.at),
    row.name,
    row.username,
    nameOf(usertypeNames, String(row.usertype), language),
    nameOf({ ...jobNames, ...operationNames }, row.action, language),
    say(outcomeNames[outcome], language),
    reason,
    row.ref_type === null ? '' : nameOf(refTypeNames, row.ref_type, language),
    row.ref_no ?? row.ref_id,
    row.unit_name,
    row.centre_name,
    row.ip,
    row.agent,
    row.request_id,
    JSON.stringify(row.detail),
  ]
}

function signInLine(row: store.SignInRow, language: Language): WriteRow {
  const usertype = row.usertype === null ? '' : nameOf(usertypeNames, String(row.usertype), language)
  const short = signInReasonNames[row.outcome]
  const words = short ? say(short, language) : refusalWords(row.action, row.outcome, language, row.said)
  const reason = row.outcome === 'done' ? '' : words
  return [
    shanghai.format(row.at),
    row.name,
    row.username,
    usertype,
    say(signInNames[row.kind], language),
    reason,
    row.unit_name,
    row.centre_name,
    row.ip,
    row.agent,
  ]
}

async function piece(ctx: Context, task: ExportTask, after: number | undefined): Promise<{ id: number; line: WriteRow }[]> {
  const page = { after, size: portion }
  if (task.list === 'operations') {
    const { rows } = await store.list(ctx, task.filter, page)
    const reason = await reasonsOf(ctx, rows)
    return rows.map((row) => ({ id: row.id, line: operationLine(row, task.language, reason(row, task.language)) }))
  }
  return (await store.signIns(ctx, task.filter, page)).rows.map((row) => ({ id: row.id, line: signInLine(row, task.language) }))
}

/** All rows; rows written since the export was asked for come on top and are left out by the count. */
async function* lines(task: ExportTask, step: Step): AsyncIterable<WriteRow> {
  let after: number | undefined
  for (let done = 0; done < task.count; ) {
    const from = after
    const rows = await step(done, (ctx) => piece(ctx, task, from))
    for (const { line } of rows) yield line
    done += rows.length
    after = rows.at(-1)?.id
    if (rows.length < portion) return
  }
}

/** Makes the Excel file of the log that somebody asked for. */
export async function exportLog(job: JobContext, task: ExportTask): Promise<void> {
  const { language, filter, count } = task
  await makeFile(job, task, { action: 'audit.export', failed: trailTaskTexts.failed }, async (step) => {
    const name = say(trailTaskTexts[task.list], language)
    const columns: WriteColumn[] = fields[task.list].map((field) => ({ heading: say(trailColumns[field], language), width: widths[field] }))
    const stamp = await step(0, async (ctx) => stampOf(ctx, filter, count))
    const bytes = await writeSheet({ sheets: [{ name, stamp, columns, rows: lines(task, step) }] })
    return { name: `${name}_${task.taskId}.xlsx`, mediaType: sheetType, bytes, count, detail: { filter } }
  })
}
