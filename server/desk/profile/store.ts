import { sql } from 'kysely'
import { userType } from '#/domain/base/codes.ts'
import { factorSince, unusedRecoveryCodes } from '#/server/access/auth/public.ts'
import { roleNamesOf } from '#/server/access/roles/public.ts'
import type { Db } from '#/server/kernel/context.ts'
import { entriesAbout } from '#/server/kernel/request/store-trail.ts'
import { sessionCutoff } from '#/server/kernel/session/session.ts'
import { unendedSessions } from '#/server/kernel/session/store-sessions.ts'
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
      ${roleNamesOf(sql`app_user.id`)} as roles,
      (select name from unit where unit.id = unit_id) as unit_name,
      coalesce((select jsonb_agg(jsonb_build_object('id', centre.id, 'name', centre.name, 'modes', user_centre.modes) order by centre.id)
        from user_centre join centre on centre.id = centre_id where user_id = app_user.id), '[]') as centres,
      password_changed_at, payment_password_hash is not null as has_payment_password, payment_password_changed_at, payment_locked_until,
      ${factorSince(sql`app_user.id`)} as factor_since,
      ${unusedRecoveryCodes(sql`app_user.id`)} as codes_left,
      last_login_at
    from app_user where id = ${userId}`.execute(db)
  return result.rows[0] as ProfileRow
}

type OpenSession = Row<'session', 'id' | 'ip' | 'agent' | 'created_at' | 'seen_at'>

/** Returns an account's open sessions, most recently used first. */
export async function openSessions(db: Db, userId: number, now: Date): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`select id, ip, agent, created_at, seen_at from ${unendedSessions(now)} session
    where user_id = ${userId} and seen_at > ${sessionCutoff(now)} order by seen_at desc, id desc`.execute(db)
  return rows
}

interface SignInRow extends Row<'audit_log', 'at' | 'ip' | 'agent' | 'action' | 'outcome'> {
  status: number | null
}

/** Returns the results of the account's latest sign-in attempts from the trail. */
export async function latestSignIns(db: Db, userId: number, count: number): Promise<SignInRow[]> {
  const { rows } = await sql<SignInRow>`select at, ip, agent, action, outcome, (detail ->> 'status')::int as status
    from ${entriesAbout('user', String(userId))} entry where action in ('auth.login', 'auth.secondFactor')
    order by at desc, id desc limit ${count}`.execute(db)
  return rows
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
    from about cross join lateral ${entriesAbout(sql`about.ref_type`, sql`about.ref_id`)} entry join app_user person on person.id = entry.user_id
      left join unit on unit.id = person.unit_id
      left join centre on person.unit_id is null and entry.usertype = ${userType.centre} and centre.id = entry.centre_id
    where entry.action in ('plain.show', 'personal.copyFor') and entry.outcome = 'done'
    order by entry.at desc, entry.id desc limit ${count}`.execute(db)
  return rows
}
