import { authRefusals } from '#/api/access/auth.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { passwordMatches } from '#/server/kernel/passwords.ts'
import { Refusal, type Values } from '#/server/kernel/refusal.ts'
import { addCount, clearCount, readCount } from '#/server/kernel/throttle.ts'

const checkWindowMs = 15 * 60_000
const maxPasswordChecks = 5

/** Refuses and commits the transaction, so that counters are kept. */
export function refuseStored(name: keyof typeof authRefusals, values: Values = {}): never {
  throw new Refusal(name, authRefusals[name], values, { keeps: true })
}

/** Refuses after five failures within 15 minutes for one subject, across all calls. A correct proof clears them. */
export async function limitProof(ctx: Context, subject: string, prove: () => Promise<keyof typeof authRefusals | null>): Promise<void> {
  const windowStart = new Date(ctx.real.getTime() - checkWindowMs)
  const earlier = await readCount(ctx.db, subject, windowStart)
  if (earlier && earlier.count >= maxPasswordChecks) refuseStored('tooManyChecks')
  const refusal = await prove()
  if (refusal === null) return clearCount(ctx.db, subject)
  // A lost key is the server's fault and does not count as a guess.
  if (refusal === 'keyLost') refuseStored(refusal)
  await addCount(ctx.db, subject, { now: ctx.real, windowStart })
  refuseStored(refusal)
}

/** Checks a password of the signed-in user and counts wrong ones. */
export function expectPassword(ctx: Context, stored: string | null, given: string): Promise<void> {
  return limitProof(ctx, `password:${ctx.actor.userId}`, async () => ((await passwordMatches(ctx, stored, given)) ? null : 'wrongOld'))
}
