import { sql } from 'kysely'
import { superKey } from '#/api/pages.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import type { Db } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** The account fields that `npm run admin` reads. */
export type StoredAccount = Row<'app_user', 'id' | 'usertype' | 'unit_id'>

export function lockStoredAccount(db: Db, username: string): Promise<StoredAccount | undefined> {
  return db.selectFrom('app_user').select(['id', 'usertype', 'unit_id']).where('username', '=', username).forNoKeyUpdate().executeTakeFirst()
}

/** Returns the built-in platform role with all permissions. */
export async function superRoleId(db: Db): Promise<number> {
  const row = await db
    .selectFrom('role')
    .innerJoin('role_permission', 'role_permission.role_id', 'role.id')
    .select('role.id')
    .where('permission', '=', superKey)
    .where('usertype', '=', userType.platform)
    .where('is_system', '=', true)
    .orderBy('role.id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function insertPlatformAccount(db: Db, account: { username: string; hash: string; roleId: number; now: Date }): Promise<number> {
  const { id } = await db
    .insertInto('app_user')
    .values({
      username: account.username,
      name: account.username,
      usertype: userType.platform,
      status: accountStatus.active,
      password_hash: account.hash,
      created_at: account.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('user_role').values({ user_id: id, role_id: account.roleId }).execute()
  return id
}

/** Clears all failure counters and reactivates an account that they locked. */
export async function clearLocks(db: Db, id: number): Promise<void> {
  await sql`update app_user set failed_logins = 0, locked_until = null, failed_payments = 0, payment_locked_until = null,
    status = case when status = ${accountStatus.locked} then ${accountStatus.active} else status end where id = ${id}`.execute(db)
  await db
    .deleteFrom('throttle')
    .where('subject', 'in', [`password:${id}`, `code:${id}`])
    .execute()
}

export async function setOneTimePassword(db: Db, id: number, hash: string): Promise<void> {
  await db.updateTable('app_user').set({ password_hash: hash, must_change_password: true }).where('id', '=', id).execute()
}

/** Records that the owner controls the account, so that it no longer counts as its creator's. */
export async function transferAccount(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('app_user').set({ owned_at: now, contact_moved: false }).where('id', '=', id).execute()
}

export async function clearEmail(db: Db, id: number): Promise<void> {
  await db.updateTable('app_user').set({ email: null }).where('id', '=', id).execute()
}

export async function setStatus(db: Db, id: number, status: number): Promise<void> {
  await db.updateTable('app_user').set({ status }).where('id', '=', id).execute()
}

export async function forgetContacts(db: Db, operatorId: number): Promise<void> {
  const contactErasure = db.updateTable('app_user').set({ mobile: null, email: null, avatar: null }).where('operator_id', '=', operatorId)
  await contactErasure.where('status', '=', accountStatus.closed).execute()
}
