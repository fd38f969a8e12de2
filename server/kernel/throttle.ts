import { sql } from 'kysely'
import type { Db } from '#/server/kernel/context.ts'

/** How often something happened under a subject since its window began. */
export interface Count {
  readonly count: number
  readonly since: Date
  readonly blockedUntil: Date | null
}

/** What was counted under a subject, locked until the transaction ends; null once the window has passed. */
export async function readCount(db: Db, subject: string, windowStart: Date): Promise<Count | null> {
  const row = await db
    .selectFrom('throttle')
    .select(['failures as count', 'since', 'blocked_until as blockedUntil'])
    .where('subject', '=', subject)
    .forUpdate()
    .executeTakeFirst()
  return row && row.since >= windowStart ? row : null
}

/** Counts once more, from one when the window has passed; whoever counts enough counts no further. */
export async function addCount(db: Db, subject: string, at: { now: Date; windowStart: Date; blockedUntil?: Date }): Promise<void> {
  const until = at.blockedUntil ?? null
  await sql`insert into throttle (subject, failures, since, blocked_until) values (${subject}, 1, ${at.now}, ${until})
    on conflict (subject) do update set failures = case when throttle.since < ${at.windowStart} then 1 else least(throttle.failures + 1, 30000) end,
      since = case when throttle.since < ${at.windowStart} then excluded.since else throttle.since end,
      blocked_until = excluded.blocked_until`.execute(db)
}

/** Nothing was counted under this subject. */
export async function clearCount(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('throttle').where('subject', '=', subject).execute()
}

/** Forgets what was counted under subjects that begin so, in windows that began before then. */
export async function forgetCounts(db: Db, beginning: string, before: Date): Promise<void> {
  await sql`delete from throttle where starts_with(subject, ${beginning}) and since < ${before}`.execute(db)
}
