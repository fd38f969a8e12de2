import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/money/clearings/store.ts'
import { clearableMonths } from '#/server/money/tax/public.ts'

/** Adds a clearing for each new excess of closed months at these centres (null: all). Returns their number. */
export async function findExcess(ctx: Context, centreIds: readonly number[] | null): Promise<number> {
  return store.add(ctx, await clearableMonths(ctx, centreIds))
}
