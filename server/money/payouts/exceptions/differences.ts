import type { ReportedResult } from '#/domain/money/payout-exception.ts'
import type { Context } from '#/server/kernel/context.ts'
import { openExceptions } from '#/server/money/payouts/exceptions/exceptions.ts'
import * as desk from '#/server/money/payouts/exceptions/store-desk.ts'
import * as store from '#/server/money/payouts/exceptions/store-exceptions.ts'

/** A difference from reconciliation, to resolve as a payout exception. */
export interface PayoutDifference {
  readonly channelId: number
  /** Null if the number is not one of ours. */
  readonly attemptId: number | null
  readonly requestNo: string
  /** The number of the difference as shown to users. */
  readonly no: string
  readonly reported: ReportedResult
  readonly theirs: number | null
  readonly suspense: number
  readonly isAmount: boolean
  readonly reference: string
  readonly answer: string
}

/**
 * Opens an exception for a difference and books the bank's movement on the suspense account. Returns null if the fact
 * already has an exception.
 */
export async function openDifference(ctx: Context, of: PayoutDifference): Promise<number | null> {
  return ctx.widen('a difference of reconciliation', async () => {
    const line = of.attemptId === null ? null : await desk.lockOrder(ctx, of.attemptId)
    const differenceKind = of.isAmount ? 'wrong_amount' : 'late_success'
    const kind = line === null ? 'unknown_number' : of.reported === 'failed' ? 'contradiction' : of.reported === 'returned' ? 'stray_return' : differenceKind
    const { channelId, requestNo, no: noticeId, reported, theirs, suspense, answer, reference } = of
    const openedCount = await openExceptions(ctx, [{ kind, channelId, line, requestNo, noticeId, reported, theirs, suspense, answer, reference }])
    return openedCount === 0 ? null : store.exceptionIdOfNotice(ctx, channelId, noticeId)
  })
}
