import { type SqlBool, sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { joinWords, type Language } from '#/domain/base/text.ts'
import { isUnderReview } from '#/server/access/roles/questions.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { containsPattern } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Members of roles. Only the platform reads members and roles (see `expectPlatform`).

export interface MemberRow extends Row<'app_user', 'id' | 'username' | 'name' | 'usertype' | 'unit_id' | 'status'> {
  place: string
}

const memberQuery = (language: Language) => sql`select member.id, member.username, member.name, member.usertype, member.unit_id, member.status,
    coalesce(unit.name, partner.name, (select string_agg(centre.name, ${joinWords(['', ''], language)} order by centre.id) from user_centre join centre on centre.id = centre_id
      where user_id = member.id), '') as place
  from app_user member left join unit on unit.id = member.unit_id left join partner on partner.id = member.partner_id`

function nameCondition(keyword: string | undefined) {
  return keyword ? sql<SqlBool>`(member.username ilike ${containsPattern(keyword)} or member.name ilike ${containsPattern(keyword)})` : sql<SqlBool>`true`
}
const isMember = (roleId: number) => sql<SqlBool>`exists (select from user_role where role_id = ${roleId} and user_id = member.id)`

export const members = (ctx: Context, of: { id: number; keyword?: string | undefined }, page: { size: number; from: number }): Promise<MemberRow[]> =>
  ctx.rows<MemberRow>`${memberQuery(ctx.language)} where ${isMember(of.id)} and ${nameCondition(of.keyword)} order by member.id limit ${page.size} offset ${page.from}`

export const countMembers = async (ctx: Context, of: { id: number; keyword?: string | undefined }): Promise<number> =>
  (await ctx.row<{ count: number }>`select count(*) as count from app_user member where ${isMember(of.id)} and ${nameCondition(of.keyword)}`)?.count ?? 0

/** Returns accounts of a kind that do not have the role, except closed ones. */
export async function candidates(ctx: Context, of: { id: number; usertype: number; keyword?: string | undefined }, limit: number): Promise<MemberRow[]> {
  return ctx.rows<MemberRow>`${memberQuery(ctx.language)} where member.usertype = ${of.usertype} and member.status <> ${accountStatus.closed} and not ${isMember(of.id)}
      and ${nameCondition(of.keyword)}
    order by member.id limit ${limit}`
}

export const membersByIds = (ctx: Context, ids: readonly number[]): Promise<MemberRow[]> =>
  ctx.rows<MemberRow>`${memberQuery(ctx.language)} where member.id = any(${[...ids]}::bigint[]) order by member.id`

export interface MemberKeysRow extends Row<'app_user', 'id' | 'username' | 'name'> {
  keys: string[]
  /** Whether any business of the person's unit is under dual control. */
  is_dual: boolean
  /** Whether an application for the person is pending. */
  is_waiting: boolean
}

/** Returns unit accounts with all their permissions, by id or as members of a role. */
export async function membersWithKeys(ctx: Context, which: { ids: readonly number[] } | { roleId: number }): Promise<MemberKeysRow[]> {
  const memberCondition = 'ids' in which ? sql<SqlBool>`member.id = any(${[...which.ids]}::bigint[])` : isMember(which.roleId)
  return ctx.rows<MemberKeysRow>`select member.id, member.username, member.name,
      array(select distinct permission from user_role join role_permission using (role_id) where user_id = member.id) as keys,
      exists (select from app.unit_terms(${ctx.now}::timestamptz) setting where setting.unit_id = member.unit_id and setting.is_active and setting.dual_control) as is_dual,
      ${ask(ctx, isUnderReview, sql`member.id`)} as is_waiting
    from app_user member where member.unit_id is not null and ${memberCondition} order by member.id`
}

/** Returns the units in which an active member of the role has a key. Locks access changes until commit. */
export async function unitsWithKeyHolder(ctx: Context, { roleId, key }: { roleId: number; key: string }): Promise<Row<'unit', 'id' | 'name'>[]> {
  await ctx.run`select app.lock_access()`
  return ctx.rows<Row<'unit', 'id' | 'name'>>`select distinct unit.id, unit.name from app_user member join unit on unit.id = member.unit_id
    where member.status = ${accountStatus.active} and ${isMember(roleId)} and exists (select from role_permission where role_id = ${roleId}
      and permission = ${key})
    order by unit.id`
}

/** Returns which of these units have an active account with a key. */
export async function unitsWithPermission(ctx: Context, { unitIds, key }: { unitIds: readonly number[]; key: string }): Promise<number[]> {
  const rows = await ctx.rows<
    Row<'app_user', 'unit_id'> & { unit_id: number }
  >`select distinct member.unit_id from app_user member join user_role on user_role.user_id = member.id
    join role_permission using (role_id) where member.status = ${accountStatus.active} and permission = ${key}
      and member.unit_id = any(${[...unitIds]}::bigint[])`
  return rows.map((row) => row.unit_id)
}
