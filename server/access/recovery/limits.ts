import { createHash } from 'node:crypto'
import { recoveryRefusals } from '#/api/access/recovery.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { expectPause, incrementCount, readCount, refuseUntil, type ThrottleCount } from '#/server/kernel/request/throttle.ts'
import { networkOf } from '#/server/lib/network.ts'

const minuteMs = 60_000

interface Limit {
  readonly most: number
  readonly windowMs: number
}

const perAddress: Limit = { most: 10, windowMs: 10 * minuteMs }
const perAccount: Limit = { most: 20, windowMs: 60 * minuteMs }
const perPair: Limit = { most: 5, windowMs: 60 * minuteMs }
const wrongCodes: Limit = { most: 30, windowMs: 10 * minuteMs }

/** The minimum wait before another code. */
export const resendMs = minuteMs

const start = (ctx: Context, limit: Limit) => new Date(ctx.real.getTime() - limit.windowMs)
const digest = (...parts: readonly string[]) => createHash('sha256').update(parts.join('\0')).digest('base64url')

async function expectBelow(ctx: Context, subject: string, limit: Limit): Promise<ThrottleCount | null> {
  const currentCount = await readCount(ctx.db, subject, start(ctx, limit))
  if (currentCount && currentCount.count >= limit.most) refuseUntil(ctx, currentCount, limit.windowMs, recoveryRefusals.tooMany)
  return currentCount
}

/**
 * Counts a request per address, per account name (existing or not), and per name and contact. Only the last limit is
 * low, so a stranger without the contact cannot exhaust the owner's requests.
 */
export async function countRequest(ctx: Context, username: string, contact: string): Promise<void> {
  const address = `recovery:${networkOf(ctx.ip)}`
  const account = `recovery-account:${digest(username)}`
  const pairSubject = `recovery-pair:${digest(username, contact)}`
  await expectBelow(ctx, address, perAddress)
  await expectBelow(ctx, account, perAccount)
  const pairCount = await expectBelow(ctx, pairSubject, perPair)
  expectPause(ctx, pairCount, recoveryRefusals.tooSoon)
  const now = ctx.real
  await incrementCount(ctx.db, address, { now, windowStart: start(ctx, perAddress) })
  await incrementCount(ctx.db, account, { now, windowStart: start(ctx, perAccount) })
  await incrementCount(ctx.db, pairSubject, { now, windowStart: start(ctx, perPair), blockedUntil: new Date(now.getTime() + resendMs) })
}

/** Refuses an address that entered too many wrong codes. */
export async function expectFewWrongCodes(ctx: Context): Promise<void> {
  await expectBelow(ctx, `recovery-code:${networkOf(ctx.ip)}`, wrongCodes)
}

/** Counts a wrong code for this address; the caller's refusal must commit. */
export async function countWrongCode(ctx: Context): Promise<void> {
  await incrementCount(ctx.db, `recovery-code:${networkOf(ctx.ip)}`, { now: ctx.real, windowStart: start(ctx, wrongCodes) })
}
