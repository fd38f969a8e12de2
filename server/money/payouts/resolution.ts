import { exceptionRefusals } from '#/api/money/payout-exceptions.texts.ts'
import { underWayStates } from '#/domain/line.ts'
import { type Fen, fen, negate } from '#/domain/money.ts'
import { type Resolution, resolutionsOf } from '#/domain/payout-exception.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { clearSuspense, coverException, type ExceptionMoney, freezeLineAgain } from '#/server/money/ledger/public.ts'
import { closeAwaited, moneyOf } from '#/server/money/payouts/exceptions.ts'
import { moneyOf as lineMoney, type Step, takeSteps } from '#/server/money/payouts/results.ts'
import type { LockedLine } from '#/server/money/payouts/store.ts'
import * as desk from '#/server/money/payouts/store-desk.ts'
import * as store from '#/server/money/payouts/store-exceptions.ts'
import { lockPeople, reserveTaxAgain } from '#/server/money/tax/public.ts'

/** How an exception may be resolved as things stand; nothing once it is. */
export function waysOf(row: desk.WholeRow): Resolution[] {
  if (row.state === 'resolved') return []
  const { told, suspense_fen: suspense, ours_fen: ours, line_state: line, is_replaced, is_repeated, is_claim_free } = row
  return resolutionsOf({ told, suspense, ours, line, isOwnOrder: !is_replaced, isRepeated: is_repeated || !is_claim_free })
}

async function step(ctx: Context, row: desk.WholeRow, more: Omit<Step, 'line'>): Promise<void> {
  await takeSteps(ctx, [{ line: await desk.lockOrder(ctx, row.attempt_id ?? 0), ...more }], 'resolve')
}

/** A line that ended without payment is under way again: counted in its person's month, its cost set aside. */
async function reopen(ctx: Context, line: LockedLine): Promise<void> {
  await takeSteps(ctx, [{ line, to: 'unknown', isAwaited: true }], 'resolve')
  await store.giveUpHeld(ctx, line.id, line.attempt_id)
  if (line.state === 'held') return
  await reserveTaxAgain(ctx, line)
  await freezeLineAgain(ctx, lineMoney(line))
}

/** Makes up for what was set aside too little: this end, and those of the unit's other lines, are covered again. */
async function cover(ctx: Context, row: desk.WholeRow, money: ExceptionMoney): Promise<void> {
  if (row.kind !== 'not_booked' || row.unit_id === null) return
  const missing = await store.missingAside(ctx, { unitId: row.unit_id, centreId: row.centre_id, mode: row.mode })
  if (missing > 0) await coverException(ctx, money, fen(missing))
}

async function pay(ctx: Context, row: desk.WholeRow, money: ExceptionMoney): Promise<void> {
  const line = await desk.lockOrder(ctx, row.attempt_id ?? 0)
  if (!underWayStates.includes(line.state)) await reopen(ctx, line)
  await cover(ctx, row, money)
  // A payment by hand was made on the day of its slip, however late the exception is resolved.
  const paidAt = await desk.slipMoment(ctx, line.attempt_id)
  await step(ctx, row, { to: 'success', reference: row.reference || null, ...(paidAt && { paidAt }) })
}

/** The line ends without payment: what was set aside for it is released, once a shortfall is covered. */
async function fail(ctx: Context, row: desk.WholeRow, money: ExceptionMoney, reason: string): Promise<void> {
  await cover(ctx, row, money)
  await step(ctx, row, { to: 'failed', code: 'not_paid', reason })
}

async function clear(ctx: Context, money: ExceptionMoney, to: 'bank' | 'unit_available' | 'adjustment', booked: Fen | null = null): Promise<void> {
  if (money.suspense !== 0) await clearSuspense(ctx, money, to, booked)
}

/** Books the resolution. Payment, failure and return of a line are booked by its ordinary steps only. */
async function book(ctx: Context, row: desk.WholeRow, resolution: Resolution, reason: string): Promise<void> {
  const money = moneyOf(row, reason)
  const ours = fen(row.ours_fen ?? 0)
  const isOpen = row.line_state !== null && !row.is_replaced && underWayStates.includes(row.line_state)
  if (resolution === 'paid' || resolution === 'as_ordered') {
    await clear(ctx, money, 'bank', resolution === 'paid' ? negate(ours) : null)
    await pay(ctx, row, money)
  } else if (resolution === 'returned') {
    await clear(ctx, money, 'bank', ours)
    if (isOpen) await pay(ctx, row, money)
    await step(ctx, row, { to: 'returned', code: 'returned', reason })
  } else if (resolution === 'failed') {
    await fail(ctx, row, money, reason)
  } else if (resolution === 'undone') {
    await clear(ctx, money, 'bank')
    if (isOpen) await fail(ctx, row, money, reason)
  } else if (resolution !== 'noted') await clear(ctx, money, resolution === 'unit' ? 'unit_available' : 'adjustment')
}

/** Carries out a resolution that two people agreed on; the caller has locked the exception. Refuses when it is no longer possible. */
export async function resolve(ctx: Context, row: desk.WholeRow, reason: string): Promise<void> {
  const { resolution } = row
  if (resolution === null || !waysOf(row).includes(resolution)) refuse(exceptionRefusals, 'wayGone')
  await store.move(ctx, row, { state: 'resolved', resolution })
  await store.addStep(ctx, { exceptionId: row.id, centreId: row.centre_id, kind: 'resolved', resolution, reason })
  await ctx.widen('an exception resolved', async () => {
    // People before accounts, as everywhere: whoever books results of the same person waits here.
    const line = row.attempt_id === null ? null : await desk.lockOrder(ctx, row.attempt_id)
    if (line?.operator_id) await lockPeople(ctx, [line.operator_id])
    await book(ctx, row, resolution, reason)
    if (row.attempt_id !== null && (await desk.lockOrder(ctx, row.attempt_id)).state !== row.line_state)
      await closeAwaited(ctx, [{ attempt_id: row.attempt_id, answer: `→ ${row.no}` }])
  })
}
