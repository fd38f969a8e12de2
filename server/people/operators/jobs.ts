import { entityStateNames, levyNames, taxKindNames } from '#/api/people/entities.texts.ts'
import { operatorFields, operatorMarks, operatorStatusNames, operatorTaskTexts, yztypeNames } from '#/api/people/operators.texts.ts'
import { maskIdNumber, maskMobile } from '#/domain/identity.ts'
import { fen, plainYuan } from '#/domain/money.ts'
import { dayOf } from '#/domain/period.ts'
import type { Language } from '#/domain/text.ts'
import type { Context, JobContext, Jobs } from '#/server/kernel/context.ts'
import { type DataOf, handle, job, nothing } from '#/server/kernel/job.ts'
import { say } from '#/server/kernel/say.ts'
import { listFile } from '#/server/kernel/sheet-file.ts'
import { inPieces, makeFile, setTask } from '#/server/kernel/task-work.ts'
import type { WriteColumn, WriteRow } from '#/server/lib/spreadsheet/spreadsheet.ts'
import { verifyEach, verifyJob } from '#/server/people/operators/review.ts'
import { exportJob } from '#/server/people/operators/roster.ts'
import { usualCards } from '#/server/people/operators/store-deeds.ts'
import { byIds, clearEnded, type OperatorRow } from '#/server/people/operators/store-roster.ts'

const portion = 500
const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'medium' })

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
  ['industry', 14],
  ['progress', 14],
  ['taxKind', 12],
  ['levy', 12],
  ['nextDue', 14],
  ['year', 16],
  ['month', 16],
  ['rolling', 18],
  ['centre', 24],
  ['status', 10],
  ['created', 20],
]

function lineOf(row: OperatorRow, today: string, language: Language, cards: ReadonlyMap<number, string> | null): WriteRow {
  const mark = (name: keyof typeof operatorMarks) => say(operatorMarks[name], language)
  const named = (names: typeof yztypeNames, value: number) => (names[value] ? say(names[value], language) : String(value))
  const isValid = row.agreement_to === 'infinity' || (row.agreement_to !== null && row.agreement_to >= today)
  const more = row.unit_count > row.units.length ? ` +${row.unit_count - row.units.length}` : ''
  return [
    row.code,
    row.name,
    cards ? row.id_number : maskIdNumber(row.id_number),
    cards ? row.mobile : maskMobile(row.mobile),
    row.units.map((unit) => unit.name).join('、') + more,
    named(yztypeNames, row.yztype),
    mark(row.is_identity_verified ? 'verified' : 'unverified'),
    row.card_tail === null ? '' : `${row.bank_name ?? ''} ${cards?.get(row.id) ?? `****${row.card_tail}`}`,
    mark(isValid ? 'valid' : row.agreement_to === null ? 'none' : 'expired'),
    mark(row.is_authorised ? 'authorised' : 'unauthorised'),
    row.entity_name ?? '',
    row.entity?.industry ?? '',
    row.entity ? say(entityStateNames[row.entity.state], language) : '',
    row.entity?.tax_kind ? say(taxKindNames[row.entity.tax_kind], language) : '',
    row.entity?.levy ? say(levyNames[row.entity.levy], language) : '',
    row.entity?.next_due ?? '',
    plainYuan(fen(row.year)),
    plainYuan(fen(row.month)),
    plainYuan(fen(row.rolling)),
    row.centre_name,
    named(operatorStatusNames, row.status),
    shanghai.format(row.created_at),
  ]
}

/** Makes the workbook of operators that somebody asked for. */
async function exportOperators(job: JobContext, task: DataOf<typeof exportJob>): Promise<void> {
  const { language, filter, ids, plainReason = null } = task
  const name = say(operatorTaskTexts.list, language)
  const page = filter.kind === 'platform' ? 'userYzPtList' : 'userYzList'
  const may = (ctx: Context) => ctx.actor.may(page) && (plainReason === null || ctx.actor.may('plain:export'))
  await makeFile(job, task, { action: 'operators.export', failed: operatorTaskTexts.failed, may }, async (step) => {
    const read = async (ctx: Context, piece: readonly number[]) => {
      const found = await byIds(ctx, piece)
      const cards = plainReason === null ? null : await usualCards(ctx, found)
      return found.map((row) => lineOf(row, dayOf(ctx.now), language, cards))
    }
    const rows = await Array.fromAsync(inPieces(ids, portion, step, read))
    const columns = order.map(([field, width]): WriteColumn => ({ heading: say(operatorFields[field], language), width }))
    return step(ids.length, (ctx) => listFile(ctx, task.taskId, async () => ({ name, filter, columns, rows, plainReason })))
  })
}

const verifySize = 50
const papersJob = job('operators.papers', nothing)

/** Asks about many people under review, portion by portion; begun anew it asks again, and the last answer counts. */
async function verifyPeople(job: JobContext, task: DataOf<typeof verifyJob>): Promise<void> {
  const { taskId, userId, ids, language } = task
  let matched = 0
  for (let from = 0; from < ids.length; from += verifySize) {
    if (job.isStopping()) throw new Error('the server is stopping')
    const work = async (ctx: Context) => {
      await setTask(ctx, taskId, { state: 'running', done_count: from })
      return (await verifyEach(ctx, ids.slice(from, from + verifySize))).ok.length
    }
    matched += await job.runAs(userId, 'operators.verify', work, task)
  }
  const message = say(operatorTaskTexts.verified, language, { ok: matched, fail: ids.length - matched })
  await job.run('operators.verify', (ctx) => setTask(ctx, taskId, { state: 'done', done_count: ids.length, message }))
}

/** Takes out what is no longer in force of what operators signed. */
async function endPapers(job: JobContext): Promise<void> {
  while (!job.isStopping()) {
    const ended = await job.run('operators.papers', (ctx) => clearEnded(ctx))
    if (ended === 0) return
  }
}

/** What operators do by themselves. */
export const jobs: Jobs = {
  handlers: [handle(exportJob, exportOperators), handle(verifyJob, verifyPeople), handle(papersJob, endPapers)],
  every: { [papersJob.name]: 3600 },
}
