import { fen } from '#/domain/base/money.ts'
import { type BatchState, stateOfSentBatch } from '#/domain/money/batch.ts'
import type { LineState } from '#/domain/money/line.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type LineEnd, type LineMoney, postLines } from '#/server/money/ledger/public.ts'
import { accrueCommission, reverseCommission } from '#/server/money/payouts/dispatch/commission.ts'
import { queryDelay } from '#/server/money/payouts/dispatch/decision.ts'
import { linesReturned } from '#/server/money/payouts/dispatch/events.ts'
import { notifyOfHeldLines, notifyPayees } from '#/server/money/payouts/dispatch/notifications.ts'
import * as store from '#/server/money/payouts/store.ts'
import * as tallies from '#/server/money/payouts/store-tallies.ts'
import { countPaidLines, creditJournals, lockPeople, releaseTax, reverseClearings } from '#/server/money/tax/public.ts'
import { markVouchersReturned, recordPaymentReceipts } from '#/server/money/vouchers/public.ts'
import { holdersAt, holdersInUnit, queueTextNotice, sendNotification } from '#/server/services/messages/public.ts'

type LockedLine = store.LockedLine

/** The change of one line to another state. */
export interface LineStep {
  readonly line: LockedLine
  readonly to: LineState
  readonly code?: string | null
  readonly reason?: string
  readonly reference?: string | null
  readonly notifyId?: string
  /** The bank's time of payment, if reported. Otherwise the time of its answer counts. */
  readonly paidAt?: Date
  /** Whether a user will register the result, so that it is never queried. */
  readonly isAwaited?: boolean
  /** The earliest time for sending a line that is queued again. */
  readonly notBefore?: Date
}

const finalStates: readonly LineState[] = ['success', 'failed', 'cancelled', 'returned']
const releasedStates: readonly LineState[] = ['failed', 'cancelled', 'returned']

function momentAfter(ctx: Context, milliseconds: number): Date {
  return new Date(ctx.now.getTime() + milliseconds)
}

/** Returns the amounts of a line for the ledger. */
export function ledgerAmounts(line: LockedLine): LineMoney {
  return {
    id: line.id,
    no: line.no,
    centreId: line.centre_id,
    mode: line.mode,
    unitId: line.unit_id,
    cost: fen(line.cost_fen),
    net: fen(line.net_fen),
    vat: fen(line.vat_fen),
    surcharge: fen(line.surcharge_fen),
    iit: fen(line.iit_fen),
    fee: fen(line.fee_fen),
  }
}

function ledgerEndsOf({ line, to, reason }: LineStep): LineEnd[] {
  const end = to === 'success' ? 'paid' : to === 'returned' ? 'returned' : to === 'failed' || to === 'cancelled' ? 'released' : null
  return end === null ? [] : [{ line: ledgerAmounts(line), end, ...(reason && { memo: reason }) }]
}

/** Returns the counts of a batch after these steps. */
function tallyAfter(before: tallies.TallyRow, steps: readonly LineStep[]): tallies.TallyRow {
  const tally = { ...before }
  for (const { line, to } of steps) {
    // A line that is in progress again no longer counts as failed.
    if (line.state === 'failed' || line.state === 'cancelled') {
      tally.failed--
      tally.failed_cost -= line.cost_fen
    }
    if (to === 'success') {
      tally.success++
      tally.success_cost += line.cost_fen
    } else if (to === 'failed' || to === 'cancelled') {
      tally.failed++
      tally.failed_cost += line.cost_fen
    } else if (to === 'returned') {
      tally.success--
      tally.success_cost -= line.cost_fen
      tally.returned++
      tally.returned_cost += line.cost_fen
    }
  }
  return tally
}

/** Notifies maker and payer of a batch's result, and the unit's administrators of failed payments. */
async function notifyOutcome(
  ctx: Context,
  before: tallies.TallyRow,
  { id, no, unit_id, maker_id, payer_id, ...row }: tallies.TallyRow,
  state: BatchState,
): Promise<void> {
  const batchReference = { path: `/zf/batch/${id}`, refType: 'batch', refId: id } as const
  const { success, failed } = row
  const hasEnded = before.state === 'paying' && state !== 'paying'
  const newReturns = row.returned - before.returned
  if (hasEnded && failed === 0 && row.returned === 0)
    await sendNotification(ctx, { ...batchReference, to: [maker_id, payer_id], kind: 'batchPaid', values: { no, success } })
  if ((!hasEnded || failed === 0) && newReturns === 0) return
  const people = [maker_id, payer_id, ...(await holdersInUnit(ctx, unit_id, 'employeeDw'))]
  if (hasEnded && failed > 0 && success > 0)
    await sendNotification(ctx, { ...batchReference, to: people, kind: 'batchPartial', values: { no, success, failed } })
  else if (hasEnded && failed > 0) await sendNotification(ctx, { ...batchReference, to: people, kind: 'batchFailed', values: { no, failed } })
  if (newReturns === 0) return
  const centre = await holdersAt(ctx, row.centre_id, 'zf:retry', { mode: row.mode })
  await sendNotification(ctx, { ...batchReference, to: [...people, ...centre], kind: 'batchReturned', values: { no, count: newReturns } })
  await queueTextNotice(ctx, { unitId: unit_id, centreId: row.centre_id, mode: row.mode }, { kind: 'batchReturned', values: { no, count: newReturns } })
}

/**
 * Returns whether other lines may pay the debt of this line: the line repeats another, had failed, was cancelled or
 * returned, or is being returned.
 */
function canBeRepeated({ line, to }: LineStep): boolean {
  return line.first_line_id !== null || to === 'returned' || releasedStates.includes(line.state)
}

/** Updates counts and states of batches from these steps, and records every change of state and every return. */
async function refreshBatches(ctx: Context, steps: readonly LineStep[]): Promise<void> {
  const endSteps = steps.filter((step) => finalStates.includes(step.to) || finalStates.includes(step.line.state))
  const batchIds = new Set(endSteps.map((step) => step.line.batch_id))
  const repeatedBatchIds = await tallies.batchIdsOfDebts(
    ctx,
    endSteps.filter(canBeRepeated).map((step) => step.line),
  )
  for (const tallyBefore of await tallies.lockTallies(ctx, [...batchIds, ...repeatedBatchIds])) {
    if (!batchIds.has(tallyBefore.id)) continue
    const row = tallyAfter(
      tallyBefore,
      endSteps.filter((step) => step.line.batch_id === tallyBefore.id),
    )
    const { success, failed, returned } = row
    const state = stateOfSentBatch({ open: row.lines - success - failed - returned, success, failed, returned }, row.is_closed)
    const hasReturn = returned > tallyBefore.returned
    await tallies.setTally(ctx, row, state, hasReturn)
    if (state === tallyBefore.state && !hasReturn) continue
    await notifyOutcome(ctx, tallyBefore, row, state)
    ctx.note({
      refType: 'batch',
      refId: row.id,
      unitId: row.unit_id,
      centreId: row.centre_id,
      detail: { no: row.no, from: tallyBefore.state, to: state, success, failed, returned },
    })
  }
  await tallies.recountResent(ctx, repeatedBatchIds)
}

/**
 * Changes the state of lines with all consequences in one transaction: attempts and events, tax standings, money,
 * commission, receipts, batch counts. Uses a fixed number of statements. The caller has locked the lines. Lock order:
 * people, tax standings, accounts.
 */
export async function applySteps(ctx: Context, steps: readonly LineStep[], source: store.StepSource): Promise<void> {
  if (steps.length === 0) return
  const rows = steps.map(({ line, to, code, reason, reference, notifyId, paidAt, isAwaited, notBefore }) => ({
    id: line.id,
    month: line.month,
    centre_id: line.centre_id,
    unit_id: line.unit_id,
    attempt_id: line.attempt_id,
    from_state: line.state,
    to_state: to,
    attempt_state: to === 'queued' ? 'created' : to,
    code: code ?? null,
    reason: reason ?? '',
    reference: reference ?? null,
    notify_id: notifyId ?? null,
    next_query_at: notBefore ?? (!isAwaited && (to === 'processing' || to === 'unknown') ? momentAfter(ctx, queryDelay(line.queries)) : null),
    paid_at: paidAt ?? null,
    is_final: finalStates.includes(to),
    is_released: releasedStates.includes(to),
  }))
  await store.writeSteps(ctx, rows, source)
  const linesWithNewState = (requested: readonly LineState[]) => steps.filter((step) => requested.includes(step.to)).map((step) => step.line)
  const people = linesWithNewState(['success', ...releasedStates]).flatMap(({ operator_id: id }) => (id === null ? [] : [id]))
  await lockPeople(ctx, [...new Set(people)])
  await releaseTax(ctx, linesWithNewState(releasedStates))
  await countPaidLines(
    ctx,
    steps.filter((step) => step.to === 'success').map(({ line, paidAt = ctx.now }) => ({ id: line.id, paidAt })),
  )
  const endedLines = linesWithNewState(['success', ...releasedStates])
  await reverseClearings(ctx, endedLines)
  const bookedLineIds = linesWithNewState(['success', 'returned']).map((line) => line.id)
  const credits = await creditJournals(
    ctx,
    bookedLineIds,
    endedLines.map((line) => line.id),
  )
  await postLines(ctx, steps.flatMap(ledgerEndsOf), credits)
  const paidLines = linesWithNewState(['success'])
  await accrueCommission(ctx, paidLines)
  await recordPaymentReceipts(ctx, paidLines)
  const returnedLines = linesWithNewState(['returned'])
  await reverseCommission(ctx, returnedLines)
  if (returnedLines.length > 0) {
    const lineIds = returnedLines.map((line) => line.id)
    await markVouchersReturned(ctx, lineIds)
    await ctx.publish(linesReturned, { lineIds })
  }
  await refreshBatches(ctx, steps)
  await notifyPayees(ctx, steps)
  await notifyOfHeldLines(ctx, steps)
}
