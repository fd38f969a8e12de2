import { identityRefusals } from '#/api/people/identity.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { incrementThrottleCount, readThrottleCount } from '#/server/kernel/request/throttle.ts'
import { networkOf } from '#/server/lib/network.ts'

const maxPictures = 20
const hourMs = 3_600_000
const minuteMs = 60_000

/** Counts a picture, at most twenty an hour per signed-in user or visitor address. */
export async function countPicture(ctx: Context): Promise<void> {
  const throttleSubject = ctx.actor.userId > 0 ? `card user ${ctx.actor.userId}` : `card address ${networkOf(ctx.ip)}`
  const windowStart = new Date(ctx.real.getTime() - hourMs)
  const pictureCount = await readThrottleCount(ctx.db, throttleSubject, windowStart)
  if (pictureCount && pictureCount.count >= maxPictures) {
    const waitMs = pictureCount.since.getTime() + hourMs - ctx.real.getTime()
    throw new Refusal('too_many', identityRefusals.tooMany, { minutes: Math.max(1, Math.ceil(waitMs / minuteMs)) })
  }
  await incrementThrottleCount(ctx.db, throttleSubject, { now: ctx.real, windowStart })
}
