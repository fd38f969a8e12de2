import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { periodFaultNames, periodRefusals } from '#/api/taxation/periods.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { job } from '#/server/kernel/jobs/job.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { closeMonth, declareReturns, reopenMonth } from '#/server/money/tax/public.ts'
import { checkPeriod, type PeriodCheckFault } from '#/server/taxation/periods/check.ts'
import { declarationDueOn } from '#/server/taxation/periods/deadlines.ts'
import { policyOf } from '#/server/taxation/periods/line-computation.ts'
import { notifyOfClosing } from '#/server/taxation/periods/notifications.ts'
import * as store from '#/server/taxation/periods/store.ts'
import * as lines from '#/server/taxation/periods/store-lines.ts'

export const computeLinesJob = job('periods.draw', z.object({ declarationId: Id }))
export const chunkSize = 5000

/**
 * Closes a period: fixes its figures and queues the job that writes its lines. Refuses while an earlier month is open,
 * with a blocking fault, or without a reason for other faults.
 */
export async function closePeriod(ctx: Context, row: store.PeriodRow, reason: string): Promise<void> {
  const earlierOpenMonth = await store.blockingMonth(ctx, row, 'earlierOpen')
  if (earlierOpenMonth) refuse(periodRefusals, 'earlierOpen', { month: earlierOpenMonth })
  const { faults } = await checkPeriod(ctx, row)
  const faultTexts = (list: readonly PeriodCheckFault[]) =>
    list.map((each) => `${translate(periodFaultNames[each.kind], ctx.language)} × ${each.count}`).join(', ')
  const blockingFaults = faults.filter((fault) => fault.isBlocking)
  if (blockingFaults.length > 0) refuse(periodRefusals, 'faultsStand', { faults: faultTexts(blockingFaults) })
  if (faults.length > 0 && reason.length < 2) refuse(periodRefusals, 'reasonNeeded', { faults: faultTexts(faults) })
  const movedCount = await closeMonth(ctx, { centreId: row.centre_id, month: row.month })
  await store.update(ctx, row.id, { state: 'closing', closed_by: ctx.actor.userId, closed_at: ctx.now, due_on: declarationDueOn({ ...row, due_on: null }) })
  const fullReason = faults.length > 0 ? `${reason} (${faultTexts(faults)})` : reason
  await beginEdition(ctx, row, { kind: 'closing', reason: fullReason.slice(0, 500) })
  ctx.note({
    refType: 'tax_declaration',
    refId: row.id,
    centreId: row.centre_id,
    detail: { month: row.month, moved: movedCount, ...(fullReason && { reason: fullReason }) },
  })
}

/** Starts writing the lines of the next edition. */
export async function beginEdition(ctx: Context, row: store.PeriodRow, step: store.NewStep): Promise<void> {
  const edition = row.edition + 1
  await declareReturns(ctx, { centreId: row.centre_id, month: row.month }, edition)
  const peopleCount = await ctx.widen('lines of a declaration', () => lines.countPeople(ctx, row))
  const { version } = await policyOf(ctx, row.month)
  await store.update(ctx, row.id, { edition, is_computing: true, done_count: 0, total_count: peopleCount, policy_version: version })
  await store.addStep(ctx, { ...row, edition }, step, ctx.actor.userId)
  await ctx.enqueue(computeLinesJob, { declarationId: row.id })
}

/** Completes an edition once all its lines are written. */
export async function completeEdition(ctx: Context, period: store.LockedPeriod): Promise<void> {
  const totals = await lines.totalsOf(ctx, period)
  const isFirst = period.state === 'closing'
  await store.update(ctx, period.id, {
    ...totals,
    is_computing: false,
    done_count: totals.people,
    total_count: totals.people,
    // A trigger stores the booked tax and compares it with the lines again.
    booked_at: ctx.now,
    ...(isFirst && { state: 'closed' }),
  })
  const row = isFirst && (await store.find(ctx, period.id))
  if (!row) return
  await store.addStep(ctx, row, { kind: 'closed', amount: row.vat_fen + row.surcharge_fen + row.iit_fen }, null)
  await notifyOfClosing(ctx, row)
}

/** Reopens a closed period that is not declared yet. Deletes its lines, so its figures are live again. */
export async function reopenPeriod(ctx: Context, row: store.PeriodRow, reason: string): Promise<void> {
  const laterClosedMonth = await store.blockingMonth(ctx, row, 'laterClosed')
  if (laterClosedMonth) refuse(periodRefusals, 'laterClosed', { month: laterClosedMonth })
  await store.update(ctx, row.id, {
    state: 'open',
    edition: 0,
    closed_by: null,
    closed_at: null,
    due_on: null,
    confirmed_by: null,
    done_count: 0,
    total_count: 0,
  })
  await store.dropLines(ctx, row.id)
  await reopenMonth(ctx, { centreId: row.centre_id, month: row.month })
  await store.addStep(ctx, row, { kind: 'reopened', reason }, ctx.actor.userId)
  ctx.note({ refType: 'tax_declaration', refId: row.id, centreId: row.centre_id, detail: { month: row.month, reason } })
}
