import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { AccountField } from '#/domain/access/account-review.ts'
import { accountStatus, type PostStatus, type UserType, userType } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { namesOfRoles, rolesOf } from '#/server/access/roles/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { entriesAbout } from '#/server/kernel/request/store-trail.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageKeys, pageRows } from '#/server/kernel/rows/page.ts'
import { unendedSessions } from '#/server/kernel/session/store-sessions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Runs as the accounts role, which row-level security does not restrict. `scopeCondition` is the only filter, and every
// statement that reads or changes an account must use it.

export interface CentrePost extends Row<'centre', 'id' | 'name'>, Row<'user_centre', 'modes'> {
  modes: Mode[]
}

export interface UserRow
  extends Row<
    'app_user',
    | 'id'
    | 'username'
    | 'name'
    | 'usertype'
    | 'poststatus'
    | 'status'
    | 'must_change_password'
    | 'locked_until'
    | 'payment_locked_until'
    | 'last_login_at'
    | 'created_at'
    | 'unit_id'
    | 'islr'
    | 'isdl'
  > {
  mobile: string
  usertype: UserType
  poststatus: PostStatus
  has_payment: boolean
  subject: string | null
  province: string | null
  centres: CentrePost[]
  /** The account's own centres, or those of its unit or operator. */
  area: Row<'centre', 'id' | 'name'>[]
  roles: Row<'role', 'id' | 'name'>[]
  keys: string[]
  is_online: boolean
  /** Whether the account takes part in payments. */
  moves_money: boolean
  has_factor: boolean
  review:
    | (Row<'account_application', 'id' | 'state' | 'reason' | 'rejects'> & {
        state: 'pending' | 'approved' | 'rejected'
        roles: string[]
        roleIds: Row<'account_application'>['role_ids']
        rejects: { field: AccountField; reason: string }[]
      })
    | null
}

const provinceExpression = sql`case app_user.usertype when ${userType.unit} then substr(unit.credit_code, 3, 2)
  when ${userType.operator} then nullif(operator.region_code, '')
  when ${userType.centre} then (select substr(centre.region_code, 1, 2) from user_centre post join centre on centre.id = post.centre_id
    where post.user_id = app_user.id order by centre.id limit 1) end`

const userTables = sql`app_user left join unit on unit.id = app_user.unit_id left join operator on operator.id = app_user.operator_id
  left join partner on partner.id = app_user.partner_id`

const userColumns = sql`app_user.id, app_user.username, app_user.name, app_user.usertype, app_user.poststatus, app_user.status,
    app_user.last_login_at, app_user.created_at, app_user.unit_id,
    coalesce(unit.name, operator.name, partner.name) as subject, ${provinceExpression} as province,
    coalesce((select jsonb_agg(jsonb_build_object('id', centre.id, 'name', centre.name, 'modes', post.modes) order by centre.id)
      from user_centre post join centre on centre.id = post.centre_id where post.user_id = app_user.id), '[]') as centres,
    coalesce((select jsonb_agg(jsonb_build_object('id', centre.id, 'name', centre.name) order by centre.id) from centre where centre.id in (
      select post.centre_id from user_centre post where post.user_id = app_user.id
      union select setting.centre_id from unit_setting setting where setting.unit_id = app_user.unit_id and app_user.usertype = ${userType.unit}
      union select operator.centre_id)), '[]') as area,
    ${rolesOf(sql`app_user.id`)} as roles`

const fullSelection = (
  ctx: Context,
) => sql`${userColumns}, app_user.islr, app_user.isdl, coalesce(app_user.mobile, '') as mobile, app_user.must_change_password, app_user.locked_until,
    app_user.payment_password_hash is not null as has_payment, app_user.payment_locked_until,
    array(select distinct permission from user_role join role_permission using (role_id) where user_id = app_user.id order by permission) as keys,
    exists (select from ${unendedSessions(ctx.real)} session where session.user_id = app_user.id) as is_online,
    app.moves_money(app_user.id) as moves_money,
    app.has_factor(app_user.id) as has_factor,
    (select jsonb_build_object('id', asked.id, 'state', asked.state, 'reason', asked.reason, 'rejects', asked.rejects, 'roleIds', asked.role_ids,
        'roles', ${namesOfRoles(sql`asked.role_ids`)})
      from account_application asked where asked.user_id = app_user.id order by asked.id desc limit 1) as review`

/**
 * Limits accounts to the caller's scope. The platform sees all. Centre staff see colleagues, and the units and
 * operators of the current centre.
 * A salesperson sees the assigned units, and a unit its own accounts.
 */
export function scopeCondition(ctx: Context): Expression<SqlBool> {
  const { actor, scope } = ctx
  if (actor.usertype === userType.platform && scope.all) return sql<SqlBool>`true`
  if (actor.usertype === userType.unit && actor.unitId !== null)
    return sql<SqlBool>`(app_user.usertype = ${userType.unit} and app_user.unit_id = ${actor.unitId})`
  if (actor.usertype !== userType.centre || scope.centreId === null) return sql<SqlBool>`false`
  if (scope.centreIds.length === 0) return sql<SqlBool>`(app_user.usertype = ${userType.unit} and app_user.unit_id = any(${[...scope.unitIds]}::bigint[]))`
  const centre = scope.centreId
  return sql<SqlBool>`(
    (app_user.usertype = ${userType.centre} and exists (select from user_centre post where post.user_id = app_user.id and post.centre_id = ${centre}))
    or (app_user.usertype = ${userType.unit} and exists (select from unit_setting setting where setting.unit_id = app_user.unit_id
      and setting.centre_id = ${centre}))
    or (app_user.usertype = ${userType.operator} and exists (select from operator own where own.id = app_user.operator_id and own.centre_id = ${centre})))`
}

export type UserFilter = FilterOf<Modules['users']['list']>

function atCentreCondition(ctx: Context, id: number): Expression<SqlBool> {
  const isCallersCentre = sql`exists (select from user_centre mine where mine.user_id = ${ctx.actor.userId} and mine.centre_id = ${id})`
  return sql<SqlBool>`${ctx.actor.usertype === userType.centre ? isCallersCentre : sql`true`} and (exists (select from user_centre post
    where post.user_id = app_user.id and post.centre_id = ${id})
    or exists (select from unit_setting setting where setting.unit_id = app_user.unit_id and setting.centre_id = ${id})
    or exists (select from operator own where own.id = app_user.operator_id and own.centre_id = ${id}))`
}

function filterCondition(ctx: Context, filter: UserFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [scopeCondition(ctx)]
  const { keyword, usertype, poststatus, centreId, roleId, unitId, status, isLocked, province: place, review } = filter
  if (keyword) {
    const likePattern = containsPattern(keyword)
    conditions.push(sql<SqlBool>`(app_user.username ilike ${likePattern} or app_user.name ilike ${likePattern} or app_user.mobile = ${keyword})`)
  }
  if (usertype !== undefined) conditions.push(sql<SqlBool>`app_user.usertype = ${usertype}`)
  if (poststatus !== undefined) conditions.push(sql<SqlBool>`app_user.poststatus = ${poststatus}`)
  if (status !== undefined) conditions.push(sql<SqlBool>`app_user.status = ${status}`)
  if (unitId !== undefined) conditions.push(sql<SqlBool>`app_user.unit_id = ${unitId}`)
  if (centreId !== undefined) conditions.push(atCentreCondition(ctx, centreId))
  if (roleId !== undefined) conditions.push(sql<SqlBool>`exists (select from user_role held where held.user_id = app_user.id and held.role_id = ${roleId})`)
  if (isLocked) {
    // The status is a literal, because the index `app_user_locked` has it as a condition.
    const mayBeLocked = sql`(app_user.status = ${sql.lit(accountStatus.locked)} or app_user.locked_until is not null)`
    conditions.push(sql<SqlBool>`${mayBeLocked} and (app_user.status = ${accountStatus.locked} or app_user.locked_until > ${ctx.real})`)
  }
  if (place !== undefined) conditions.push(sql<SqlBool>`${provinceExpression} = ${place}`)
  // At most the latest application of an account can be pending.
  if (review === 'pending') conditions.push(sql<SqlBool>`app_user.id in (select asked.user_id from account_application asked where asked.state = 'pending')`)
  if (review !== undefined && review !== 'pending') {
    conditions.push(
      sql<SqlBool>`(select asked.state from account_application asked where asked.user_id = app_user.id order by asked.id desc limit 1) = ${review}`,
    )
  }
  return allOf(conditions)
}

function listing(ctx: Context, filter: UserFilter): Listing {
  // An account's province comes from its unit or operator.
  const joins =
    filter.province === undefined ? sql`` : sql`left join unit on unit.id = app_user.unit_id left join operator on operator.id = app_user.operator_id`
  return { table: sql`app_user`, joins, where: filterCondition(ctx, filter), id: sql`app_user.id` }
}

export function list(ctx: Context, filter: UserFilter, page: PageRequest): Promise<{ rows: UserRow[]; next: number | null }> {
  return pageRows(ctx, listing(ctx, filter), page, sql<UserRow>`select ${fullSelection(ctx)} from ${userTables}`)
}

export function count(ctx: Context, filter: UserFilter): Promise<number> {
  return countOf(ctx, listing(ctx, filter))
}

export interface ExportRow
  extends Omit<
    UserRow,
    | 'has_payment'
    | 'payment_locked_until'
    | 'keys'
    | 'is_online'
    | 'moves_money'
    | 'has_factor'
    | 'review'
    | 'must_change_password'
    | 'locked_until'
    | 'islr'
    | 'isdl'
  > {
  must_change: boolean
}

/** Returns the ids of the matching accounts, newest first. */
export async function matchingIds(ctx: Context, filter: UserFilter, limit: number): Promise<number[]> {
  return (await pageKeys(ctx, listing(ctx, filter), { page: 1, size: limit })).ids
}

/**
 * Returns accounts in the caller's current scope for a workbook, newest first. The job runs as the application role,
 * which reads contacts through `app.account_contacts`.
 */
export async function exportRows(ctx: Context, ids: readonly number[]): Promise<ExportRow[]> {
  const rows = sql<ExportRow>`select ${userColumns}, coalesce(contact.mobile, '') as mobile, contact.must_change
    from ${userTables} left join app.account_contacts(${[...ids]}::bigint[]) contact on contact.id = app_user.id
    where app_user.id = any(${[...ids]}::bigint[]) and ${scopeCondition(ctx)} order by app_user.id desc`
  return (await rows.execute(ctx.db)).rows
}

export const find = (ctx: Context, id: number): Promise<UserRow | undefined> =>
  ctx.row<UserRow>`select ${fullSelection(ctx)} from ${userTables} where app_user.id = ${id} and ${scopeCondition(ctx)}`

export async function lock(ctx: Context, id: number): Promise<UserRow | undefined> {
  await ctx.run`select id from app_user where id = ${id} and ${scopeCondition(ctx)} for no key update`
  return find(ctx, id)
}

export const sessionsOf = (ctx: Context, id: number) => ctx.rows<Row<'session', 'created_at' | 'seen_at' | 'ip' | 'agent'>>`
    select session.created_at, session.seen_at, session.ip, session.agent
    from ${unendedSessions(ctx.real)} session join app_user on app_user.id = session.user_id where app_user.id = ${id} and ${scopeCondition(ctx)} order by session.id desc limit 20`

interface SignInRow extends Row<'audit_log', 'at' | 'ip' | 'outcome'> {
  status: number | null
}

const signInCondition = sql`log.action = 'auth.login'`
const changeCondition = sql`(log.action like 'users.%' or log.action like 'profile.%' or log.action like 'admin.%'
  or log.action in ('roles.give', 'recovery.reset', 'auth.changePassword', 'auth.logout'))`

const entriesOf = (id: number) => sql`${entriesAbout('user', String(id))} log`

function isVisible(ctx: Context, id: number): Expression<SqlBool> {
  return sql<SqlBool>`exists (select from app_user where app_user.id = ${id} and ${scopeCondition(ctx)})`
}

const countEntries = async (ctx: Context, id: number, which: ReturnType<typeof sql>): Promise<number> =>
  (await ctx.row<{ count: number }>`select count(*) as count from ${entriesOf(id)} where ${which} and ${isVisible(ctx, id)}`)?.count ?? 0

/** Returns the sign-in attempts of an account from the log, newest first. */
export async function signIns(ctx: Context, id: number, page: { page: number; size: number }): Promise<{ rows: SignInRow[]; count: number }> {
  const rows = await ctx.rows<SignInRow>`select log.at, log.ip, log.outcome, (log.detail ->> 'status')::int as status from ${entriesOf(id)}
    where ${signInCondition} and ${isVisible(ctx, id)} order by log.at desc, log.seq desc limit ${page.size} offset ${(page.page - 1) * page.size}`
  return { rows, count: await countEntries(ctx, id, signInCondition) }
}

interface LoggedChangeRow extends Row<'audit_log', 'at' | 'action' | 'ip'> {
  by: Row<'app_user'>['name'] | null
  words: string[]
}

/** Returns the logged changes of an account, newest first. */
export async function loggedChanges(ctx: Context, id: number, page: { page: number; size: number }): Promise<{ rows: LoggedChangeRow[]; count: number }> {
  const rows = await ctx.rows<LoggedChangeRow>`select log.at, author.name as by, log.action, log.ip,
      array_remove(array[log.detail ->> 'words', '+ ' || (log.detail -> 'added' ->> 0), '− ' || (log.detail -> 'taken' ->> 0), log.detail ->> 'reason'], null) as words
    from ${entriesOf(id)} left join app_user author on author.id = log.user_id
    where ${changeCondition} and log.outcome = 'done' and ${isVisible(ctx, id)} order by log.at desc, log.seq desc
    limit ${page.size} offset ${(page.page - 1) * page.size}`
  return { rows, count: await countEntries(ctx, id, sql`${changeCondition} and log.outcome = 'done'`) }
}
