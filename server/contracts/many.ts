import { contractTaskTexts } from '#/api/contracts.texts.ts'
import { type ContractKind, rulesOf } from '#/domain/contract.ts'
import { dayOf } from '#/domain/period.ts'
import type { Language } from '#/domain/text.ts'
import { startContract } from '#/server/contracts/public.ts'
import { holdsAll, underway } from '#/server/contracts/store-consents.ts'
import { operatorById } from '#/server/contracts/store-parties.ts'
import { setTask, taskState } from '#/server/contracts/store-work.ts'
import type { Context, JobContext, Mode } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { say } from '#/server/kernel/say.ts'

/** What the job is told. */
export interface ManyTask {
  readonly taskId: number
  readonly userId: number
  readonly unitId: number | null
  readonly centreId: number
  readonly mode: Mode
  readonly kinds: readonly ('operator_agreement' | 'tax_authorisation')[]
  readonly operatorIds: readonly number[]
  readonly language: Language
}

const action = 'contracts.startMany'

/** The context as the person had it when asking: a job knows no headers. */
function asAsked(ctx: Context, task: ManyTask): Context {
  if (ctx.scope.centreId === null) return ctx
  return { ...ctx, scope: { ...ctx.scope, centreIds: ctx.scope.centreIds.length > 0 ? [task.centreId] : [], centreId: task.centreId, mode: task.mode } }
}

async function startOne(ctx: Context, task: ManyTask, operatorId: number): Promise<boolean> {
  const person = asAsked(ctx, task)
  return ctx.widen('papers for many, each within the scope of who asked', async () => {
    if (!(await operatorById(person, operatorId))) return false
    let isMade = false
    for (const kind of task.kinds) {
      const of = { operatorId, centreId: task.centreId, day: dayOf(ctx.now) }
      // Asked twice, or begun anew after a crash: nobody gets the same paper again.
      if ((await underway(ctx, operatorId, kind satisfies ContractKind, task.centreId)) || (await holdsAll(ctx, { ...of, kinds: rulesOf(kind).consents })))
        continue
      const unit = task.unitId === null ? {} : { unitId: task.unitId }
      isMade = (await startContract(person, { kind, centreId: task.centreId, mode: task.mode, operatorId, ...unit })) !== null || isMade
    }
    return isMade
  })
}

/** One operator after the other, each in a transaction of its own; one who cannot be asked stops nobody else. */
export async function startMany(job: JobContext, input: Readonly<Record<string, unknown>>): Promise<void> {
  const task = input as unknown as ManyTask
  const before = await job.runAs(task.userId, action, (ctx) => taskState(ctx, task.taskId))
  if (before?.state === 'done') return
  let made = 0
  for (const [at, operatorId] of task.operatorIds.entries()) {
    if (job.isStopping()) throw new Error('the server is stopping')
    try {
      const isMade = await job.runAs(task.userId, action, (ctx) => startOne(ctx, task, operatorId))
      if (isMade) made++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      job.log.info({ operatorId, error: error.error }, 'a paper could not be sent')
    }
    if (at % 10 === 9) await job.runAs(task.userId, action, (ctx) => setTask(ctx, task.taskId, { state: 'running', done_count: at + 1 }))
  }
  const skipped = task.operatorIds.length - made
  const message = say(contractTaskTexts.startedMany, task.language, { made, skipped })
  await job.runAs(task.userId, action, async (ctx) => {
    await setTask(ctx, task.taskId, { state: 'done', done_count: task.operatorIds.length, message })
    ctx.note({ refType: 'task', refId: task.taskId, centreId: task.centreId, detail: { made, skipped } })
  })
}
