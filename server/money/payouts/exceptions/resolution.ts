import { exceptionRefusals } from '#/api/money/payout-exceptions.texts.ts'
import { type Fen, fen, negate } from '#/domain/base/money.ts'
import { inProgressLineStates } from '#/domain/money/line.ts'
import { type ExceptionResolution, resolutionsOf } from '#/domain/money/payout-exception.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { clearSuspense, coverException, type ExceptionMoney, refreezeLine } from '#/server/money/ledger/public.ts'
import { applySteps, type LineStep, ledgerAmounts as lineMoney } from '#/server/money/payouts/dispatch/results.ts'
import { closeAwaitingExceptions, exceptionAmounts } from '#/server/money/payouts/exceptions/exceptions.ts'
import * as desk from '#/server/money/payouts/exceptions/store-desk.ts'
import * as store from '#/server/money/payouts/exceptions/store-exceptions.ts'
import type { LockedLine } from '#/server/money/payouts/store.ts'
import { lockPeople, reserveTaxAgain } from '#/server/money/tax/public.ts'

/** Returns the resolutions that are possible now; none once the exception is resolved. */
export function possibleResolutions(row: desk.ExceptionDetailRow): ExceptionResolution[] {
  if (row.state === 'resolved') return []
  const { told: reported, suspense_fen: suspense, ours_fen: ours, line_state: line, is_replaced, is_repeated, is_claim_free } = row
  return resolutionsOf({ reported, suspense, ours, line, isOwnOrder: !is_replaced, isRepeated: is_repeated || !is_claim_free })
}

async function applyStep(ctx: Context, row: desk.ExceptionDetailRow, more: Omit<LineStep, 'line'>): Promise<void> {
  await applySteps(ctx, [{ line: await desk.lockOrder(ctx, row.attempt_id ?? 0), ...more }], 'resolve')
}

/** Reopens a line that ended without payment: counts it in the payee's tax month and reserves its cost. */
async function reopenLine(ctx: Context, line: LockedLine): Promise<void> {
  await applySteps(ctx, [{ line, to: 'unknown', isAwaited: true }], 'resolve')
  await store.cancelHeldOrders(ctx, line.id, line.attempt_id)
  if (line.state === 'held') return
  await reserveTaxAgain(ctx, line)
  await refreezeLine(ctx, lineMoney(line))
}

/**
 * Reserves the shortfall of the unit's reserved funds, for this line and its other lines. Does nothing unless the
 * exception is `not_booked`.
 */
async function coverShortfall(ctx: Context, row: desk.ExceptionDetailRow, money: ExceptionMoney): Promise<void> {
  if (row.kind !== 'not_booked' || row.unit_id === null) return
  const shortfallFen = await store.reservedShortfall(ctx, { unitId: row.unit_id, centreId: row.centre_id, mode: row.mode })
  if (shortfallFen > 0) await coverException(ctx, money, fen(shortfallFen))
}

async function payLine(ctx: Context, row: desk.ExceptionDetailRow, money: ExceptionMoney): Promise<void> {
  const line = await desk.lockOrder(ctx, row.attempt_id ?? 0)
  if (!inProgressLineStates.includes(line.state)) await reopenLine(ctx, line)
  await coverShortfall(ctx, row, money)
  // A manual payment has the date of its slip, even if the exception is resolved later.
  const paidAt = await desk.slipMoment(ctx, line.attempt_id)
  await applyStep(ctx, row, { to: 'success', reference: row.reference || null, ...(paidAt && { paidAt }) })
}

/** Ends the line without payment and releases its reserved funds, after covering a shortfall. */
async function failLine(ctx: Context, row: desk.ExceptionDetailRow, money: ExceptionMoney, reason: string): Promise<void> {
  await coverShortfall(ctx, row, money)
  await applyStep(ctx, row, { to: 'failed', code: 'not_paid', reason })
}

async function clearIfSuspended(ctx: Context, money: ExceptionMoney, to: 'bank' | 'unit_available' | 'adjustment', booked: Fen | null = null): Promise<void> {
  if (money.suspense !== 0) await clearSuspense(ctx, money, to, booked)
}

/** Books the resolution. Payment, failure and return of a line use its ordinary steps. */
async function bookResolution(ctx: Context, row: desk.ExceptionDetailRow, resolution: ExceptionResolution, reason: string): Promise<void> {
  const money = exceptionAmounts(row, reason)
  const ourAmount = fen(row.ours_fen ?? 0)
  const isOpen = row.line_state !== null && !row.is_replaced && inProgressLineStates.includes(row.line_state)
  if (resolution === 'paid' || resolution === 'as_ordered') {
    await clearIfSuspended(ctx, money, 'bank', resolution === 'paid' ? negate(ourAmount) : null)
    await payLine(ctx, row, money)
  } else if (resolution === 'returned') {
    await clearIfSuspended(ctx, money, 'bank', ourAmount)
    if (isOpen) await payLine(ctx, row, money)
    await applyStep(ctx, row, { to: 'returned', code: 'returned', reason })
  } else if (resolution === 'failed') {
    await failLine(ctx, row, money, reason)
  } else if (resolution === 'undone') {
    await clearIfSuspended(ctx, money, 'bank')
    if (isOpen) await failLine(ctx, row, money, reason)
  } else if (resolution !== 'noted') await clearIfSuspended(ctx, money, resolution === 'unit' ? 'unit_available' : 'adjustment')
}

/**
 * Executes a resolution that two people agreed on. The caller has locked the exception. Refuses when the resolution is
 * no longer possible.
 */
export async function resolveException(ctx: Context, row: desk.ExceptionDetailRow, reason: string): Promise<void> {
  const { resolution } = row
  if (resolution === null || !possibleResolutions(row).includes(resolution)) refuse(exceptionRefusals, 'wayGone')
  await store.transitionException(ctx, row, { state: 'resolved', resolution })
  await store.addStep(ctx, { exceptionId: row.id, centreId: row.centre_id, kind: 'resolved', resolution, reason })
  await ctx.widen('an exception resolved', async () => {
    // Locks people before accounts, as in `applySteps`, so concurrent results of the same payee wait here.
    const line = row.attempt_id === null ? null : await desk.lockOrder(ctx, row.attempt_id)
    if (line?.operator_id) await lockPeople(ctx, [line.operator_id])
    await bookResolution(ctx, row, resolution, reason)
    if (row.attempt_id !== null && (await desk.lockOrder(ctx, row.attempt_id)).state !== row.line_state)
      await closeAwaitingExceptions(ctx, [{ attempt_id: row.attempt_id, answer: `→ ${row.no}` }])
  })
}
