import { sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import type { Db } from '#/server/kernel/context.ts'
import { sessionCutoff } from '#/server/kernel/session/session.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { paymentsTo } from '#/server/money/lines/public.ts'

// Runs as the accounts role, which row-level security does not restrict, so every query selects by account.

interface ProfileRow
  extends Row<'app_user', 'username' | 'name' | 'usertype' | 'password_changed_at' | 'payment_password_changed_at' | 'payment_locked_until' | 'last_login_at'> {
  mobile: string
  /** The sealed mobile number of the account's operator. */
  operator_mobile: string | null
  mail: string
  roles: string[]
  unit_name: string | null
  centres: { id: number; name: string; modes: number[] }[]
  has_payment_password: boolean
  factor_since: Date | null
  codes_left: number
}

/** Returns the account data of the personal centre. */
export async function readProfile(db: Db, userId: number): Promise<ProfileRow> {
  const result = await sql<ProfileRow>`
    select username, name, usertype, coalesce(mobile, '') as mobile,
      (select mobile_sealed from operator where operator.id = operator_id) as operator_mobile,
      coalesce(email, '') as mail,
      array(select role.name from user_role join role on role.id = role_id where user_id = app_user.id order by role.name) as roles,
      (select name from unit where unit.id = unit_id) as unit_name,
      coalesce((select jsonb_agg(jsonb_build_object('id', centre.id, 'name', centre.name, 'modes', user_centre.modes) order by centre.id)
        from user_centre join centre on centre.id = centre_id where user_id = app_user.id), '[]') as centres,
      password_changed_at, payment_password_hash is not null as has_payment_password, payment_password_changed_at, payment_locked_until,
      (select confirmed_at from second_factor where user_id = app_user.id) as factor_since,
      (select count(*)::int from recovery_code where user_id = app_user.id and used_at is null) as codes_left,
      last_login_at
    from app_user where id = ${userId}`.execute(db)
  return result.rows[0] as ProfileRow
}

/** Returns an account's open sessions, most recently used first. */
export function openSessions(db: Db, userId: number, now: Date) {
  return db
    .selectFrom('session')
    .select(['id', 'ip', 'agent', 'created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('seen_at', '>', sessionCutoff(now))
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns the results of the account's latest sign-in attempts from the trail. */
export function latestSignIns(db: Db, userId: number, count: number) {
  return db
    .selectFrom('audit_log')
    .select(['at', 'ip', 'agent', 'action', 'outcome', sql<number | null>`(detail ->> 'status')::int`.as('status')])
    .where('ref_type', '=', 'user')
    .where('ref_id', '=', String(userId))
    .where('action', 'in', ['auth.login', 'auth.secondFactor'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}

interface NumberView extends Row<'audit_log', 'at'> {
  field: 'idNumber' | 'mobile' | 'cardNo' | 'address' | 'copy'
  reader: string
  organisation: string | null
  of: 'operator' | 'line'
}

/** Returns the latest views of an operator's full numbers and the latest copies of their data. */
export async function latestNumberViews(db: Db, operatorId: number, count: number): Promise<NumberView[]> {
  const { rows } = await sql<NumberView>`
    with about as materialized (
      select 'operator' as ref_type, ${String(operatorId)} as ref_id
      union all select 'line', payment.id::text from ${paymentsTo(operatorId)} payment)
    select entry.at, case entry.action when 'personal.copyFor' then 'copy' else entry.detail ->> 'field' end as field, person.name as reader, coalesce(unit.name, centre.name) as organisation, entry.ref_type as of
    from about join audit_log entry using (ref_id, ref_type) join app_user person on person.id = entry.user_id
      left join unit on unit.id = person.unit_id
      left join centre on person.unit_id is null and entry.usertype = ${userType.centre} and centre.id = entry.centre_id
    where entry.action in ('plain.show', 'personal.copyFor') and entry.outcome = 'done'
    order by entry.at desc, entry.id desc limit ${count}`.execute(db)
  return rows
}

/** Records that the login password was entered in this session; with `isStrong` also a second proof. */
export async function recordProof(db: Db, sessionId: number, now: Date, isStrong: boolean): Promise<void> {
  await db
    .updateTable('session')
    .set({ proved_at: now, ...(isStrong && { factor_proved_at: now }) })
    .where('id', '=', sessionId)
    .execute()
}
