import { createHash } from 'node:crypto'
import { applicationRefusals } from '#/api/onboarding/applications.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import * as throttle from '#/server/kernel/request/throttle.ts'

const minuteMs = 60_000

const limits = {
  asks: { subject: 'apply', most: 20, windowMs: 10 * minuteMs },
  codes: { subject: 'apply-code', most: 30, windowMs: 10 * minuteMs },
  looks: { subject: 'apply-look', most: 30, windowMs: 10 * minuteMs },
  appeals: { subject: 'apply-appeal', most: 10, windowMs: 60 * minuteMs },
  pictures: { subject: 'apply-picture', most: 200, windowMs: 60 * minuteMs },
} as const satisfies Record<string, throttle.ThrottleLimit>
const mobileLimit = { most: 5, windowMs: 60 * minuteMs }

/** The minimum wait before another code. */
export const resendMs = minuteMs

/** The actions limited per address. */
export type CountedAction = keyof typeof limits

/** Refuses an address that reached the limit. */
export const expectBelowLimit = (ctx: Context, what: CountedAction) => throttle.expectBelowLimit(ctx, limits[what], applicationRefusals.tooMany)

/** Counts an action for this address. If the call is refused afterwards, the refusal must commit. */
export const countEvent = (ctx: Context, what: CountedAction) => throttle.countEvent(ctx, limits[what])

/** Counts a code for a number, from any requester: five an hour, one a minute. */
export async function countCode(ctx: Context, mobileIndex: string): Promise<void> {
  await expectBelowLimit(ctx, 'asks')
  const subject = `apply-mobile:${createHash('sha256').update(mobileIndex).digest('base64url')}`
  const windowStart = new Date(ctx.real.getTime() - mobileLimit.windowMs)
  const previousCount = await throttle.readThrottleCount(ctx.db, subject, windowStart)
  if (previousCount && previousCount.count >= mobileLimit.most) throttle.refuseUntil(ctx, previousCount, mobileLimit.windowMs, applicationRefusals.tooMany)
  throttle.expectPause(ctx, previousCount, applicationRefusals.tooSoon)
  await countEvent(ctx, 'asks')
  await throttle.incrementThrottleCount(ctx.db, subject, { now: ctx.real, windowStart, blockedUntil: new Date(ctx.real.getTime() + resendMs) })
}
