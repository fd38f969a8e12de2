import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { containsPattern } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface CategoryRow extends Row<'invoice_category'> {
  orders: number
  changed_name: string | null
}

type Filter = FilterOf<Modules['orders']['categories']>

const selection = sql`select category.*, (select count(*) from service_order orders where orders.category = category.name) as orders, editor.name as changed_name
  from invoice_category category left join app_user editor on editor.id = category.changed_by`

function filterCondition({ keyword, isActive }: Filter): Expression<SqlBool> {
  const likePattern = containsPattern(keyword)
  const keywordCondition =
    keyword === '' ? sql`true` : sql`(category.name ilike ${likePattern} or category.short_name ilike ${likePattern} or category.tax_code like ${likePattern})`
  return sql<SqlBool>`${keywordCondition} and ${isActive === undefined ? sql`true` : sql`category.is_active = ${isActive}`}`
}

/** Returns a page of categories, active ones first, by tax code. */
export async function list(ctx: Context, filter: Filter, page: { page: number; size: number }): Promise<{ rows: CategoryRow[]; count: number }> {
  const rows =
    await ctx.rows<CategoryRow>`${selection} where ${filterCondition(filter)} order by category.is_active desc, category.tax_code nulls last, category.id
    limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from invoice_category category where ${filterCondition(filter)}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Returns a category locked until the transaction ends. */
export async function lock(ctx: Context, id: number): Promise<CategoryRow | undefined> {
  await ctx.run`select id from invoice_category where id = ${id} for no key update`
  return find(ctx, id)
}

export const find = (ctx: Context, id: number): Promise<CategoryRow | undefined> => ctx.row<CategoryRow>`${selection} where category.id = ${id}`

/** Inserts an active category; null when its name is taken. */
export async function insert(ctx: Context, of: { name: string; short_name: string; tax_code: string; note: string }): Promise<number | null> {
  const row = await ctx.db
    .insertInto('invoice_category')
    .values({ ...of, is_active: true, changed_by: ctx.actor.userId, changed_at: ctx.now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Updates a category. The name is fixed, because terms and orders refer to it. */
export async function update(ctx: Context, id: number, to: { short_name: string; tax_code: string | null; note: string; is_active: boolean }): Promise<void> {
  await ctx.db
    .updateTable('invoice_category')
    .set({ ...to, changed_by: ctx.actor.userId, changed_at: ctx.now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Returns the names of active categories of service. */
export async function activeCategories(ctx: Context): Promise<string[]> {
  const rows = await ctx.db.selectFrom('invoice_category').select('name').where('is_active', '=', true).orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Returns the names among these that are no invoice category. */
export async function unknownCategories(ctx: Context, names: readonly string[]): Promise<string[]> {
  const rows = await ctx.rows<Row<'invoice_category', 'name'>>`select name from unnest(${[...names]}::text[]) as name
    where not exists (select from invoice_category known where known.name = name.name)`
  return rows.map(({ name }) => name)
}
