import { settlementMode } from '#/domain/codes.ts'
import { shiftMonth } from '#/domain/period.ts'
import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/money/tax/store-closing.ts'
import { flagFollowing, recount } from '#/server/money/tax/store-facts.ts'

/** A month of a centre for natural persons. */
export interface CentreMonth {
  readonly centreId: number
  readonly month: string
}

/**
 * Closes a month for declaring: from here on its figures stand still. Lines that are under way count in the month they will be paid in, so they move on to the
 * next one first; answers how many. Whoever counts or pays lines waits meanwhile.
 */
export async function closeMonth(ctx: Context, { centreId, month }: CentreMonth): Promise<number> {
  return ctx.widen('tax standings', async () => {
    await store.lockCounting(ctx)
    const lines = (await store.openLines(ctx, centreId, month)).map((line) => ({ ...line, mode: settlementMode.generalContract, to: shiftMonth(month, 1) }))
    if (lines.length > 0) {
      await recount(ctx, lines)
      await store.stillOpen(
        ctx,
        lines.map((line) => line.line_id),
      )
      await flagFollowing(ctx, lines)
    }
    await store.close(ctx, centreId, month)
    return lines.length
  })
}

/** Opens a closed month again. What came back of it meanwhile is declared when the month is closed again. */
export async function reopenMonth(ctx: Context, { centreId, month }: CentreMonth): Promise<void> {
  await ctx.widen('tax standings', async () => {
    await store.releaseReturns(ctx, centreId, month)
    await store.reopen(ctx, centreId, month)
  })
}

/** Assigns to an edition of a closed month all its returns that no edition declares yet. */
export async function declareReturns(ctx: Context, { centreId, month }: CentreMonth, edition: number): Promise<void> {
  await ctx.widen('tax standings', () => store.claimReturns(ctx, centreId, month, edition))
}
