import { type Expression, type SqlBool, sql } from 'kysely'
import { superKey } from '#/api/pages.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import type { CentrePost } from '#/server/access/users/store.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import { nameContains } from '#/server/kernel/rows/names.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Returns the keys of an active account; none for other accounts. */
export async function permissionKeysOf(ctx: Context, userId: number): Promise<string[]> {
  const rows = await ctx.rows<Row<'role_permission', 'permission'>>`select distinct permission from app_user join user_role on user_role.user_id = app_user.id
    join role_permission using (role_id) where app_user.id = ${userId} and app_user.status = ${accountStatus.active}`
  return rows.map((row) => row.permission)
}

/**
 * Returns the reviewers with this key: staff of the centre and of the platform; of every centre when `centreId` is
 * null.
 */
export async function reviewers(db: Db, centreId: number | null, key: string): Promise<Row<'app_user', 'id' | 'name'>[]> {
  const place = centreId === null ? sql`true` : sql`exists (select from user_centre post where post.user_id = app_user.id and post.centre_id = ${centreId})`
  const result = await sql<Row<'app_user', 'id' | 'name'>>`select app_user.id, app_user.name from app_user
    where app_user.status = ${accountStatus.active} and (app_user.usertype = ${userType.platform} or (app_user.usertype = ${userType.centre} and ${place}))
      and exists (select from user_role join role_permission using (role_id) where user_id = app_user.id and permission in (${key}, ${superKey}))
    order by app_user.usertype desc, app_user.id`.execute(db)
  return result.rows
}

/** Returns the centres and modes that the caller may assign: all for the platform, their own for centre staff. */
export async function assignableCentres(ctx: Context): Promise<CentrePost[]> {
  const { usertype, userId } = ctx.actor
  if (usertype === userType.platform) return await ctx.rows<CentrePost>`select id, name, modes from centre where is_active order by id`
  if (usertype !== userType.centre) return []
  return ctx.rows<CentrePost>`select centre.id, centre.name, post.modes from user_centre post join centre on centre.id = post.centre_id
    where post.user_id = ${userId} order by centre.id`
}

/** Returns whether any business of a unit is under dual control. */
export const hasDualControl = async (ctx: Context, unitId: number): Promise<boolean> =>
  (await ctx.rows`select from app.unit_terms(${ctx.now}::timestamptz) where unit_id = ${unitId} and is_active and dual_control limit 1`).length > 0

export type SubjectKind = 'unit' | 'operator' | 'partner'

function subjectCondition(ctx: Context, kind: SubjectKind): Expression<SqlBool> {
  const { actor, scope } = ctx
  if (actor.usertype === userType.platform && scope.all) return sql<SqlBool>`true`
  if (actor.usertype === userType.unit && kind === 'unit') return sql<SqlBool>`thing.id = ${actor.unitId}`
  if (actor.usertype !== userType.centre || scope.centreIds.length === 0) return sql<SqlBool>`false`
  if (kind === 'unit') return sql<SqlBool>`exists (select from unit_setting setting where setting.unit_id = thing.id and setting.centre_id = ${scope.centreId})`
  if (kind === 'operator') return sql<SqlBool>`exists (select from operator own where own.id = thing.id and own.centre_id = ${scope.centreId})`
  return sql<SqlBool>`false`
}

const maxSubjects = 20

/** Returns units, operators or partners in the caller's scope, by id or part of the name. */
export async function subjects(ctx: Context, kind: SubjectKind, by: { id?: number; keyword?: string | undefined }): Promise<Row<SubjectKind, 'id' | 'name'>[]> {
  const idFilter = by.id === undefined ? sql`true` : sql`thing.id = ${by.id}`
  const nameCondition = by.keyword ? await nameContains(ctx, kind, { id: 'thing.id', columns: ['thing.name'] }, by.keyword) : sql`true`
  return ctx.rows<Row<SubjectKind, 'id' | 'name'>>`select thing.id, thing.name from ${sql.table(kind)} thing
    where ${idFilter} and ${nameCondition} and ${subjectCondition(ctx, kind)} order by thing.id limit ${maxSubjects}`
}

/** Returns the user name of the account that an operator or partner already has. */
export async function usernameOf(ctx: Context, kind: 'operator' | 'partner', id: number): Promise<string | null> {
  const row = await ctx.row<Row<'app_user', 'username'>>`select username from app_user
    where ${sql.ref(`${kind}_id`)} = ${id} and status <> ${accountStatus.closed} limit 1`
  return row?.username ?? null
}
