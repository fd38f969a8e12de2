import { settlementMode } from '#/domain/base/codes.ts'
import { shiftMonth } from '#/domain/base/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/money/tax/store-closing.ts'
import { moveCredits } from '#/server/money/tax/store-credits.ts'
import { flagFollowingMonths, recountLines } from '#/server/money/tax/store-facts.ts'

export interface CentreMonth {
  readonly centreId: number
  readonly month: string
}

/**
 * Closes a month for declaration and fixes its figures. Unpaid lines first move to the next month, in which they will
 * be paid. Returns their number. Holds the counting lock, so that reservations and payments wait.
 */
export async function closeMonth(ctx: Context, { centreId, month }: CentreMonth): Promise<number> {
  return ctx.widen('tax standings', async () => {
    await store.lockAgainstCounting(ctx)
    const lines = (await store.unpaidLines(ctx, centreId, month)).map((line) => ({ ...line, mode: settlementMode.generalContract, to: shiftMonth(month, 1) }))
    if (lines.length > 0) {
      await recountLines(ctx, lines)
      await moveCredits(ctx, lines)
      await store.markLinesUnpaid(
        ctx,
        lines.map((line) => line.line_id),
      )
      await flagFollowingMonths(ctx, lines)
    }
    await store.insertClosing(ctx, centreId, month)
    return lines.length
  })
}

/** Reopens a closed month. Later returns of payments are declared when it is closed again. */
export async function reopenMonth(ctx: Context, { centreId, month }: CentreMonth): Promise<void> {
  await ctx.widen('tax standings', async () => {
    await store.releaseReturns(ctx, centreId, month)
    await store.deleteClosing(ctx, centreId, month)
  })
}

/** Assigns all undeclared payment returns of a closed month to an edition. */
export async function declareReturns(ctx: Context, { centreId, month }: CentreMonth, edition: number): Promise<void> {
  await ctx.widen('tax standings', () => store.assignReturnsToEdition(ctx, centreId, month, edition))
}
