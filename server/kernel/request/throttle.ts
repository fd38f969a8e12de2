import { sql } from 'kysely'
import type { Text } from '#/domain/base/text.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { networkOf } from '#/server/lib/network.ts'

/** Number of events of a subject since its window began. */
export interface ThrottleCount {
  readonly count: number
  readonly since: Date
  readonly blockedUntil: Date | null
}

/** Returns a subject's count and locks it until the transaction ends. Returns null once the window has passed. */
export async function readThrottleCount(db: Db, subject: string, windowStart: Date): Promise<ThrottleCount | null> {
  const row = await db
    .selectFrom('throttle')
    .select(['failures as count', 'since', 'blocked_until as blockedUntil'])
    .where('subject', '=', subject)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && row.since >= windowStart ? row : null
}

/** Adds one event, or starts again at one when the window has passed. Stops counting at 30,000. */
export async function incrementThrottleCount(db: Db, subject: string, at: { now: Date; windowStart: Date; blockedUntil?: Date }): Promise<void> {
  const blockEnd = at.blockedUntil ?? null
  await sql`insert into throttle (subject, failures, since, blocked_until) values (${subject}, 1, ${at.now}, ${blockEnd})
    on conflict (subject) do update set failures = case when throttle.since < ${at.windowStart} then 1 else least(throttle.failures + 1, 30000) end,
      since = case when throttle.since < ${at.windowStart} then excluded.since else throttle.since end,
      blocked_until = excluded.blocked_until`.execute(db)
}

export async function setThrottleCount(db: Db, subject: string, { count, since, blockedUntil }: ThrottleCount): Promise<void> {
  await sql`insert into throttle (subject, failures, since, blocked_until) values (${subject}, ${count}, ${since}, ${blockedUntil})
    on conflict (subject) do update set failures = excluded.failures, since = excluded.since, blocked_until = excluded.blocked_until`.execute(db)
}

export async function reduceThrottleCount(db: Db, subject: string, by: number): Promise<void> {
  await sql`update throttle set failures = greatest(failures - ${by}, 0) where subject = ${subject}`.execute(db)
}

/** Maximum number of events within a window. */
export interface ThrottleLimit {
  readonly subject: string
  readonly most: number
  readonly windowMs: number
}

const minuteMs = 60_000
const windowStartOf = (ctx: Context, { windowMs }: ThrottleLimit) => new Date(ctx.real.getTime() - windowMs)

/** Refuses until the window of the count has passed. The message contains {minutes}. */
export function refuseUntil(ctx: Context, counted: ThrottleCount, windowMs: number, words: Text): never {
  const waitMs = counted.since.getTime() + windowMs - ctx.real.getTime()
  throw new Refusal('too_many', words, { minutes: Math.max(1, Math.ceil(waitMs / minuteMs)) })
}

/** Refuses during the pause after the last event. The message contains {seconds}. */
export function expectPause(ctx: Context, counted: ThrottleCount | null, words: Text): void {
  const waitMs = (counted?.blockedUntil?.getTime() ?? 0) - ctx.real.getTime()
  if (waitMs > 0) throw new Refusal('too_soon', words, { seconds: Math.ceil(waitMs / 1000) })
}

/** Refuses when the caller's address has reached the limit. */
export async function expectBelowLimit(ctx: Context, limit: ThrottleLimit, words: Text): Promise<void> {
  const currentCount = await readThrottleCount(ctx.db, `${limit.subject}:${networkOf(ctx.ip)}`, windowStartOf(ctx, limit))
  if (currentCount && currentCount.count >= limit.most) refuseUntil(ctx, currentCount, limit.windowMs, words)
}

/** Counts an event of the caller's address. A refusal that follows must commit, or the count is lost. */
export async function countEvent(ctx: Context, limit: ThrottleLimit): Promise<void> {
  await incrementThrottleCount(ctx.db, `${limit.subject}:${networkOf(ctx.ip)}`, { now: ctx.real, windowStart: windowStartOf(ctx, limit) })
}

export async function clearThrottleCount(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('throttle').where('subject', '=', subject).execute()
}
