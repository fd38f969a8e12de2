import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'

/** When the holder of this session last showed the login password. */
export async function provedAt(ctx: Context): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select app.session_proved_at(${ctx.actor.sessionId}) as at`.execute(ctx.db)
  return rows[0]?.at ?? null
}
