import { authRefusals } from '#/api/access/auth.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal, type Values } from '#/server/kernel/request/refusal.ts'
import { clearThrottleCount, incrementThrottleCount, readThrottleCount } from '#/server/kernel/request/throttle.ts'
import { passwordMatches } from '#/server/kernel/session/passwords.ts'

const failureWindowMs = 15 * 60_000
const maxFailedProofs = 5

/** Refuses but commits the transaction, so that the failure counters are stored. */
export function refuseAndCommit(name: keyof typeof authRefusals, values: Values = {}): never {
  throw new Refusal(name, authRefusals[name], values, { keepsWrites: true })
}

/**
 * Counts failed proofs of a subject over all calls. Refuses after five failures within 15 minutes. A correct proof
 * clears the failures.
 */
export async function limitProof(ctx: Context, subject: string, prove: () => Promise<keyof typeof authRefusals | null>): Promise<void> {
  const windowStart = new Date(ctx.real.getTime() - failureWindowMs)
  const failureCount = await readThrottleCount(ctx.db, subject, windowStart)
  if (failureCount && failureCount.count >= maxFailedProofs) refuseAndCommit('tooManyChecks')
  const refusal = await prove()
  if (refusal === null) return clearThrottleCount(ctx.db, subject)
  // A missing server key is not the user's mistake, so the attempt does not count as a guess.
  if (refusal === 'keyLost') refuseAndCommit(refusal)
  await incrementThrottleCount(ctx.db, subject, { now: ctx.real, windowStart })
  refuseAndCommit(refusal)
}

/** Checks a password of the signed-in user and counts wrong ones. */
export function expectPassword(ctx: Context, stored: string | null, entered: string): Promise<void> {
  return limitProof(ctx, `password:${ctx.actor.userId}`, async () => ((await passwordMatches(ctx, stored, entered)) ? null : 'wrongOld'))
}
