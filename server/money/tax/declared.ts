import { settlementMode } from '#/domain/base/codes.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { policiesOf, reviewTaxMonths } from '#/server/money/tax/facts.ts'
import * as people from '#/server/money/tax/store.ts'
import * as store from '#/server/money/tax/store-closing.ts'
import { flagFollowingMonths } from '#/server/money/tax/store-facts.ts'

/**
 * Reviews a person's tax after a change of the counted sales on other platforms in a month. The next payment includes a
 * difference. A difference of a closed month belongs to the first open period. The caller has locked the person.
 * Returns whether a centre has closed the month.
 */
export async function reviewDeclaredSales(ctx: Context, { operatorId, month }: { readonly operatorId: number; readonly month: string }): Promise<boolean> {
  return ctx.widen('tax standings', async () => {
    const policy = (await policiesOf(ctx, [month])).get(month)
    if (!policy?.params.vat.countsOtherPlatforms) return false
    await store.waitForMonthClosing(ctx)
    const places = await store.countingCentres(ctx, operatorId, month)
    await flagFollowingMonths(
      ctx,
      places.map(({ centre_id }) => ({ line_id: 0, centre_id, mode: settlementMode.generalContract, operator_id: operatorId, month })),
    )
    await reviewTaxMonths(ctx, [operatorId], [])
    return places.some((place) => place.is_closed)
  })
}

/** Returns the caller's first paid month as a natural person, and the gross of each month since `from` over all centres. */
export async function paidMonths(ctx: Context, operatorId: number, from: string): Promise<{ first: string | null; paid: ReadonlyMap<string, Fen> }> {
  const rows = await people.paidMonths(ctx, operatorId)
  return { first: rows[0]?.month ?? null, paid: new Map(rows.filter((row) => row.month >= from).map((row) => [row.month, fen(row.gross)])) }
}
