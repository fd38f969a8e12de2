import type { Context } from '#/server/kernel/context.ts'
import { holdersAt } from '#/server/services/messages/public.ts'

/** Who reviews titles of this unit at its centres. */
export async function keepersOf(ctx: Context, unitId: number): Promise<number[]> {
  const places = await ctx.db.selectFrom('unit_setting').select('centre_id').distinct().where('unit_id', '=', unitId).execute()
  const people: number[] = []
  for (const { centre_id } of places) people.push(...(await holdersAt(ctx, centre_id, 'fp:check', { alone: true })))
  return [...new Set(people)]
}
