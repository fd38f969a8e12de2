import { add, type Fen, ZERO } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type CentreCustody, custodyByCentre, needsProof } from '#/server/money/custody/status.ts'

export { type CentreCustody, custodyByCentre }

/** Counts the centres in the caller's scope that hold money of others without a valid proof, and sums that money. */
export async function unprovedCustody(ctx: Context): Promise<{ count: number; amount: Fen }> {
  const open = (await custodyByCentre(ctx)).filter(needsProof)
  return { count: open.length, amount: open.reduce((sum, { held }) => add(sum, held), ZERO) }
}
