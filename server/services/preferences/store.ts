import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type PreferenceRow = Row<'preference', 'name' | 'value'>

/** Returns the settings that the caller has chosen. */
export async function preferencesOf(ctx: Context): Promise<PreferenceRow[]> {
  return ctx.db.selectFrom('preference').select(['name', 'value']).where('user_id', '=', ctx.actor.userId).execute()
}

/** Stores settings of the caller. Returns how many tables the caller then has settings for. */
export async function put(ctx: Context, rows: readonly PreferenceRow[]): Promise<number> {
  const values = rows.map(({ name, value }) => ({ user_id: ctx.actor.userId, name, value: JSON.stringify(value), changed_at: ctx.now }))
  await ctx.db
    .insertInto('preference')
    .values(values)
    .onConflict((on) => on.columns(['user_id', 'name']).doUpdateSet({ value: sql`excluded.value`, changed_at: ctx.now }))
    .execute()
  const { count } = await ctx.db
    .selectFrom('preference')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', ctx.actor.userId)
    .where('name', 'like', 'table.%')
    .executeTakeFirstOrThrow()
  return count
}

export async function forgetAll(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('preference').where('user_id', '=', ctx.actor.userId).execute()
}
