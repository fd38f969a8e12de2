import { sql } from 'kysely'
import { settlementMode, userType } from '#/domain/base/codes.ts'
import { businessIdOf } from '#/server/access/auth/questions.ts'
import type { Context, Db } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Sign-in runs as the accounts role: the application role cannot read passwords, sessions or throttles.

const columns = [
  'id',
  'username',
  'name',
  'usertype',
  'poststatus',
  'status',
  'password_hash',
  'payment_password_hash',
  'must_change_password',
  'failed_logins',
  'failed_at',
  'locked_until',
  'unit_id',
  'operator_id',
  'isdl',
  'islr',
  'avatar',
  'application_id',
] as const

export type Account = Row<'app_user', (typeof columns)[number]>

/** Returns an account by user name, locked so that guesses are counted one by one. */
export function lockAccountByName(db: Db, username: string): Promise<Account | undefined> {
  return db.selectFrom('app_user').select(columns).where('username', '=', username).forNoKeyUpdate().executeTakeFirst()
}

export function lockAccountById(db: Db, id: number): Promise<Account | undefined> {
  return db.selectFrom('app_user').select(columns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function setLoginState(
  db: Db,
  id: number,
  state: { failures: number; failedAt: Date | null; lockedUntil: Date | null; at?: Date },
): Promise<void> {
  await db
    .updateTable('app_user')
    .set({ failed_logins: state.failures, failed_at: state.failedAt, locked_until: state.lockedUntil, ...(state.at && { last_login_at: state.at }) })
    .where('id', '=', id)
    .execute()
}

export async function setPassword(db: Db, id: number, hash: string, now: Date): Promise<void> {
  await db.updateTable('app_user').set({ password_hash: hash, must_change_password: false, password_changed_at: now }).where('id', '=', id).execute()
}

/**
 * Records that the owner controls the account: a code or link reached their phone or mailbox. Skips accounts whose
 * contact was set by only one other person.
 */
export async function recordOwnerControl(db: Db, id: number, now: Date): Promise<void> {
  await db.updateTable('app_user').set({ owned_at: now }).where('id', '=', id).where('contact_moved', '=', false).execute()
}

export async function setPaymentPassword(db: Db, id: number, hash: string, now: Date): Promise<void> {
  const resetColumns = { payment_password_hash: hash, payment_password_changed_at: now, failed_payments: 0, payment_locked_until: null }
  await db.updateTable('app_user').set(resetColumns).where('id', '=', id).execute()
}

export async function setMobile(db: Db, id: number, mobile: string): Promise<void> {
  await db.updateTable('app_user').set({ mobile }).where('id', '=', id).execute()
}

export interface AccountContext {
  permissions: string[]
  roles: string[]
  yztype: number
  modes: number[]
  has_centre: boolean
  unit_name: Row<'unit'>['name'] | null
  entity_id: Row<'operator_entity'>['id'] | null
  home_centre_id: Row<'centre'>['id'] | null
  posts: (Row<'centre', 'id' | 'name'> & Row<'user_centre', 'modes'>)[]
}

const allModes = sql`${Object.values(settlementMode)}::int[]`

/** Returns the roles, permissions, modes, centres and unit that sign-in and user info return. */
export async function accountContext(ctx: Context, account: Account): Promise<AccountContext> {
  return (await ctx.row<AccountContext>`
    select
      array(select distinct permission from user_role join role_permission using (role_id) where user_id = ${account.id} order by permission) as permissions,
      array(select role.name from user_role join role on role.id = role_id where user_id = ${account.id} order by role.name) as roles,
      coalesce((select yztype from operator where id = ${account.operator_id}), 0) as yztype,
      case
        when ${account.usertype} = ${sql.lit(userType.platform)} then ${allModes}
        when ${account.usertype} = ${sql.lit(userType.unit)} then array(select distinct mode from unit_setting where unit_id = ${account.unit_id}
          and is_active order by mode)
        when ${account.usertype} = ${sql.lit(userType.centre)} then array(select distinct unnest(modes) from user_centre where user_id = ${account.id}
          order by 1)
        else ${allModes} end as modes,
      exists (select from centre) as has_centre, (select name from unit where id = ${account.unit_id}) as unit_name,
      ${ask(ctx, businessIdOf, account.operator_id)} as entity_id,
      coalesce((select min(centre_id) from user_centre where user_id = ${account.id}),
        (select centre_id from unit_setting where unit_id = ${account.unit_id} order by is_active desc, id limit 1),
        (select centre_id from operator where id = ${account.operator_id})) as home_centre_id,
      coalesce((select jsonb_agg(jsonb_build_object('id', centre.id, 'name', centre.name, 'modes', user_centre.modes) order by centre.id)
        from user_centre join centre on centre.id = centre_id where user_id = ${account.id}), '[]') as posts`) as AccountContext
}

/** Returns the centre whose log records this person: the lowest id; null for people without a centre. */
export async function firstCentreId(db: Db, userId: number): Promise<number | null> {
  const row = await db.selectFrom('user_centre').select('centre_id').where('user_id', '=', userId).orderBy('centre_id').limit(1).executeTakeFirst()
  return row?.centre_id ?? null
}

/** Returns the contacts and password hash that recovery checks. */
export function findRecoverableAccount(db: Db, by: 'username' | 'id', value: string | number) {
  return db
    .selectFrom('app_user')
    .select(['id', 'username', 'status', 'unit_id as unitId', 'mobile', 'email', 'password_hash as passwordHash'])
    .where(by, '=', value)
    .executeTakeFirst()
}
