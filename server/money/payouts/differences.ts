import type { ReportedResult } from '#/domain/payout-exception.ts'
import type { Context } from '#/server/kernel/context.ts'
import { openExceptions } from '#/server/money/payouts/exceptions.ts'
import * as desk from '#/server/money/payouts/store-desk.ts'
import * as store from '#/server/money/payouts/store-exceptions.ts'

/** A difference that reconciliation found, and that is settled as an exception of payouts. */
export interface Difference {
  readonly channelId: number
  /** null: the number is not one of ours. */
  readonly attemptId: number | null
  readonly requestNo: string
  /** The number that people know the difference by. */
  readonly no: string
  readonly told: ReportedResult
  readonly theirs: number | null
  readonly suspense: number
  readonly isAmount: boolean
  readonly reference: string
  readonly answer: string
}

/** Lists a difference among the exceptions, with what the bank moved on the suspense account; null where the same fact is listed already. */
export async function openDifference(ctx: Context, of: Difference): Promise<number | null> {
  return ctx.widen('a difference of reconciliation', async () => {
    const line = of.attemptId === null ? null : await desk.lockOrder(ctx, of.attemptId)
    const ofPaid = of.isAmount ? 'wrong_amount' : 'late_success'
    const kind = line === null ? 'unknown_number' : of.told === 'failed' ? 'contradiction' : of.told === 'returned' ? 'stray_return' : ofPaid
    const { channelId, requestNo, no: noticeId, told, theirs, suspense, answer, reference } = of
    const added = await openExceptions(ctx, [{ kind, channelId, line, requestNo, noticeId, told, theirs, suspense, answer, reference }])
    return added === 0 ? null : store.idOfNotice(ctx, channelId, noticeId)
  })
}
