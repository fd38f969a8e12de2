import type { Context, Mode } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'

/** Returns the centre and mode of the caller's session. Refuses callers with several centres who have chosen none. */
export function requirePlace(ctx: Context): { centreId: number; mode: Mode } {
  const { centreId, mode } = ctx.scope
  if (centreId === null || mode === null) throw new Refusal('choose_centre', kernelRefusals.chooseCentre)
  return { centreId, mode }
}
