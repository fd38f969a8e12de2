import { type TaxParts, taxPartNames } from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/money/clearings/store.ts'
import { clearableExcesses } from '#/server/money/tax/public.ts'

/**
 * Adds a clearing for each new excess of closed months at these centres (null: all) and returns their number. Withdraws
 * unapproved clearings whose excess no longer exists, and refused ones whose excess grew. With `isAsked`, also adds
 * unchanged clearings that a person withdrew before; the daily job omits them.
 */
export async function findExcess(ctx: Context, centreIds: readonly number[] | null, isAsked: boolean): Promise<number> {
  const months = await clearableExcesses(ctx, centreIds)
  const clearingKeyOf = (centreId: number, operatorId: number, month: string) => `${centreId}:${operatorId}:${month}`
  const excessByKey = new Map(months.map((each) => [clearingKeyOf(each.centreId, each.operatorId, each.month), each.parts]))
  const outdatedClearings = (await store.undecidedClearings(ctx, centreIds)).filter((row) => {
    const parts = excessByKey.get(clearingKeyOf(row.centre_id, row.operator_id, row.month))
    const hasTaxChanged = (name: keyof TaxParts) =>
      parts !== undefined && (parts[name] < row[store.taxColumns[name]] || (row.state === 'refused' && parts[name] > row[store.taxColumns[name]]))
    return !parts || taxPartNames.some(hasTaxChanged)
  })
  await store.withdrawOutdated(ctx, outdatedClearings)
  return store.insertClearings(ctx, months, isAsked)
}
