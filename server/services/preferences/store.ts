import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type PreferenceRow = Row<'preference', 'name' | 'value'>

/** Returns the settings that the caller has chosen. */
export async function preferencesOf(ctx: Context): Promise<PreferenceRow[]> {
  return ctx.db.selectFrom('preference').select(['name', 'value']).where('user_id', '=', ctx.actor.userId).execute()
}

/** The amount that a person has stored: the number of tables and the size of all settings. */
interface StoredSize {
  readonly tables: number
  readonly bytes: number
}

/** Stores settings of the caller and returns how much is then stored. Concurrent calls wait, so that each counts the others. */
export async function storePreferences(ctx: Context, rows: readonly PreferenceRow[]): Promise<StoredSize> {
  await ctx.run`select pg_advisory_xact_lock(hashtextextended(${`preference ${ctx.actor.userId}`}, 0))`
  const values = rows.map(({ name, value }) => ({ user_id: ctx.actor.userId, name, value: JSON.stringify(value), changed_at: ctx.now }))
  await ctx.db
    .insertInto('preference')
    .values(values)
    .onConflict((on) => on.columns(['user_id', 'name']).doUpdateSet({ value: sql`excluded.value`, changed_at: ctx.now }))
    .execute()
  return ctx.db
    .selectFrom('preference')
    .select([sql<number>`count(*) filter (where name like 'table.%')`.as('tables'), sql<number>`coalesce(sum(pg_column_size(value)), 0)::bigint`.as('bytes')])
    .where('user_id', '=', ctx.actor.userId)
    .executeTakeFirstOrThrow()
}

export async function clearPreferences(ctx: Context): Promise<void> {
  await ctx.db.deleteFrom('preference').where('user_id', '=', ctx.actor.userId).execute()
}
