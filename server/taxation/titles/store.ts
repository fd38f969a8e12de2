import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { InvoiceParty, TitleState } from '#/domain/taxation/title.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface TitleRow extends Row<'invoice_title'> {
  state: TitleState
  unit_name: string
}

export type TitleFilter = FilterOf<Modules['titles']['list']>

/** Restricts titles to the units in scope. Row-level security enforces the same. */
function scopeCondition({ scope }: Context): Expression<SqlBool> {
  if (scope.all) return sql<SqlBool>`true`
  return sql<SqlBool>`exists (select from unit_setting place where place.unit_id = title.unit_id and ${inScope(scope, 'place', { mode: true })})`
}

function matchCondition(ctx: Context, { titleId, keyword, states, isActive }: TitleFilter): Expression<SqlBool> {
  const conditions = [scopeCondition(ctx)]
  if (titleId) conditions.push(sql<SqlBool>`title.id = ${titleId}`)
  if (keyword)
    conditions.push(
      sql<SqlBool>`(title.name ilike ${containsPattern(keyword)} or title.tax_no = ${keyword.toUpperCase()} or unit.name ilike ${containsPattern(keyword)})`,
    )
  if (states?.length) conditions.push(sql<SqlBool>`title.state = any(${[...states]}::text[])`)
  if (isActive !== undefined) conditions.push(sql<SqlBool>`title.is_active = ${isActive}`)
  return allOf(conditions)
}

const titleTables = sql`invoice_title title join unit on unit.id = title.unit_id`

/** Returns a page of titles, those pending review first, then by unit. */
export async function list(ctx: Context, filter: TitleFilter, { page, size }: { page: number; size: number }): Promise<{ rows: TitleRow[]; count: number }> {
  const where = matchCondition(ctx, filter)
  const rows = await ctx.rows<TitleRow>`select title.*, unit.name as unit_name from ${titleTables} where ${where}
    order by title.state <> 'pending', unit.name, title.unit_id, title.is_default desc, title.id limit ${size} offset ${(page - 1) * size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from ${titleTables} where ${where}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Returns a title in the caller's scope, locked if `isLocked`. */
export async function find(ctx: Context, id: number, isLocked = false): Promise<TitleRow | undefined> {
  const lockClause = isLocked ? sql`for no key update of title` : sql``
  return ctx.row<TitleRow>`select title.*, unit.name as unit_name from ${titleTables} where title.id = ${id} and ${scopeCondition(ctx)} ${lockClause}`
}

/** Returns the usable titles of a unit, default first. */
export async function usableTitles(ctx: Context, unitId: number): Promise<TitleRow[]> {
  return ctx.rows<TitleRow>`select title.*, unit.name as unit_name from ${titleTables}
    where title.unit_id = ${unitId} and title.is_active and title.state = 'approved' and ${scopeCondition(ctx)} order by title.is_default desc, title.id`
}

export interface VersionRow extends Row<'invoice_title_version'> {
  state: TitleState
  by_name: string | null
}

/** Returns the versions of a title, newest first. */
export async function versions(ctx: Context, titleId: number): Promise<VersionRow[]> {
  return ctx.rows<VersionRow>`select version.*, app_user.name as by_name from invoice_title_version version left join app_user on app_user.id = version.by_id
    where version.title_id = ${titleId} order by version.id desc limit 100`
}

/** Locks the unit's titles, so that exactly one is the default and none is a duplicate. Returns the unit. */
export async function lockUnit(ctx: Context, unitId: number): Promise<InvoiceParty> {
  await ctx.run`select id from invoice_title where unit_id = ${unitId} order by id for no key update`
  return ctx.db.selectFrom('unit').select(['name', 'credit_code as taxNo']).where('id', '=', unitId).executeTakeFirstOrThrow()
}

/** Returns whether the unit has another title with this name and number. */
export async function hasDuplicate(
  ctx: Context,
  unitId: number,
  { name, taxNo, butId = 0 }: { name: string; taxNo: string; butId?: number },
): Promise<boolean> {
  const rows =
    await ctx.rows`select from invoice_title where unit_id = ${unitId} and app.comparable_name(name) = app.comparable_name(${name}) and tax_no = ${taxNo} and id <> ${butId} and is_active`
  return rows.length > 0
}

export const hasDefault = async (ctx: Context, unitId: number): Promise<boolean> =>
  (await ctx.rows`select from invoice_title where unit_id = ${unitId} and is_default`).length > 0

type TitleColumns = Pick<Row<'invoice_title'>, 'name' | 'tax_no' | 'address' | 'telephone' | 'bank' | 'account_no' | 'email'>

export async function insert(ctx: Context, unitId: number, facts: TitleColumns & { state: TitleState; is_default: boolean }): Promise<number> {
  const { id } = await ctx.db
    .insertInto('invoice_title')
    .values({ ...facts, unit_id: unitId, created_at: ctx.now, changed_by: ctx.actor.userId, changed_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates a title that the caller has locked. */
export async function update(
  ctx: Context,
  id: number,
  facts: Partial<TitleColumns & Pick<Row<'invoice_title'>, 'state' | 'reason' | 'is_active' | 'is_default' | 'changed_by' | 'changed_at'>>,
): Promise<void> {
  await ctx.db
    .updateTable('invoice_title')
    .set((table) => ({ ...facts, version: table('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function clearDefaultTitle(ctx: Context, unitId: number): Promise<void> {
  await ctx.db.updateTable('invoice_title').set({ is_default: false }).where('unit_id', '=', unitId).where('is_default', '=', true).execute()
}

export function centresOf(ctx: Context, unitId: number): Promise<Row<'unit_setting', 'centre_id'>[]> {
  return ctx.db.selectFrom('unit_setting').select('centre_id').distinct().where('unit_id', '=', unitId).execute()
}
