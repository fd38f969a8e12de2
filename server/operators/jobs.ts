import { operatorFields, operatorMarks, operatorStatusNames, operatorTaskTexts, yztypeNames } from '#/api/operators.texts.ts'
import { maskIdNumber, maskMobile } from '#/domain/identity.ts'
import { fen, plainYuan } from '#/domain/money.ts'
import { dayOf } from '#/domain/period.ts'
import type { Language } from '#/domain/text.ts'
import type { Context, JobContext, Jobs, Mode } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import { type WriteColumn, type WriteRow, writeSheet } from '#/server/kernel/spreadsheet.ts'
import { isPosted, setTask, taskState } from '#/server/operators/store-deeds.ts'
import { byIds, type Filter, type OperatorRow } from '#/server/operators/store-roster.ts'

const size = 500
const keepDays = 7
const action = 'operators.export'
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

/** What the job is told: whose task, where that person worked when asking, and which operators. */
interface ExportTask {
  readonly taskId: number
  readonly userId: number
  readonly centreId: number | null
  readonly mode: Mode | null
  readonly language: Language
  readonly filter: Filter
  readonly ids: readonly number[]
}

const order: readonly (readonly [keyof typeof operatorFields, number])[] = [
  ['code', 16],
  ['name', 14],
  ['idNumber', 22],
  ['mobile', 16],
  ['unit', 40],
  ['yztype', 14],
  ['verified', 10],
  ['card', 26],
  ['signed', 10],
  ['authorised', 12],
  ['entity', 30],
  ['year', 16],
  ['month', 16],
  ['rolling', 18],
  ['centre', 24],
  ['status', 10],
  ['created', 20],
]

function lineOf(row: OperatorRow, today: string, language: Language): WriteRow {
  const mark = (name: keyof typeof operatorMarks) => say(operatorMarks[name], language)
  const named = (names: typeof yztypeNames, value: number) => (names[value] ? say(names[value], language) : String(value))
  const isValid = row.agreement_to === 'infinity' || (row.agreement_to !== null && row.agreement_to >= today)
  const more = row.unit_count > row.units.length ? ` +${row.unit_count - row.units.length}` : ''
  return [
    row.code,
    row.name,
    maskIdNumber(row.id_number),
    maskMobile(row.mobile),
    row.units.map((unit) => unit.name).join('、') + more,
    named(yztypeNames, row.yztype),
    mark(row.is_identity_verified ? 'verified' : 'unverified'),
    row.card_tail === null ? '' : `${row.bank_name ?? ''} ****${row.card_tail}`,
    mark(isValid ? 'valid' : row.agreement_to === null ? 'none' : 'expired'),
    mark(row.is_authorised ? 'authorised' : 'unauthorised'),
    row.entity_name ?? '',
    plainYuan(fen(row.year)),
    plainYuan(fen(row.month)),
    plainYuan(fen(row.rolling)),
    row.centre_name,
    named(operatorStatusNames, row.status),
    shanghai.format(row.created_at),
  ]
}

/** Whoever finds the file later must see whose it is, from when and where, and what was asked for (domain.md §4). */
function stampOf(ctx: Context, task: ExportTask, rows: number): string {
  const asked = Object.entries(task.filter).filter(([, value]) => value !== undefined)
  const parts = [
    `导出人 ${ctx.actor.name}`,
    `时间 ${shanghai.format(ctx.now)}`,
    `运营中心 ${task.centreId ?? '全部'}`,
    `结算模式 ${task.mode ?? '全部'}`,
    `筛选条件 ${asked.map(([name, value]) => `${name}=${String(value)}`).join(' ')}`,
    `行数 ${rows}`,
  ]
  return parts.join('  ')
}

/** The person as of now, at the centre chosen when asking; null for whoever lost the post or the page meanwhile. */
async function asAsked(ctx: Context, task: ExportTask): Promise<Context | null> {
  if (!ctx.actor.may(task.filter.kind === 'platform' ? 'userYzPtList' : 'userYzList')) return null
  const { centreId, mode } = task
  if (ctx.scope.centreId === null || centreId === null) return ctx
  if (!(await isPosted(ctx, task.userId, centreId))) return null
  return { ...ctx, scope: { ...ctx.scope, centreIds: ctx.scope.centreIds.length > 0 ? [centreId] : [], centreId, mode } }
}

async function collect(job: JobContext, task: ExportTask): Promise<WriteRow[]> {
  const rows: WriteRow[] = []
  for (let from = 0; from < task.ids.length; from += size) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const lines = await job.runAs(task.userId, action, async (ctx) => {
      await setTask(ctx, task.taskId, { state: 'running', done_count: from })
      const person = await asAsked(ctx, task)
      const found = person === null ? [] : await byIds(person, task.ids.slice(from, from + size))
      return found.map((row) => lineOf(row, dayOf(ctx.now), task.language))
    })
    rows.push(...lines)
  }
  return rows
}

/** Makes the workbook of operators that somebody asked for. Begun anew after a crash it makes the same file; a finished task stays. */
async function exportOperators(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const task = input as unknown as ExportTask
  if ((await job.runAs(task.userId, action, (ctx) => taskState(ctx, task.taskId))) === 'done') return
  const name = say(operatorTaskTexts.list, task.language)
  try {
    const rows = await collect(job, task)
    await job.runAs(task.userId, action, async (ctx) => {
      const columns = order.map(([field, width]): WriteColumn => ({ heading: say(operatorFields[field], task.language), width }))
      const bytes = await writeSheet({ sheets: [{ name, stamp: stampOf(ctx, task, rows.length), columns, rows }] })
      const { id, sha256 } = await ctx.files.save({ name: `${name}.xlsx`, mediaType, bytes, purpose: 'export', keepDays })
      await setTask(ctx, task.taskId, { state: 'done', done_count: rows.length, file_id: id })
      ctx.note({ refType: 'file', refId: id, detail: { task: task.taskId, rows: rows.length, sha256 } })
    })
  } catch (error) {
    if (job.isStopping()) throw error
    job.log.error({ error: String(error), taskId: task.taskId }, 'an export of operators failed')
    await job.runAs(task.userId, action, (ctx) => setTask(ctx, task.taskId, { state: 'failed', message: say(operatorTaskTexts.failed, task.language) }))
    throw error
  }
}

/** What operators do by themselves. */
export const jobs: Jobs = { handlers: { 'operators.export': exportOperators } }
