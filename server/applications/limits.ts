import { createHash } from 'node:crypto'
import { applicationRefusals } from '#/api/applications.texts.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/refusal.ts'
import { addCount, type Count, readCount } from '#/server/kernel/throttle.ts'

const minuteMs = 60_000

interface Limit {
  readonly subject: string
  readonly most: number
  readonly windowMs: number
}

const limits = {
  asks: { subject: 'apply', most: 20, windowMs: 10 * minuteMs },
  codes: { subject: 'apply-code', most: 30, windowMs: 10 * minuteMs },
  looks: { subject: 'apply-look', most: 30, windowMs: 10 * minuteMs },
  pictures: { subject: 'apply-picture', most: 200, windowMs: 60 * minuteMs },
} as const satisfies Record<string, Limit>
const perMobile = { most: 5, windowMs: 60 * minuteMs }

/** How long a person waits for another code. */
export const resendMs = minuteMs

/** What one address is counted for. */
export type Counted = keyof typeof limits

const startOf = (ctx: Context, { windowMs }: { windowMs: number }) => new Date(ctx.real.getTime() - windowMs)

function refuseUntil(ctx: Context, counted: Count, windowMs: number): never {
  const left = counted.since.getTime() + windowMs - ctx.real.getTime()
  throw new Refusal('too_many', applicationRefusals.tooMany, { minutes: Math.max(1, Math.ceil(left / minuteMs)) })
}

/** Refuses an address that did this too often. */
export async function expectFew(ctx: Context, what: Counted): Promise<void> {
  const { subject, most, windowMs } = limits[what]
  const counted = await readCount(ctx.db, `${subject}:${ctx.ip}`, startOf(ctx, limits[what]))
  if (counted && counted.count >= most) refuseUntil(ctx, counted, windowMs)
}

/** Counts it for this address; a refusal that follows must be kept. */
export async function countOne(ctx: Context, what: Counted): Promise<void> {
  await addCount(ctx.db, `${limits[what].subject}:${ctx.ip}`, { now: ctx.real, windowStart: startOf(ctx, limits[what]) })
}

/** Counts one code for a number: five an hour, one a minute, whoever asks for it. */
export async function countCode(ctx: Context, mobileIndex: string): Promise<void> {
  await expectFew(ctx, 'asks')
  const subject = `apply-mobile:${createHash('sha256').update(mobileIndex).digest('base64url')}`
  const earlier = await readCount(ctx.db, subject, startOf(ctx, perMobile))
  if (earlier && earlier.count >= perMobile.most) refuseUntil(ctx, earlier, perMobile.windowMs)
  if (earlier?.blockedUntil && earlier.blockedUntil > ctx.real) {
    throw new Refusal('too_soon', applicationRefusals.tooSoon, { seconds: Math.ceil((earlier.blockedUntil.getTime() - ctx.real.getTime()) / 1000) })
  }
  await countOne(ctx, 'asks')
  await addCount(ctx.db, subject, { now: ctx.real, windowStart: startOf(ctx, perMobile), blockedUntil: new Date(ctx.real.getTime() + resendMs) })
}
