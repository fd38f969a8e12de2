import { authRefusals } from '#/api/access/auth.texts.ts'
import { plainRefusals } from '#/api/desk/plain.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { lastProofAt, strongProofAt } from '#/server/kernel/session/store-sessions.ts'

const proofValidityMs = 15 * 60_000
const minReasonLength = 4

/**
 * Refuses a session in which the user has not entered the login password (`profile.prove`) within the last 15 minutes.
 */
export async function expectProof(ctx: Context): Promise<void> {
  const proofTime = await lastProofAt(ctx)
  if (proofTime === null || proofTime.getTime() + proofValidityMs <= ctx.real.getTime()) refuse(plainRefusals, 'proofNeeded')
}

/**
 * Refuses a session in which the user has not confirmed the login password and a code (`profile.prove`) within the last
 * 15 minutes.
 */
export async function expectStrongProof(ctx: Context): Promise<void> {
  const strongProofTime = await strongProofAt(ctx)
  if (strongProofTime === null || strongProofTime.getTime() + proofValidityMs <= ctx.real.getTime()) refuse(authRefusals, 'strongProofNeeded')
}

/** Returns the trimmed reason. Refuses an export of full numbers without the right, a reason or a fresh proof. */
export async function expectPlainExport(ctx: Context, reason: string | undefined): Promise<string> {
  if (!ctx.actor.may('plain:export')) refuse(plainRefusals, 'mayNotExport')
  const statedReason = (reason ?? '').trim()
  if ([...statedReason].length < minReasonLength) refuse(plainRefusals, 'reasonNeeded')
  await expectProof(ctx)
  return statedReason
}
