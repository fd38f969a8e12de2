import type { Context, Mode } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { kernelRefusals } from '#/server/kernel/texts.ts'

/** The centre that somebody works in now; whoever sees all centres works in none until one is chosen. */
export function ownPlace(ctx: Context): { centreId: number; mode: Mode } {
  const { centreId, mode } = ctx.scope
  if (centreId === null || mode === null) throw new Refusal('choose_centre', kernelRefusals.chooseCentre)
  return { centreId, mode }
}
