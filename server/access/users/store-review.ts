import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { AccountField } from '#/domain/access/account-review.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { namesOfRoles } from '#/server/access/roles/public.ts'
import { scopeCondition } from '#/server/access/users/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type FileFacts, fileFacts } from '#/server/kernel/files/store-files.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, type ListOrder, pageRows } from '#/server/kernel/rows/page.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface ApplicationRow
  extends Row<
      'account_application',
      | 'id'
      | 'user_id'
      | 'unit_id'
      | 'requested_by'
      | 'role_ids'
      | 'letter_file_id'
      | 'state'
      | 'reason'
      | 'requested_at'
      | 'decided_at'
      | 'reviewer_id'
      | 'rejects'
      | 'corrects_id'
    >,
    Row<'app_user', 'username' | 'name' | 'status'> {
  unit_name: Row<'unit'>['name']
  applicant: Row<'app_user'>['name']
  mobile: string
  never_in: boolean
  roles: string[]
  keys: string[]
  is_dual: boolean
  letter_name: FileFacts['name']
  state: 'pending' | 'approved' | 'rejected'
  decider: Row<'app_user'>['name'] | null
  reviewer: Row<'app_user'>['name'] | null
  rejects: { field: AccountField; reason: string }[]
}

const applicationQuery = (
  ctx: Context,
) => sql`select asked.id, asked.user_id, asked.unit_id, unit.name as unit_name, asked.requested_by, applicant.name as applicant,
    app_user.username, app_user.name, coalesce(app_user.mobile, '') as mobile, app_user.status,
    app_user.status in (${accountStatus.pending}, ${accountStatus.rejected}) as never_in, asked.role_ids,
    ${namesOfRoles(sql`asked.role_ids`)} as roles,
    array(select distinct permission from role_permission where role_id = any(asked.role_ids)) as keys,
    exists (select from app.unit_terms(${ctx.now}::timestamptz) setting where setting.unit_id = asked.unit_id and setting.is_active and setting.dual_control) as is_dual,
    asked.letter_file_id, letter.name as letter_name, asked.state, asked.reason, asked.requested_at, decider.name as decider, asked.decided_at,
    asked.reviewer_id, reviewer.name as reviewer, asked.rejects, asked.corrects_id
  from account_application asked join app_user on app_user.id = asked.user_id join unit on unit.id = asked.unit_id
    join app_user applicant on applicant.id = asked.requested_by join lateral ${fileFacts(sql`asked.letter_file_id`)} letter on true
    left join app_user decider on decider.id = asked.decided_by left join app_user reviewer on reviewer.id = asked.reviewer_id`

export type ApplicationFilter = FilterOf<Modules['users']['applications']>

function filterCondition(ctx: Context, filter: ApplicationFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [scopeCondition(ctx)]
  if (filter.state) conditions.push(sql<SqlBool>`asked.state = ${filter.state}`)
  if (filter.unitId) conditions.push(sql<SqlBool>`asked.unit_id = ${filter.unitId}`)
  if (filter.reviewer === 'mine') conditions.push(sql<SqlBool>`asked.reviewer_id = ${ctx.actor.userId}`)
  if (filter.reviewer === 'nobody') conditions.push(sql<SqlBool>`asked.reviewer_id is null and asked.state = 'pending'`)
  if (filter.lateness) {
    const hours = filter.lateness === 'over' ? 48 : 24
    conditions.push(sql<SqlBool>`asked.state = 'pending' and asked.requested_at < ${new Date(ctx.now.getTime() - hours * 3_600_000)}`)
  }
  conditions.push(...withinDays(sql`asked.requested_at`, filter))
  if (filter.keyword) {
    const likePattern = containsPattern(filter.keyword)
    conditions.push(
      sql<SqlBool>`(app_user.username ilike ${likePattern} or app_user.name ilike ${likePattern} or unit.name ilike ${likePattern} or app_user.mobile = ${filter.keyword})`,
    )
  }
  return allOf(conditions)
}

// Pending applications come first, the longest waiting on top, then the decided ones, newest first.
const isDone = sql`(asked.state <> 'pending')`
const reviewOrder = sql`(case when asked.state = 'pending' then asked.id else -asked.id end)`

function orderOf(filter: ApplicationFilter): ListOrder | undefined {
  // A period filter orders the rows by time, because the index has this order.
  if (filter.from || filter.to) return { by: [sql`asked.requested_at`] }
  return filter.state === undefined || filter.state === 'pending' ? { by: [isDone, reviewOrder], isRising: true } : undefined
}

function listing(ctx: Context, filter: ApplicationFilter): Listing {
  return {
    table: sql`account_application asked`,
    joins: sql`join app_user on app_user.id = asked.user_id join unit on unit.id = asked.unit_id`,
    where: filterCondition(ctx, filter),
    id: sql`asked.id`,
    order: orderOf(filter),
  }
}

/**
 * Returns a page of applications in the caller's scope: pending ones first, longest waiting at the top. With a period
 * filter the newest come first.
 */
export function list(ctx: Context, filter: ApplicationFilter, page: PageRequest): Promise<{ rows: ApplicationRow[]; next: number | null }> {
  return pageRows(ctx, listing(ctx, filter), page, sql<ApplicationRow>`${applicationQuery(ctx)}`)
}

export function count(ctx: Context, filter: ApplicationFilter): Promise<number> {
  return countOf(ctx, listing(ctx, filter))
}

export const find = (ctx: Context, id: number): Promise<ApplicationRow | undefined> =>
  ctx.row<ApplicationRow>`${applicationQuery(ctx)} where asked.id = ${id} and ${scopeCondition(ctx)}`

export async function lock(ctx: Context, id: number): Promise<ApplicationRow | undefined> {
  await ctx.run`select asked.id from account_application asked join app_user on app_user.id = asked.user_id
    where asked.id = ${id} and ${scopeCondition(ctx)} for no key update of asked`
  return find(ctx, id)
}

export async function insert(
  ctx: Context,
  requested: { userId: number; unitId: number; roleIds: readonly number[]; letterFileId: string; correctsId?: number },
): Promise<number> {
  const row = await ctx.db
    .insertInto('account_application')
    .values({
      user_id: requested.userId,
      unit_id: requested.unitId,
      role_ids: [...requested.roleIds],
      letter_file_id: requested.letterFileId,
      corrects_id: requested.correctsId ?? null,
      requested_by: ctx.actor.userId,
      requested_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Decides an open application; false when another reviewer decided first. */
export async function decideApplication(
  ctx: Context,
  id: number,
  state: 'approved' | 'rejected',
  why: { reason: string; rejects: readonly { field: AccountField; reason: string }[] },
): Promise<boolean> {
  const decisionColumns = { decided_by: ctx.actor.userId, decided_at: ctx.now, reviewer_id: ctx.actor.userId }
  const result = await ctx.db
    .updateTable('account_application')
    .set({ state, reason: why.reason, rejects: JSON.stringify(why.rejects), ...decisionColumns })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function setReviewer(ctx: Context, id: number, userId: number): Promise<void> {
  await ctx.db.updateTable('account_application').set({ reviewer_id: userId }).where('id', '=', id).execute()
}

/** Counts the open applications of each reviewer. */
export async function countOpenByReviewer(ctx: Context, userIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.rows<{ id: Row<'app_user'>['id']; count: number }>`select reviewer_id as id, count(*) as count from account_application
    where reviewer_id = any(${[...userIds]}::bigint[]) and state = 'pending' group by reviewer_id`
  return new Map(rows.map((row) => [row.id, row.count]))
}

export async function centreIdsOf(ctx: Context, unitId: number): Promise<number[]> {
  const rows = await ctx.rows<{
    id: Row<'unit_setting'>['centre_id']
  }>`select distinct centre_id as id from unit_setting where unit_id = ${unitId} and is_active order by centre_id`
  return rows.map((row) => row.id)
}

/** Returns the latest application for an account. */
export async function latestApplication(ctx: Context, userId: number): Promise<Row<'account_application', 'id' | 'letter_file_id' | 'role_ids'> | undefined> {
  return ctx.db
    .selectFrom('account_application')
    .select(['id', 'letter_file_id', 'role_ids'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface ApplicationResult extends Row<'app_user', 'username' | 'name'>, Row<'account_application', 'reason' | 'state'> {
  mobile: string
  roles: string[]
  applicant_mobile: string
}

/** Returns the content and recipients of the message about a decision. */
export async function findApplicationResult(ctx: Context, id: number): Promise<ApplicationResult | undefined> {
  return ctx.row<ApplicationResult>`select app_user.username, app_user.name, coalesce(app_user.mobile, '') as mobile, asked.reason, asked.state,
      coalesce(applicant.mobile, '') as applicant_mobile,
      ${namesOfRoles(sql`asked.role_ids`)} as roles
    from account_application asked join app_user on app_user.id = asked.user_id join app_user applicant on applicant.id = asked.requested_by
    where asked.id = ${id}`
}
