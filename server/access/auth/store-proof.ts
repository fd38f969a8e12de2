import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'

export async function lastProofAt(ctx: Context): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select app.session_proved_at(${ctx.actor.sessionId}) as at`.execute(ctx.db)
  return rows[0]?.at ?? null
}

/** Returns when this session last provided a second proof. Runs as the accounts role. */
export async function strongProofAt(ctx: Context): Promise<Date | null> {
  const row = await ctx.db.selectFrom('session').select('factor_proved_at').where('id', '=', ctx.actor.sessionId).executeTakeFirst()
  return row?.factor_proved_at ?? null
}
