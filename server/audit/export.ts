import { auditColumns, auditTaskTexts, jobNames, operationNames, outcomeNames, refTypeNames, signInNames, signInReasonNames } from '#/api/audit.texts.ts'
import { usertypeNames } from '#/api/roles.texts.ts'
import type { Language, Text } from '#/domain/text.ts'
import { outcomeOf } from '#/server/audit/presentation.ts'
import { refusalWords } from '#/server/audit/refusals.ts'
import * as store from '#/server/audit/store.ts'
import { setTask, taskState } from '#/server/audit/store-tasks.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import { type WriteColumn, type WriteRow, writeSheet } from '#/server/kernel/spreadsheet.ts'

const portion = 1000
const keepDays = 7
const action = 'audit.export'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

/** What the job is told: whose task, at which centre that person worked when asking, and which rows. */
interface ExportTask {
  readonly taskId: number
  readonly userId: number
  readonly centreId: number | null
  readonly language: Language
  readonly list: 'operations' | 'signIns'
  readonly filter: store.Filter
  readonly count: number
}

type Field = keyof typeof auditColumns

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

function operationLine(row: store.AuditRow, language: Language): WriteRow {
  const outcome = outcomeOf(row.outcome)
  return [
    shanghai.format(row.at),
    row.name,
    row.username,
    nameOf(usertypeNames, String(row.usertype), language),
    nameOf({ ...jobNames, ...operationNames }, row.action, language),
    say(outcomeNames[outcome], language),
    outcome === 'refused' ? refusalWords(row.action, row.outcome, language, row.detail.said) : '',
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

/**
 * The trail as the person may see it now, at the centre chosen when asking: a job knows no headers, so the kernel gives centre staff their first centre. Whoever
 * lost that post meanwhile gets nothing.
 */
async function piece(ctx: Context, task: ExportTask, after: number | undefined): Promise<{ id: number; line: WriteRow }[]> {
  const read = async (at: Context) => {
    const page = { after, size: portion }
    if (task.list === 'operations') return (await store.list(at, task.filter, page)).map((row) => ({ id: row.id, line: operationLine(row, task.language) }))
    return (await store.signIns(at, task.filter, page)).map((row) => ({ id: row.id, line: signInLine(row, task.language) }))
  }
  const { centreId } = task
  if (ctx.scope.centreId === null || centreId === null || ctx.scope.centreId === centreId) return read(ctx)
  if (!(await store.isPosted(ctx, centreId))) return []
  const scope = { ...ctx.scope, centreIds: ctx.scope.centreIds.length > 0 ? [centreId] : [], centreId }
  return ctx.widen('the log of the chosen centre', () => read({ ...ctx, scope }))
}

/** All rows; rows written since the export was asked for come on top and are left out by the count. */
async function* lines(job: JobContext, task: ExportTask): AsyncIterable<WriteRow> {
  let after: number | undefined
  for (let done = 0; done < task.count; ) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const from = after
    const rows = await job.runAs(task.userId, action, async (ctx) => {
      await setTask(ctx, task.taskId, { state: 'running', done_count: done })
      return piece(ctx, task, from)
    })
    for (const { line } of rows) yield line
    done += rows.length
    after = rows.at(-1)?.id
    if (rows.length < portion) return
  }
}

function stampOf(ctx: Context, task: ExportTask): string {
  const asked = Object.entries(task.filter).map(([name, value]) => `${name}=${String(value)}`)
  return [
    `导出人 ${ctx.actor.name}`,
    `时间 ${shanghai.format(ctx.now)}`,
    `运营中心 ${task.centreId ?? '全部'}`,
    `筛选条件 ${asked.length > 0 ? asked.join(' ') : '无'}`,
    `行数 ${task.count}`,
  ].join('  ')
}

/** Makes the Excel file of the log that somebody asked for; begun anew it makes it again, and a finished task stays. */
export async function exportLog(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const task = input as unknown as ExportTask
  if ((await job.runAs(task.userId, action, (ctx) => taskState(ctx, task.taskId))) === 'done') return
  try {
    const name = say(auditTaskTexts[task.list], task.language)
    const columns: WriteColumn[] = fields[task.list].map((field) => ({ heading: say(auditColumns[field], task.language), width: widths[field] }))
    const stamp = await job.runAs(task.userId, action, async (ctx) => stampOf(ctx, task))
    const bytes = await writeSheet({ sheets: [{ name, stamp, columns, rows: lines(job, task) }] })
    await job.runAs(task.userId, action, async (ctx) => {
      const { id, sha256 } = await ctx.files.save({ name: `${name}_${task.taskId}.xlsx`, mediaType, bytes, purpose: 'export', keepDays })
      await setTask(ctx, task.taskId, { state: 'done', done_count: task.count, file_id: id })
      ctx.note({ refType: 'task', refId: task.taskId, detail: { rows: task.count, filter: task.filter, bytes: bytes.byteLength, sha256 } })
    })
  } catch (error) {
    if (job.isStopping()) throw error
    job.log.error({ error: String(error), taskId: task.taskId }, 'an export of the audit failed')
    const message = say(auditTaskTexts.failed, task.language)
    await job.run(action, (ctx) => setTask(ctx, task.taskId, { state: 'failed', message }))
    throw error
  }
}
