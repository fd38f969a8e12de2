import { batchIssueMessages } from '#/api/money/line-issues.texts.ts'
import { paymentRefusals } from '#/api/money/payments.texts.ts'
import { add, type Fen, fen, formatYuan, ZERO } from '#/domain/base/money.ts'
import { monthOf } from '#/domain/base/period.ts'
import type { BatchIssue } from '#/domain/money/batch-check.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { balances, freezeBatch, unfreezeBatch } from '#/server/money/ledger/public.ts'
import { checkBatchFacts, exceededUnitLimit, mustRecalculate, recalculateBatch } from '#/server/money/lines/public.ts'
import { notifyNextDuty } from '#/server/money/payments/notifications.ts'
import { batchBlocker } from '#/server/money/payments/presentation.ts'
import * as store from '#/server/money/payments/store.ts'
import * as changes from '#/server/money/payments/store-changes.ts'
import { acceptWarnings } from '#/server/money/payments/store-review.ts'
import * as terms from '#/server/money/payments/store-terms.ts'
import { notifyLowBalance } from '#/server/money/prepayments/public.ts'
import { releaseBatchTax, reserveTax } from '#/server/money/tax/public.ts'
import { sendNotification } from '#/server/services/messages/public.ts'

type BatchRow = store.BatchRow

const minReasonLength = 2

function refuseBlocker(ctx: Context, batch: BatchRow, duty: Parameters<typeof batchBlocker>[2]): void {
  const problem = batchBlocker(ctx, batch, duty)
  if (problem) throw new Refusal(problem.name, problem.text, problem.values)
}

/** Refuses when the caller cannot perform this duty now. Takes no lock. */
export async function expectDuty(ctx: Context, { id }: { id: number }, duty: Parameters<typeof batchBlocker>[2]): Promise<void> {
  refuseBlocker(ctx, await reloadBatch(ctx, id), duty)
}

/** Locks the batch. Refuses when the caller cannot perform this duty now or the version is stale. */
export async function lockForUpdate(ctx: Context, target: { id: number; version: number }, duty: Parameters<typeof batchBlocker>[2]): Promise<BatchRow> {
  const batch = (await store.lock(ctx, target.id)) ?? refuse(paymentRefusals, 'notFound')
  refuseBlocker(ctx, batch, duty)
  if (batch.version !== target.version) refuse(paymentRefusals, 'changed')
  return batch
}

/** Returns the batch after this transaction's changes. */
export async function reloadBatch(ctx: Context, id: number): Promise<BatchRow> {
  return (await store.find(ctx, id)) ?? refuse(paymentRefusals, 'notFound')
}

/**
 * Moves a batch to its next state, records the change and notifies the users who act next. Refuses after a concurrent
 * change.
 */
export async function applyMove(ctx: Context, batch: BatchRow, change: changes.BatchStateChange, detail: Record<string, unknown> = {}): Promise<void> {
  if (!(await changes.changeBatchState(ctx, batch, change))) refuse(paymentRefusals, 'changed')
  ctx.note({
    refType: 'batch',
    refId: batch.id,
    unitId: batch.unit_id,
    centreId: batch.centre_id,
    detail: { no: batch.no, from: batch.state, to: change.state, ...detail },
  })
  await notifyNextDuty(ctx, batch, change)
}

/** Locks the order and returns the faults of contract, order and evidence (E306, E307, E308, W404; INV-18). */
export async function factIssuesOf(ctx: Context, batch: BatchRow): Promise<readonly BatchIssue[]> {
  const [, { issues }] = await Promise.all([
    terms.lockOrder(ctx, batch.order_id),
    checkBatchFacts(ctx, batch, { gross: fen(batch.gross_fen), cost: fen(batch.cost_fen) }),
  ])
  return issues
}

/** Refuses with all errors among the faults. Returns the faults when all are warnings. */
export function refuseErrors(issues: readonly BatchIssue[]): readonly BatchIssue[] {
  const errors = issues.filter((issue) => issue.level === 'error')
  const first = errors[0]
  if (!first) return issues
  throw new Refusal(first.code, batchIssueMessages[first.code], first.values, {
    issues: errors.map((issue) => ({ path: issue.code, message: batchIssueMessages[issue.code], values: issue.values })),
  })
}

function fundsOf(batch: BatchRow) {
  return { id: batch.id, no: batch.no, centreId: batch.centre_id, mode: batch.mode, unitId: batch.unit_id, cost: fen(batch.cost_fen) }
}

/** Releases the money and tax standings reserved for a batch that is not sent. */
export async function releaseReservedMoney(ctx: Context, batch: BatchRow, reason: string): Promise<void> {
  if (batch.is_frozen) await unfreezeBatch(ctx, fundsOf(batch), reason)
  await releaseBatchTax(ctx, batch.id)
}

/**
 * Reserves the cost and counts the lines in the payees' months. If funds are insufficient, changes nothing and returns
 * the shortfall.
 */
async function reserveMoneyAndTax(ctx: Context, batch: BatchRow): Promise<Fen> {
  const shortfallFen = await freezeBatch(ctx, fundsOf(batch))
  if (shortfallFen > 0) return shortfallFen
  const place = { unitId: batch.unit_id, centreId: batch.centre_id, mode: batch.mode }
  await Promise.all([reserveTax(ctx, batch), notifyLowBalance(ctx, place, batch.cost_fen)])
  return shortfallFen
}

function canSkipAudit(batch: BatchRow): boolean {
  return batch.warning_count === 0 && batch.auto_audit_limit_fen > 0 && batch.cost_fen <= batch.auto_audit_limit_fen
}

/**
 * Moves a checked batch to the centre's audit, or directly to payment where the unit's setting allows it. The figures
 * of the batch must have been computed in this transaction.
 */
async function moveToCentre(ctx: Context, batch: BatchRow, change: Omit<changes.BatchStateChange, 'state'>): Promise<void> {
  if (!canSkipAudit(batch)) return applyMove(ctx, batch, { ...change, state: 'auditing', is_insufficient: false })
  const shortfallFen = batch.is_frozen ? ZERO : await reserveMoneyAndTax(ctx, batch)
  if (shortfallFen > 0) return applyMove(ctx, batch, { ...change, state: 'auditing', is_insufficient: true }, { missing: shortfallFen })
  await applyMove(ctx, batch, { ...change, state: 'payable', is_frozen: true, is_insufficient: false, audited_at: ctx.now }, { audit: 'skipped' })
}

/** Returns the figures before a recomputation, for display next to the new ones. */
function displayedFigures(batch: BatchRow): string {
  const { net_fen: net, fee_fen: fee, cost_fen: cost } = batch
  return JSON.stringify({ net, tax: batchTax(batch), fee, cost } satisfies store.DisplayedFigures)
}

/**
 * Submits a batch: recomputes figures, checks evidence, accepts warnings with the reason, and reserves money where the
 * terms require it. New errors or changed figures return the batch for review.
 */
export async function submitBatch(ctx: Context, batch: BatchRow, acknowledgement: string): Promise<void> {
  const isAcknowledged = acknowledgement.length >= minReasonLength
  // Runs before the warnings are recomputed, so that only those shown to the user are accepted.
  if (isAcknowledged) await acceptWarnings(ctx, batch, acknowledgement)
  const reserves = batch.freeze_on_submit || !batch.dual_control
  const { summary, figuresChanged } = await recalculateBatch(ctx, batch.id, { reserves })
  let currentBatch = await reloadBatch(ctx, batch.id)
  if (summary.invalid > 0 || figuresChanged) {
    return applyMove(
      ctx,
      currentBatch,
      { state: currentBatch.state, state_reason: 'recalculated', recalculated_from: displayedFigures(batch) },
      { recalculated: true },
    )
  }
  if (summary.ready + summary.warned === 0) refuse(paymentRefusals, 'empty')
  if (summary.warned > 0 && !isAcknowledged) refuse(paymentRefusals, 'acknowledge', { count: summary.warned })
  refuseErrors(await factIssuesOf(ctx, currentBatch))
  if (currentBatch.freeze_on_submit) {
    if ((await reserveMoneyAndTax(ctx, currentBatch)) > 0) await refuseShortage(ctx, currentBatch)
    currentBatch = { ...currentBatch, is_frozen: true }
  }
  const change = {
    submitter_id: ctx.actor.userId,
    submitted_at: ctx.now,
    state_reason: '',
    recalculated_from: null,
    checker_id: null,
    auditor_id: null,
    is_frozen: currentBatch.is_frozen,
    is_insufficient: false,
  }
  if (currentBatch.dual_control)
    await applyMove(ctx, currentBatch, { ...change, state: 'checking' }, { lines: currentBatch.line_count, cost: currentBatch.cost_fen })
  else await moveToCentre(ctx, currentBatch, change)
}

async function refuseShortage(ctx: Context, batch: BatchRow): Promise<never> {
  const { available } = await balances(ctx, { unitId: batch.unit_id, centreId: batch.centre_id, mode: batch.mode })
  throw new Refusal('E305', batchIssueMessages.E305, { needed: formatYuan(fen(batch.cost_fen)), available: formatYuan(available) })
}

/**
 * Passes the check of the unit's second person. Without an audit this is the last check, so figures and evidence are
 * checked again.
 */
export async function passCheck(ctx: Context, batch: BatchRow): Promise<void> {
  const change = { checker_id: ctx.actor.userId, checked_at: ctx.now, state_reason: '', recalculated_from: null }
  if (!canSkipAudit(batch)) return moveToCentre(ctx, batch, change)
  refuseErrors(await factIssuesOf(ctx, batch))
  const { summary, figuresChanged } = await recalculateBatch(ctx, batch.id, { reserves: true })
  if (figuresChanged) return returnChangedBatch(ctx, batch, summary.invalid > 0)
  await moveToCentre(ctx, await reloadBatch(ctx, batch.id), change)
}

/**
 * Returns the stage that must review changed figures: the last one that confirmed the old ones, else the current one.
 */
function reviewStage(batch: BatchRow): 'checking' | 'auditing' | 'fixing' {
  if (batch.state === 'payable' && batch.auditor_id !== null) return 'auditing'
  if (batch.state === 'auditing' && batch.checker_id === null) return 'auditing'
  if (batch.state === 'checking' || batch.checker_id !== null) return 'checking'
  return 'fixing'
}

/**
 * Returns a batch with changed figures one step for review, with old (`row`) and new figures. With errors it goes
 * back to its maker. Money reserved at submission by the unit's terms is reserved again, other money is released.
 */
export async function returnChangedBatch(ctx: Context, row: BatchRow, hasErrors: boolean): Promise<void> {
  const currentBatch = await reloadBatch(ctx, row.id)
  const state = hasErrors ? 'fixing' : reviewStage(currentBatch)
  const recalculationFields = { state_reason: 'recalculated', recalculated_from: displayedFigures(row) }
  if (state === 'fixing') return sendBack(ctx, currentBatch, 'recalculated', {}, recalculationFields)
  if (currentBatch.is_frozen) await unfreezeBatch(ctx, fundsOf(currentBatch), 'recalculated')
  const shortfallFen = currentBatch.is_frozen && currentBatch.freeze_on_submit ? await reserveMoneyAndTax(ctx, currentBatch) : null
  const clearedConfirmations = { auditor_id: null, checklist: null, ...(state === 'checking' && { checker_id: null }) }
  const reservationFields = { is_frozen: shortfallFen === ZERO, is_insufficient: shortfallFen !== null && shortfallFen > 0 }
  await applyMove(
    ctx,
    currentBatch,
    { state, ...recalculationFields, ...clearedConfirmations, ...reservationFields },
    { recalculated: true, from: row.cost_fen, cost: currentBatch.cost_fen },
  )
  const to = [row.maker_id, ...[row.checker_id, row.auditor_id].filter((id) => id !== null)]
  await sendNotification(ctx, { to, path: `/zf/batch/${row.id}`, refType: 'batch', refId: row.id, kind: 'batchRecalculated', values: { no: row.no } })
}

const clearedReviewFields = { is_frozen: false, is_insufficient: false, checker_id: null, auditor_id: null, checklist: null }

/** Withdraws the batch on behalf of its submitter. */
export async function withdrawBatch(ctx: Context, batch: BatchRow): Promise<void> {
  await releaseReservedMoney(ctx, batch, 'withdrawn')
  await applyMove(ctx, batch, { state: 'fixing', state_reason: 'withdrawn', recalculated_from: null, ...clearedReviewFields })
}

/** Returns the batch to its maker and releases the reserved money. */
export async function sendBack(
  ctx: Context,
  batch: BatchRow,
  reason: string,
  detail: Record<string, unknown> = {},
  figures: Pick<changes.BatchStateChange, 'recalculated_from'> = { recalculated_from: null },
): Promise<void> {
  await releaseReservedMoney(ctx, batch, reason)
  await applyMove(ctx, batch, { state: 'fixing', state_reason: reason, ...figures, ...clearedReviewFields }, { reason, ...detail })
  const notification = { to: [batch.maker_id], path: `/zf/batch/${batch.id}`, refType: 'batch', refId: batch.id } as const
  if (reason === 'recalculated') await sendNotification(ctx, { ...notification, kind: 'batchRecalculated', values: { no: batch.no } })
  else await sendNotification(ctx, { ...notification, kind: 'batchRejected', values: { no: batch.no, name: ctx.actor.name, reason } })
}

/**
 * Approves a batch for the centre: checks figures and evidence again and reserves the money. Without enough money the
 * batch waits for a top-up and a new approval. With changed figures it goes back for review.
 */
export async function approveBatch(ctx: Context, batch: BatchRow, checklist: Record<string, boolean>, remark: string): Promise<void> {
  const [issues, { summary, figuresChanged }] = await Promise.all([factIssuesOf(ctx, batch), recalculateBatch(ctx, batch.id, { reserves: true })])
  if (refuseErrors(issues).length > 0 && remark.length < 2) refuse(paymentRefusals, 'explainPapers')
  if (figuresChanged) return returnChangedBatch(ctx, batch, summary.invalid > 0)
  const currentBatch = await reloadBatch(ctx, batch.id)
  const shortfallFen = currentBatch.is_frozen ? 0 : await reserveMoneyAndTax(ctx, currentBatch)
  if (shortfallFen > 0) return applyMove(ctx, currentBatch, { state: 'auditing', is_insufficient: true }, { missing: shortfallFen })
  const approvalFields = {
    auditor_id: ctx.actor.userId,
    audited_at: ctx.now,
    checklist: JSON.stringify(checklist),
    state_reason: '',
    recalculated_from: null,
  }
  await applyMove(ctx, currentBatch, { state: 'payable', is_frozen: true, is_insufficient: false, ...approvalFields }, { checklist, ...(remark && { remark }) })
}

/**
 * Returns whether the figures may have changed since the last confirmation: by the month, by payments counted before, or
 * by a payee who became unpayable (INV-12).
 */
export async function mayHaveChanged(ctx: Context, batch: BatchRow): Promise<boolean> {
  const [unpayableCount, isOutdated] = await Promise.all([ctx.widen('people of a batch', () => store.countUnpayable(ctx, batch)), mustRecalculate(ctx, batch)])
  const isSameMonth = batch.audited_at !== null && monthOf(batch.audited_at) === monthOf(ctx.now)
  return unpayableCount > 0 || !isSameMonth || isOutdated
}

/** Recomputes a batch and returns it when nothing changed. Otherwise sends it back for review and returns null. */
export async function recalculateForPayment(ctx: Context, batch: BatchRow): Promise<BatchRow | null> {
  const { summary, figuresChanged } = await recalculateBatch(ctx, batch.id, { reserves: true })
  if (!figuresChanged) return reloadBatch(ctx, batch.id)
  await returnChangedBatch(ctx, batch, summary.invalid > 0)
  return null
}

/** Refuses while an unresolved bank exception stops payments of the unit or through the channel. */
export async function expectPayoutsOpen(ctx: Context, batch: BatchRow, channelId: number): Promise<void> {
  if (await terms.arePayoutsStopped(ctx, batch, channelId)) refuse(paymentRefusals, 'payoutsStopped')
}

/** Refuses a payment above the unit's daily or monthly limit on the day of payment (E302). */
export async function expectWithinLimits(ctx: Context, batch: BatchRow): Promise<void> {
  const exceededLimit = await exceededUnitLimit(ctx, batch, fen(batch.gross_fen))
  if (exceededLimit === null) return
  const { scope, used, limit } = exceededLimit
  refuse(paymentRefusals, 'limitReached', { scope, used: formatYuan(used), amount: formatYuan(fen(batch.gross_fen)), limit: formatYuan(limit) })
}

export function batchTax(batch: Pick<BatchRow, 'vat_fen' | 'surcharge_fen' | 'iit_fen'>): Fen {
  return add(fen(batch.vat_fen), fen(batch.surcharge_fen), fen(batch.iit_fen))
}
