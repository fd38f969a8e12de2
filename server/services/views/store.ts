import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export type ViewRow = Row<'saved_view', 'id' | 'list' | 'name' | 'query' | 'is_default'>

const columns = ['id', 'list', 'name', 'query', 'is_default'] as const

/** Returns the caller's views of a list, by name. */
export async function viewsOf(ctx: Context, list: string): Promise<ViewRow[]> {
  return ctx.db.selectFrom('saved_view').select(columns).where('user_id', '=', ctx.actor.userId).where('list', '=', list).orderBy('name').execute()
}

/** Finds one of the caller's views and locks it until the transaction ends. */
export async function lock(ctx: Context, id: number): Promise<ViewRow | undefined> {
  return ctx.db.selectFrom('saved_view').select(columns).where('id', '=', id).where('user_id', '=', ctx.actor.userId).forNoKeyUpdate().executeTakeFirst()
}

/** Adds a view. Returns null if the name is taken. */
export async function insert(ctx: Context, view: Pick<ViewRow, 'list' | 'name' | 'query'>): Promise<ViewRow | null> {
  const row = await ctx.db
    .insertInto('saved_view')
    .values({ ...view, user_id: ctx.actor.userId, created_at: ctx.now })
    .onConflict((on) => on.doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

/** Updates a view that `lock` has locked. Returns null if the name is taken. A list has at most one default view. */
export async function update(ctx: Context, view: ViewRow, to: Partial<Pick<ViewRow, 'name' | 'query' | 'is_default'>>): Promise<ViewRow | null> {
  if (to.is_default) {
    await ctx.db
      .updateTable('saved_view')
      .set({ is_default: false })
      .where('user_id', '=', ctx.actor.userId)
      .where('list', '=', view.list)
      .where('is_default', '=', true)
      .execute()
  }
  const viewColumns = { ...view, ...to }
  const rows = await ctx.rows<ViewRow>`update saved_view set name = ${viewColumns.name}, query = ${viewColumns.query}, is_default = ${viewColumns.is_default}
    where id = ${view.id} and not exists (select from saved_view other where other.user_id = ${ctx.actor.userId} and other.list = ${view.list}
      and other.name = ${viewColumns.name} and other.id <> ${view.id})
    returning id, list, name, query, is_default`
  return rows[0] ?? null
}

export async function remove(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('saved_view').where('id', '=', id).where('user_id', '=', ctx.actor.userId).execute()
}
