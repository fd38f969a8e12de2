import { sql } from 'kysely'
import type { CardSide, CardWarning } from '#/domain/recognition.ts'
import type { Context, Db } from '#/server/kernel/context.ts'

/** Whose a reading is. */
export type Holder = `user ${number}` | `application ${number}`

export interface KeptReading {
  readonly fileId: string
  readonly side: CardSide
  readonly holder: Holder
  readonly sealed: string
  readonly warnings: readonly CardWarning[]
  readonly quality: number
  readonly tookMs: number
}

export async function insertReading(ctx: Context, reading: KeptReading): Promise<void> {
  const { fileId, side, holder, sealed, warnings, quality, tookMs } = reading
  await ctx.db
    .insertInto('card_reading')
    .values({ file_id: fileId, side, holder, fields_sealed: sealed, warnings: [...warnings], quality, took_ms: tookMs, created_at: ctx.now })
    .execute()
}

/** A reading of this holder's; nobody else's. */
export async function findReading(ctx: Context, fileId: string, holder: Holder): Promise<Omit<KeptReading, 'tookMs'> | null> {
  const row = await ctx.db.selectFrom('card_reading').selectAll().where('file_id', '=', fileId).where('holder', '=', holder).executeTakeFirst()
  if (!row) return null
  const { side, fields_sealed: sealed, quality } = row
  return { fileId, side: side as CardSide, holder, sealed, warnings: row.warnings as CardWarning[], quality }
}

/** How many pictures a subject has sent since the window began, and when it began. */
export async function readCount(db: Db, subject: string, windowStart: Date): Promise<{ count: number; since: Date } | null> {
  const row = await db.selectFrom('throttle').select(['failures as count', 'since']).where('subject', '=', subject).forUpdate().executeTakeFirst()
  return row && row.since >= windowStart ? row : null
}

export async function addCount(db: Db, subject: string, at: { now: Date; windowStart: Date }): Promise<void> {
  await sql`insert into throttle (subject, failures, since) values (${subject}, 1, ${at.now})
    on conflict (subject) do update set failures = case when throttle.since < ${at.windowStart} then 1 else throttle.failures + 1 end,
      since = case when throttle.since < ${at.windowStart} then excluded.since else throttle.since end`.execute(db)
}

export async function forgetCountsBefore(db: Db, moment: Date): Promise<void> {
  await db.deleteFrom('throttle').where('subject', 'like', 'card %').where('since', '<', moment).execute()
}
