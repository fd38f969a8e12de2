import { sql } from 'kysely'
import { superKey } from '#/api/pages.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Locks access changes, so that two people cannot concurrently remove the last administrators. */
export const lockAccess = (ctx: Context): Promise<void> => ctx.run`select app.lock_access()`

export interface NewUser {
  readonly username: string
  readonly name: string
  readonly mobile: string
  readonly usertype: number
  readonly poststatus: number
  readonly status: number
  readonly passwordHash: string
  readonly unitId: number | null
  readonly operatorId: number | null
  readonly partnerId: number | null
}

/** Inserts an account; null when the user name is taken, ignoring case. */
export async function insert(ctx: Context, user: NewUser): Promise<number | null> {
  const row = await ctx.db
    .insertInto('app_user')
    .values({
      username: user.username,
      name: user.name,
      mobile: user.mobile,
      usertype: user.usertype,
      poststatus: user.poststatus,
      status: user.status,
      password_hash: user.passwordHash,
      must_change_password: true,
      password_reset_by: ctx.actor.userId || null,
      password_reset_at: ctx.now,
      unit_id: user.unitId,
      operator_id: user.operatorId,
      partner_id: user.partnerId,
      created_at: ctx.now,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns whether a user name is taken, ignoring case. */
export const isUsernameTaken = async (ctx: Context, username: string): Promise<boolean> =>
  (await ctx.rows`select from app_user where lower(username) = lower(${username})`).length > 0

/** Updates an account that the caller has locked with `lock`. */
export async function update(
  ctx: Context,
  id: number,
  to: { name?: string; mobile?: string; email?: string; poststatus?: number; status?: number; islr?: number; isdl?: string },
): Promise<void> {
  if (Object.keys(to).length > 0) await ctx.db.updateTable('app_user').set(to).where('id', '=', id).execute()
}

/** Clears the sign-in lock; the payment lock expires on its own. */
export async function clearLock(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable('app_user')
    .set({ failed_logins: 0, locked_until: null, status: sql`case status when 9 then 8 else status end` })
    .where('id', '=', id)
    .execute()
}

/** Sets a one-time password, clears the sign-in lock, and records that the caller may know the password. */
export async function setPassword(ctx: Context, id: number, hash: string): Promise<void> {
  await ctx.db
    .updateTable('app_user')
    .set({
      password_hash: hash,
      must_change_password: true,
      failed_logins: 0,
      locked_until: null,
      status: sql`case status when 9 then 8 else status end`,
      password_reset_by: ctx.actor.userId || null,
      password_reset_at: ctx.now,
    })
    .where('id', '=', id)
    .execute()
}

export async function setRoles(ctx: Context, userId: number, roleIds: readonly number[]): Promise<void> {
  const ids = [...roleIds]
  await ctx.run`delete from user_role where user_id = ${userId} and role_id <> all(${ids}::bigint[])`
  await ctx.run`insert into user_role (user_id, role_id) select ${userId}, id from unnest(${ids}::bigint[]) id on conflict do nothing`
}

/** Sets the centres of an account, and the first as its home. Rows that do not change stay, as new ones need two people. */
export async function setCentres(ctx: Context, userId: number, centres: readonly { id: number; modes: readonly Mode[] }[]): Promise<void> {
  const rows = sql`jsonb_to_recordset(${JSON.stringify(centres)}::jsonb) as given (id bigint, modes jsonb)`
  const modes = sql`array(select mode::smallint from jsonb_array_elements_text(given.modes) mode)`
  await ctx.run`delete from user_centre where user_id = ${userId} and centre_id <> all(${centres.map(({ id }) => id)}::bigint[])`
  await ctx.run`update user_centre post set modes = ${modes} from ${rows} where post.user_id = ${userId} and post.centre_id = given.id and post.modes <> ${modes}`
  await ctx.run`insert into user_centre (user_id, centre_id, modes) select ${userId}, given.id, ${modes} from ${rows}
    where not exists (select from user_centre post where post.user_id = ${userId} and post.centre_id = given.id)`
  await ctx.db
    .updateTable('app_user')
    .set({ centre_id: centres[0]?.id ?? null })
    .where('id', '=', userId)
    .execute()
}

async function keyHolderIds(ctx: Context, key: string, unitId: number | null): Promise<number[]> {
  const unit = unitId === null ? sql`true` : sql`app_user.unit_id = ${unitId}`
  const rows = await ctx.rows<Row<'app_user', 'id'>>`select distinct app_user.id from app_user join user_role on user_role.user_id = app_user.id
    join role_permission using (role_id) where role_permission.permission = ${key} and app_user.status = ${accountStatus.active} and ${unit}`
  return rows.map((row) => row.id)
}

/** Returns the active accounts with full rights. Call it after `lockAccess`, which prevents concurrent changes. */
export function activeSuperAdmins(ctx: Context): Promise<number[]> {
  return keyHolderIds(ctx, superKey, null)
}

/** Returns the active administrators of a unit. Call it after `lockAccess`, which prevents concurrent changes. */
export function activeAdmins(ctx: Context, unitId: number): Promise<number[]> {
  return keyHolderIds(ctx, 'employeeDw', unitId)
}
