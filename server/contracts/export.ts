import { buffer } from 'node:stream/consumers'
import { contractFields, contractKindNames, contractTaskTexts, effectNames, partyNames, signStateNames, sourceNames } from '#/api/contracts.texts.ts'
import { parties } from '#/domain/contract.ts'
import { formatYuan } from '#/domain/money.ts'
import type { Language } from '#/domain/text.ts'
import { present } from '#/server/contracts/presentation.ts'
import * as store from '#/server/contracts/store.ts'
import { setTask, taskState } from '#/server/contracts/store-work.ts'
import type { Context, JobContext, Mode } from '#/server/kernel/context.ts'
import { say } from '#/server/kernel/say.ts'
import { type WriteRow, writeSheet } from '#/server/kernel/spreadsheet.ts'
import { type ZipEntry, zipStream } from '#/server/kernel/zip.ts'

const keepDays = 7
const portion = 25
const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const shown = [
  'no',
  'name',
  'kind',
  'mode',
  'centre',
  'cap',
  'used',
  'period',
  'daysLeft',
  'state',
  'effect',
  'source',
  'waitingFor',
  'deadline',
  'doneAt',
  'createdBy',
] as const

function lineOf(ctx: Context, row: store.ContractRow, language: Language): WriteRow {
  const facts = present(ctx, row)
  const names = parties.map((party) => facts.parties.find((each) => each.party === party)?.name ?? '')
  return [
    facts.no,
    facts.name,
    say(contractKindNames[facts.kind], language),
    String(facts.mode),
    facts.centreName,
    facts.cap === null ? '' : formatYuan(facts.cap),
    formatYuan(facts.used),
    `${facts.from} — ${facts.to}`,
    facts.daysLeft === null ? '' : String(facts.daysLeft),
    say(signStateNames[facts.state], language),
    facts.effect === null ? '' : say(effectNames[facts.effect], language),
    say(sourceNames[facts.source], language),
    facts.waitingFor ?? '',
    facts.deadline ?? '',
    facts.doneAt ?? '',
    facts.createdBy,
    ...names,
  ]
}

/** The list of contracts as a workbook. */
export async function bookOf(ctx: Context, rows: readonly store.ContractRow[], language: Language): Promise<Buffer> {
  const headings = [...shown.map((key) => say(contractFields[key], language)), ...parties.map((party) => say(partyNames[party], language))]
  const stamp = `${ctx.actor.name} · ${ctx.now.toISOString()} · ${rows.length}`
  const sheet = {
    name: say(contractTaskTexts.list, language),
    stamp,
    columns: headings.map((heading) => ({ heading })),
    rows: rows.map((row) => lineOf(ctx, row, language)),
  }
  return writeSheet({ sheets: [sheet] })
}

/** What the job is told: whose task, where that person worked when asking, and which contracts. */
export interface ZipTask {
  readonly taskId: number
  readonly userId: number
  readonly centreId: number | null
  readonly mode: Mode | null
  readonly language: Language
  readonly ids: readonly number[]
}

const action = 'contracts.zip'

async function filesOf(ctx: Context, task: ZipTask, ids: readonly number[]): Promise<{ row: store.ContractRow; bytes: Uint8Array }[]> {
  const isElsewhere = ctx.scope.centreId !== null && ctx.scope.centreIds.length > 0 && ctx.scope.centreId !== task.centreId
  // A director asked at another of their centres than the first, which a job would take: it is theirs still, or there is nothing.
  const scope = { ...ctx.scope, mode: task.mode, ...(isElsewhere && { centreIds: [], centreId: 0 }) }
  const found: { row: store.ContractRow; bytes: Uint8Array }[] = []
  for (const id of ids) {
    const row = await store.find({ ...ctx, scope }, id)
    const file = row?.file_id ? await ctx.files.open(row.file_id) : null
    if (row && file) found.push({ row, bytes: file.bytes })
  }
  return found
}

async function* entries(job: JobContext, task: ZipTask): AsyncIterable<ZipEntry> {
  const all: store.ContractRow[] = []
  for (let from = 0; from < task.ids.length; from += portion) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const found = await job.runAs(task.userId, action, async (ctx) => {
      await setTask(ctx, task.taskId, { state: 'running', done_count: from })
      return filesOf(ctx, task, task.ids.slice(from, from + portion))
    })
    for (const { row, bytes } of found) {
      all.push(row)
      yield { name: `${row.no}_${row.name.replaceAll(/[\\/:*?"<>|]/g, '_')}.pdf`, bytes: Buffer.from(bytes) }
    }
  }
  yield { name: 'index.xlsx', bytes: await job.runAs(task.userId, action, (ctx) => bookOf(ctx, all, task.language)) }
}

/** Makes the ZIP of contracts that somebody asked for. Begun anew it makes the same file; a finished task stays. */
export async function zipContracts(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const task = input as unknown as ZipTask
  if ((await job.runAs(task.userId, action, (ctx) => taskState(ctx, task.taskId)))?.state === 'done') return
  try {
    const bytes = await buffer(zipStream(entries(job, task)))
    await job.runAs(task.userId, action, async (ctx) => {
      const name = `${say(contractTaskTexts.list, task.language)}_${task.taskId}.zip`
      const { id, sha256 } = await ctx.files.save({ name, mediaType: 'application/zip', bytes, purpose: 'export', keepDays })
      await setTask(ctx, task.taskId, { state: 'done', done_count: task.ids.length, file_id: id })
      ctx.note({ refType: 'task', refId: task.taskId, detail: { contracts: task.ids.length, bytes: bytes.byteLength, sha256 } })
    })
  } catch (error) {
    if (job.isStopping()) throw error
    job.log.error({ error: String(error), taskId: task.taskId }, 'a ZIP of contracts failed')
    await job.runAs(task.userId, action, (ctx) => setTask(ctx, task.taskId, { state: 'failed', message: say(contractTaskTexts.failed, task.language) }))
    throw error
  }
}

/** The list of contracts, kept as a file. */
export async function exportList(ctx: Context, rows: readonly store.ContractRow[], filter: object): Promise<{ fileId: string }> {
  const name = say(contractTaskTexts.list, ctx.language)
  const { id, sha256 } = await ctx.files.save({ name: `${name}.xlsx`, mediaType, bytes: await bookOf(ctx, rows, ctx.language), purpose: 'export', keepDays })
  ctx.note({ refType: 'file', refId: id, detail: { name, rows: rows.length, sha256, filter } })
  return { fileId: id }
}
