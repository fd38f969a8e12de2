import { contractRefusals } from '#/api/agreements/contracts.texts.ts'
import { canMoveContract } from '#/domain/agreements/contract.ts'
import { dayOf } from '#/domain/base/period.ts'
import { notifyEndingContracts } from '#/server/agreements/contracts/ending.ts'
import { recordMove, restorePreviousContract } from '#/server/agreements/contracts/lifecycle.ts'
import { notifyParties, notifySignersJob } from '#/server/agreements/contracts/notifications.ts'
import { sealJob } from '#/server/agreements/contracts/sealing.ts'
import * as store from '#/server/agreements/contracts/store.ts'
import * as changes from '#/server/agreements/contracts/store-changes.ts'
import { contractsPastDeadline, unsealedContracts } from '#/server/agreements/contracts/store-effects.ts'
import { countReminder, tasksToRemind } from '#/server/agreements/contracts/store-tasks.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'

const chunkSize = 50
const minuteMs = 60_000
const reminderDays = 3

async function expireOverdueContracts(ctx: Context): Promise<number> {
  const ids = await contractsPastDeadline(ctx.db, ctx.now, chunkSize)
  for (const id of ids) {
    const row = await store.findOutsideScope(ctx, id)
    if (!row || !canMoveContract(row.sign_state, 'expire')) continue
    if (!(await changes.update(ctx.db, row, { sign_state: 'expired', ended_at: ctx.now, end_reason: contractRefusals.expired.zh }))) continue
    await restorePreviousContract(ctx, row)
    await notifyParties(ctx, row, 'contractOver', contractRefusals.expired.zh)
    await ctx.enqueue(notifySignersJob, { contractId: id, why: 'expired', language: 'zh' })
    recordMove(ctx, row, 'expired')
  }
  return ids.length
}

async function remindSigners(ctx: Context): Promise<number> {
  const until = new Date(ctx.now.getTime() + reminderDays * 24 * 60 * minuteMs)
  const tasks = await tasksToRemind(ctx.db, { now: ctx.now, until }, chunkSize)
  for (const { id } of tasks) {
    await countReminder(ctx.db, id, dayOf(ctx.now), 1)
    await ctx.enqueue(notifySignersJob, { signTaskId: id, why: 'remind', language: 'zh' })
  }
  return tasks.length
}

/**
 * Expires contracts past their signing deadline, reminds signers once three days before it, and announces contracts
 * that end soon. Also requeues sealing that a crashed server did not finish. Safe to run on several servers.
 */
export async function expireContracts(job: JobContext): Promise<void> {
  for (const sweepStep of [expireOverdueContracts, remindSigners, notifyEndingContracts]) {
    while (!job.isStopping()) if ((await job.runAsOwner('contracts.expire', sweepStep)) < chunkSize) break
  }
  await job.runAsOwner('contracts.seal', async (ctx) => {
    for (const id of await unsealedContracts(ctx.db, new Date(ctx.now.getTime() - 5 * minuteMs), chunkSize)) await ctx.enqueue(sealJob, { contractId: id })
  })
}
