import { createHash } from 'node:crypto'
import { recoveryRefusals } from '#/api/access/recovery.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { expectPause, incrementThrottleCount, readThrottleCount, refuseUntil, type ThrottleCount } from '#/server/kernel/request/throttle.ts'
import { networkOf } from '#/server/lib/network.ts'

const minuteMs = 60_000

interface Limit {
  readonly most: number
  readonly windowMs: number
}

const addressLimit: Limit = { most: 10, windowMs: 10 * minuteMs }
const accountLimit: Limit = { most: 20, windowMs: 60 * minuteMs }
const pairLimit: Limit = { most: 5, windowMs: 60 * minuteMs }
const wrongCodeLimit: Limit = { most: 30, windowMs: 10 * minuteMs }

/** The minimum wait before another code. */
export const resendMs = minuteMs

const windowStartOf = (ctx: Context, limit: Limit) => new Date(ctx.real.getTime() - limit.windowMs)
const digest = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('base64url')

async function expectBelowLimit(ctx: Context, subject: string, limit: Limit): Promise<ThrottleCount | null> {
  const currentCount = await readThrottleCount(ctx.db, subject, windowStartOf(ctx, limit))
  if (currentCount && currentCount.count >= limit.most) refuseUntil(ctx, currentCount, limit.windowMs, recoveryRefusals.tooMany)
  return currentCount
}

/**
 * Counts a request per address, per account name (existing or not), and per name and contact. Only the last limit is
 * low, so a stranger without the contact cannot exhaust the owner's requests.
 */
export async function countRequest(ctx: Context, username: string, contact: string): Promise<void> {
  const addressSubject = `recovery:${networkOf(ctx.ip)}`
  const accountSubject = `recovery-account:${digest(username)}`
  const pairSubject = `recovery-pair:${digest(username, contact)}`
  await expectBelowLimit(ctx, addressSubject, addressLimit)
  await expectBelowLimit(ctx, accountSubject, accountLimit)
  const pairCount = await expectBelowLimit(ctx, pairSubject, pairLimit)
  expectPause(ctx, pairCount, recoveryRefusals.tooSoon)
  const now = ctx.real
  await incrementThrottleCount(ctx.db, addressSubject, { now, windowStart: windowStartOf(ctx, addressLimit) })
  await incrementThrottleCount(ctx.db, accountSubject, { now, windowStart: windowStartOf(ctx, accountLimit) })
  await incrementThrottleCount(ctx.db, pairSubject, { now, windowStart: windowStartOf(ctx, pairLimit), blockedUntil: new Date(now.getTime() + resendMs) })
}

/** Refuses an address that entered too many wrong codes. */
export async function expectFewWrongCodes(ctx: Context): Promise<void> {
  await expectBelowLimit(ctx, `recovery-code:${networkOf(ctx.ip)}`, wrongCodeLimit)
}

/** Counts a wrong code for this address; the caller's refusal must commit. */
export async function countWrongCode(ctx: Context): Promise<void> {
  await incrementThrottleCount(ctx.db, `recovery-code:${networkOf(ctx.ip)}`, { now: ctx.real, windowStart: windowStartOf(ctx, wrongCodeLimit) })
}
