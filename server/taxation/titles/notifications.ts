import type { Context } from '#/server/kernel/context.ts'
import { holdersAt } from '#/server/services/messages/public.ts'
import { centresOf } from '#/server/taxation/titles/store.ts'

/** Returns the reviewers of this unit's titles at its centres. */
export async function titleReviewers(ctx: Context, unitId: number): Promise<number[]> {
  const people: number[] = []
  for (const { centre_id } of await centresOf(ctx, unitId)) people.push(...(await holdersAt(ctx, centre_id, 'fp:check', { alone: true })))
  return [...new Set(people)]
}
