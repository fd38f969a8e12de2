import { z } from 'zod'
import { contractTaskTexts } from '#/api/agreements/contracts.texts.ts'
import { Id, Mode } from '#/api/operation.ts'
import { bulkContractKinds, type ContractKind, contractRulesOf } from '#/domain/agreements/contract.ts'
import { dayOf } from '#/domain/base/period.ts'
import { startContract } from '#/server/agreements/contracts/public.ts'
import { businessFacts } from '#/server/agreements/contracts/store-businesses.ts'
import { hasConsents, hasPendingContract } from '#/server/agreements/contracts/store-consents.ts'
import { type OperatorFacts, operatorById } from '#/server/agreements/contracts/store-parties.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { setTaskState, taskPayload, taskState } from '#/server/kernel/jobs/task-work.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

/**
 * Starts contracts with many operators. The job runs at the contracts' centre, even if the requester works at another
 * one.
 */
export const startManyJob = job(
  'contracts.startMany',
  taskPayload.extend({
    unitId: Id.nullable(),
    centreId: Id,
    mode: Mode,
    kinds: z.array(z.enum(bulkContractKinds)),
    operatorIds: z.array(Id),
  }),
)
type BulkStartTask = DataOf<typeof startManyJob>

const action = 'contracts.startMany'

/**
 * Starts the unit's contract with the operator's business. Returns false if no business operates or a contract exists.
 */
async function startWithBusiness(
  ctx: Context,
  { unitId, centreId, mode }: BulkStartTask,
  { id: operatorId, entity_id: entityId }: OperatorFacts,
): Promise<boolean> {
  if (unitId === null || entityId === null) return false
  const businessDetails = await businessFacts(ctx, { unitId, operatorId, entityId, centreId, mode, day: dayOf(ctx.now) })
  if (!businessDetails.is_operating || !businessDetails.is_linked || businessDetails.is_underway || businessDetails.is_held) return false
  return (await startContract(ctx, { kind: 'business_contract', centreId, mode, operatorId, unitId })) !== null
}

async function startContractFor(ctx: Context, task: BulkStartTask, operatorId: number): Promise<boolean> {
  return ctx.widen('contracts for many, each within the requester’s scope', async () => {
    const operator = await operatorById(ctx, operatorId)
    if (!operator) return false
    let isCreated = false
    for (const kind of task.kinds) {
      if (kind === 'business_contract') {
        isCreated = (await startWithBusiness(ctx, task, operator)) || isCreated
        continue
      }
      const consentSubject = { operatorId, centreId: task.centreId, day: dayOf(ctx.now) }
      // Skips documents that were already sent or signed: a user may repeat the request, or the job restart after a
      // crash.
      if (
        (await hasPendingContract(ctx, operatorId, kind satisfies ContractKind, task.centreId)) ||
        (await hasConsents(ctx, { ...consentSubject, kinds: contractRulesOf(kind).consents }))
      )
        continue
      const unit = task.unitId === null ? {} : { unitId: task.unitId }
      isCreated = (await startContract(ctx, { kind, centreId: task.centreId, mode: task.mode, operatorId, ...unit })) !== null || isCreated
    }
    return isCreated
  })
}

/** Processes one operator at a time, each in its own transaction; a failure does not stop the others. */
export async function startContracts(job: JobContext, task: BulkStartTask): Promise<void> {
  const stateBefore = await job.runAs(task.userId, action, (ctx) => taskState(ctx, task.taskId), task)
  if (stateBefore === 'done') return
  let startedCount = 0
  for (const [at, operatorId] of task.operatorIds.entries()) {
    if (job.isStopping()) throw new Error('the server is stopping')
    try {
      const isCreated = await job.runAs(task.userId, action, (ctx) => startContractFor(ctx, task, operatorId), task)
      if (isCreated) startedCount++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      job.log.info({ operatorId, error: error.error }, 'a contract could not be sent')
    }
    if (at % 10 === 9) await job.runAs(task.userId, action, (ctx) => setTaskState(ctx, task.taskId, { state: 'running', done_count: at + 1 }), task)
  }
  const skippedCount = task.operatorIds.length - startedCount
  const message = translate(contractTaskTexts.startedMany, task.language, { made: startedCount, skipped: skippedCount })
  await job.runAs(task.userId, action, async (ctx) => {
    await setTaskState(ctx, task.taskId, { state: 'done', done_count: task.operatorIds.length, message })
    ctx.note({ refType: 'task', refId: task.taskId, centreId: task.centreId, detail: { made: startedCount, skipped: skippedCount } })
  })
}
