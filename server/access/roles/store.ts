import { type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetNamesLike } from '#/server/kernel/installation/presets.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Roles belong to the platform: they have no centre or unit, and `expectPlatform` guards every operation.

export interface RoleRow extends Row<'role', 'id' | 'name' | 'usertype' | 'is_system' | 'version' | 'updated_at'> {
  updater: Row<'app_user'>['name'] | null
  permissions: string[]
  members: number
  /** Whether the caller has the role. */
  is_own: boolean
}

const roleQuery = (ctx: Context) => sql`select role.id, role.name, role.usertype, role.is_system, role.version, role.updated_at, updater.name as updater,
    array(select permission from role_permission where role_id = role.id order by permission) as permissions,
    (select count(*) from user_role where role_id = role.id) as members,
    exists (select from user_role where role_id = role.id and user_id = ${ctx.actor.userId}) as is_own
  from role left join app_user updater on updater.id = role.updated_by`

export type RoleFilter = FilterOf<Modules['roles']['list']>

function filterCondition(ctx: Context, filter: RoleFilter) {
  const conditions = [sql<SqlBool>`true`]
  if (filter.keyword)
    conditions.push(
      sql<SqlBool>`(role.name ilike ${containsPattern(filter.keyword)} or role.name = any(${presetNamesLike(filter.keyword, ctx.language)}::text[]))`,
    )
  if (filter.usertype) conditions.push(sql<SqlBool>`role.usertype = ${filter.usertype}`)
  if (filter.permission) conditions.push(sql<SqlBool>`exists (select from role_permission where role_id = role.id and permission = ${filter.permission})`)
  return allOf(conditions)
}

/** Returns a page of roles by kind of user, built-in ones first. */
export async function list(ctx: Context, filter: RoleFilter, page: { size: number; from: number }): Promise<RoleRow[]> {
  return ctx.rows<RoleRow>`${roleQuery(ctx)} where ${filterCondition(ctx, filter)}
    order by role.usertype, role.is_system desc, role.id limit ${page.size} offset ${page.from}`
}

export const count = async (ctx: Context, filter: RoleFilter): Promise<number> =>
  (await ctx.row<{ count: number }>`select count(*) as count from role where ${filterCondition(ctx, filter)}`)?.count ?? 0

export const find = (ctx: Context, id: number): Promise<RoleRow | undefined> => ctx.row<RoleRow>`${roleQuery(ctx)} where role.id = ${id}`

/** Returns a role locked until the transaction ends, so that its keys and members change one at a time. */
export async function lock(ctx: Context, id: number): Promise<RoleRow | undefined> {
  await ctx.run`select id from role where id = ${id} for no key update`
  return find(ctx, id)
}

/** Inserts a role; null when its name is taken. */
export async function insert(ctx: Context, role: { name: string; usertype: number }): Promise<number | null> {
  const row = await ctx.db
    .insertInto('role')
    .values({ name: role.name, usertype: role.usertype, updated_at: ctx.now, updated_by: ctx.actor.userId })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export const isNameTaken = async (ctx: Context, name: string, except: number): Promise<boolean> =>
  (await ctx.rows`select from role where name = ${name} and id <> ${except}`).length > 0

/** Updates a role at a known version; false when another editor saved first. */
export async function update(ctx: Context, from: { id: number; version: number }, to: { name: string; usertype: number }): Promise<boolean> {
  const result = await ctx.db
    .updateTable('role')
    .set({ ...to, version: sql`version + 1`, updated_at: ctx.now, updated_by: ctx.actor.userId })
    .where('id', '=', from.id)
    .where('version', '=', from.version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function setPermissions(ctx: Context, id: number, keys: readonly string[]): Promise<void> {
  await ctx.run`delete from role_permission where role_id = ${id} and permission <> all(${[...keys]}::text[])`
  await ctx.run`insert into role_permission (role_id, permission) select ${id}, key from unnest(${[...keys]}::text[]) key on conflict do nothing`
}

export async function remove(ctx: Context, id: number): Promise<void> {
  await ctx.db.deleteFrom('role_permission').where('role_id', '=', id).execute()
  await ctx.db.deleteFrom('role').where('id', '=', id).execute()
}

/** Locks access changes and returns whether an active account has admin3. */
export async function hasAdmin(ctx: Context): Promise<boolean> {
  await ctx.run`select app.lock_access()`
  return (await ctx.row<{ has: boolean }>`select app.has_admin() as has`)?.has ?? false
}

/** Returns which of these accounts do not have the role. */
export async function accountsWithoutRole(ctx: Context, roleId: number, userIds: readonly number[]): Promise<number[]> {
  const rows = await ctx.rows<Row<'app_user', 'id'>>`select id from unnest(${[...new Set(userIds)]}::bigint[]) id
    where not exists (select from user_role where role_id = ${roleId} and user_id = id) order by id`
  return rows.map(({ id }) => id)
}

/** Gives a role; returns the accounts that did not have it. */
export async function giveRoleTo(ctx: Context, roleId: number, userIds: readonly number[]): Promise<number[]> {
  const rows = await ctx.rows<
    Row<'user_role', 'user_id'>
  >`insert into user_role (user_id, role_id) select id, ${roleId} from unnest(${[...userIds]}::bigint[]) id
    on conflict do nothing returning user_id`
  return rows.map((row) => row.user_id)
}

/** Returns whether any money was booked. From then on two people must give a duty. */
export const dutiesNeedTwoPeople = async (ctx: Context): Promise<boolean> => (await ctx.row<{ is: boolean }>`select app.duties_need_two() as is`)?.is ?? true

/** Returns an account's name, first centre and roles with a duty that two people gave it. */
export async function accountDuties(ctx: Context, id: number): Promise<Row<'app_user', 'name' | 'username' | 'centre_id' | 'duty_roles'>> {
  return ctx.db.selectFrom('app_user').select(['name', 'username', 'centre_id', 'duty_roles']).where('id', '=', id).executeTakeFirstOrThrow()
}

/** Removes a role; returns the accounts that had it. */
export async function takeRoleFrom(ctx: Context, roleId: number, userIds: readonly number[]): Promise<number[]> {
  const rows = await ctx.rows<Row<'user_role', 'user_id'>>`
    delete from user_role where role_id = ${roleId} and user_id = any(${[...userIds]}::bigint[]) returning user_id`
  return rows.map((row) => row.user_id)
}

/** Returns every role with its keys, by kind of user. */
export async function allRoles(ctx: Context): Promise<(Row<'role', 'id' | 'name' | 'usertype'> & { permissions: string[] })[]> {
  return ctx.rows<Row<'role', 'id' | 'name' | 'usertype'> & { permissions: string[] }>`select id, name, usertype,
    array(select permission from role_permission where role_id = role.id order by permission) as permissions from role order by usertype, id`
}
