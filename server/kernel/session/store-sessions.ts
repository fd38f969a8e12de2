import { type RawBuilder, sql } from 'kysely'
import type { Context, Db } from '#/server/kernel/context.ts'

// SQL and questions about sessions. Only the accounts role and the owner read them.

/** Returns sessions that neither ended nor expired, as a table: id, user_id, created_at, seen_at, ip, agent. */
export const unendedSessions = (at: Date) =>
  sql`(select id, user_id, created_at, seen_at, ip, agent from session where revoked_at is null and expires_at > ${at})`

/** Returns the language of the user's newest session. */
export const languageOf = (userId: RawBuilder<unknown>) =>
  sql<string>`coalesce((select language from session where session.user_id = ${userId}
    order by session.id desc limit 1), 'zh')`

/** Returns the user agents of the account's stored sessions. */
export async function userAgentsOf(db: Db, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('session').select('agent').distinct().where('user_id', '=', userId).execute()
  return rows.map((row) => row.agent)
}

/** Returns when this session last showed the login password. */
export async function lastProofAt(ctx: Context): Promise<Date | null> {
  const rows = await ctx.rows<{ at: Date | null }>`select app.session_proved_at(${ctx.actor.sessionId}) as at`
  return rows[0]?.at ?? null
}

/** Returns when this session last provided a second proof. Runs as the accounts role. */
export async function strongProofAt(ctx: Context): Promise<Date | null> {
  const row = await ctx.db.selectFrom('session').select('factor_proved_at').where('id', '=', ctx.actor.sessionId).executeTakeFirst()
  return row?.factor_proved_at ?? null
}

/** Records that the login password was entered in this session; with `isStrong` also a second proof. */
export async function recordProof(db: Db, sessionId: number, now: Date, isStrong: boolean): Promise<void> {
  await db
    .updateTable('session')
    .set({ proved_at: now, ...(isStrong && { factor_proved_at: now }) })
    .where('id', '=', sessionId)
    .execute()
}
