import { plainRefusals } from '#/api/desk/plain.texts.ts'
import { provedAt } from '#/server/access/auth/store-proof.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'

const proofMs = 15 * 60_000
const reasonLeast = 4

/** Refuses whoever has not shown the login password in this session within a quarter of an hour (`profile.prove`). */
export async function expectProof(ctx: Context): Promise<void> {
  const at = await provedAt(ctx)
  if (at === null || at.getTime() + proofMs <= ctx.real.getTime()) refuse(plainRefusals, 'proofNeeded')
}

/** Refuses an export of whole numbers to who may not, without a reason, or without a fresh proof; answers the reason. */
export async function expectPlainExport(ctx: Context, reason: string | undefined): Promise<string> {
  if (!ctx.actor.may('plain:export')) refuse(plainRefusals, 'mayNotExport')
  const said = (reason ?? '').trim()
  if ([...said].length < reasonLeast) refuse(plainRefusals, 'reasonNeeded')
  await expectProof(ctx)
  return said
}
