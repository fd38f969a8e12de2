import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { type Mode, userType } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { ApplicationKind, ApplicationState } from '#/domain/onboarding/application.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, type ListOrder, pageRows, placesPer } from '#/server/kernel/rows/page.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface ReviewRow
  extends Row<
    'application',
    | 'id'
    | 'no'
    | 'kind'
    | 'state'
    | 'subject_name'
    | 'credit_code'
    | 'mobile_sealed'
    | 'centre_id'
    | 'mode'
    | 'round'
    | 'submitted_at'
    | 'decided_at'
    | 'decided_by'
    | 'reviewer_id'
    | 'user_id'
    | 'version'
  > {
  kind: ApplicationKind
  state: ApplicationState
  contact: string
  inviter_id: number | null
  inviter_type: number | null
  inviter: string | null
  centre_name: string | null
  mode: Mode | null
  decider: string | null
  reviewer: string | null
}

const reviewTables = sql`application asked left join invite on invite.code = asked.invite_code left join app_user inviter on inviter.id = invite.user_id
  left join centre on centre.id = asked.centre_id left join app_user reviewer on reviewer.id = asked.reviewer_id left join app_user decider on decider.id = asked.decided_by`

const reviewColumns = sql`asked.id, asked.no, asked.kind, asked.state, asked.subject_name, asked.credit_code, asked.mobile_sealed,
  coalesce(asked.fields->>'contactName', asked.subject_name) as contact, invite.user_id as inviter_id, inviter.usertype as inviter_type, inviter.name as inviter,
  asked.centre_id, centre.name as centre_name, asked.mode, asked.round, asked.submitted_at, asked.decided_at, asked.decided_by, decider.name as decider,
  asked.reviewer_id, reviewer.name as reviewer, asked.user_id, asked.version`

/**
 * Limits submitted applications to the caller's scope. The platform sees all, centre staff those of their centre, sales
 * staff and partners those that they invited.
 */
export function scopeCondition(ctx: Context): Expression<SqlBool> {
  const { actor, scope } = ctx
  const isSubmitted = sql<SqlBool>`asked.submitted_at is not null`
  if (actor.usertype === userType.platform && scope.all) return isSubmitted
  if (actor.usertype === userType.partner && actor.partnerId !== null) return sql<SqlBool>`(${isSubmitted} and invite.partner_id = ${actor.partnerId})`
  if (actor.usertype !== userType.centre || scope.centreId === null) return sql<SqlBool>`false`
  if (scope.centreIds.length === 0) return sql<SqlBool>`(${isSubmitted} and invite.user_id = ${actor.userId})`
  return sql<SqlBool>`(${isSubmitted} and asked.centre_id = ${scope.centreId})`
}

export type ReviewTab = 'unit' | 'partner' | 'operator'

const kindsByTab: Readonly<Record<ReviewTab, readonly ApplicationKind[]>> = { unit: ['unit'], partner: ['partner'], operator: ['operator', 'international'] }

export type ReviewFilter = FilterOf<Modules['applications']['list']>

function filterCondition(ctx: Context, filter: ReviewFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [scopeCondition(ctx)]
  if (filter.state) conditions.push(sql<SqlBool>`asked.state = ${filter.state}`)
  if (filter.reviewer === 'mine') conditions.push(sql<SqlBool>`asked.reviewer_id = ${ctx.actor.userId}`)
  if (filter.reviewer === 'nobody') conditions.push(sql<SqlBool>`asked.reviewer_id is null and asked.state = 'pending'`)
  if (filter.lateness) {
    const hours = filter.lateness === 'over' ? 48 : 24
    conditions.push(sql<SqlBool>`asked.state = 'pending' and asked.submitted_at < ${new Date(ctx.now.getTime() - hours * 3_600_000)}`)
  }
  conditions.push(...withinDays(sql`asked.submitted_at`, filter))
  if (filter.keyword) {
    const likePattern = containsPattern(filter.keyword)
    const mobile = ctx.vault.index('mobile', filter.keyword)
    conditions.push(sql<SqlBool>`(asked.subject_name ilike ${likePattern} or asked.no = ${filter.keyword.toUpperCase()} or asked.credit_code = ${filter.keyword.toUpperCase()}
      or asked.fields->>'contactName' ilike ${likePattern} or asked.mobile_index = ${mobile})`)
  }
  return allOf(conditions)
}

// Pending applications come first, the longest waiting on top, then the others, newest first.
const isDone = sql`(asked.state <> 'pending')`
const waitingSince = sql`(case when asked.state = 'pending' then asked.submitted_at else 'infinity' end)`
const reviewOrder = sql`(case when asked.state = 'pending' then asked.id else -asked.id end)`

function orderOf(filter: ReviewFilter): ListOrder | undefined {
  // A period filter orders the rows by submission, because the index has this order.
  if (filter.from || filter.to) return { by: [sql`asked.submitted_at`] }
  return filter.state === undefined || filter.state === 'pending' ? { by: [isDone, waitingSince, reviewOrder], isRising: true } : undefined
}

function listing(ctx: Context, filter: ReviewFilter): Listing {
  return {
    table: sql`application asked`,
    joins: sql`left join invite on invite.code = asked.invite_code`,
    where: filterCondition(ctx, filter),
    id: sql`asked.id`,
    order: orderOf(filter),
    places: placesPer(null, 'asked.kind', kindsByTab[filter.tab]),
  }
}

/**
 * Returns a page of applications in the caller's scope: pending ones first, longest waiting at the top. With a period
 * filter the newest come first.
 */
export function list(ctx: Context, filter: ReviewFilter, page: PageRequest): Promise<{ rows: ReviewRow[]; next: number | null }> {
  return pageRows(ctx, listing(ctx, filter), page, sql<ReviewRow>`select ${reviewColumns} from ${reviewTables}`)
}

export function count(ctx: Context, filter: ReviewFilter): Promise<number> {
  return countOf(ctx, listing(ctx, filter))
}

/** Counts pending applications by tab. */
export async function countPending(ctx: Context): Promise<Record<ReviewTab, number>> {
  const countInTab = (tab: ReviewTab) => count(ctx, { tab, state: 'pending' })
  return { unit: await countInTab('unit'), partner: await countInTab('partner'), operator: await countInTab('operator') }
}

export const find = (ctx: Context, id: number): Promise<ReviewRow | undefined> =>
  ctx.row<ReviewRow>`select ${reviewColumns} from ${reviewTables} where asked.id = ${id} and ${scopeCondition(ctx)}`

/** Returns an application in the caller's scope, locked. */
export async function lock(ctx: Context, id: number): Promise<ReviewRow | undefined> {
  await ctx.run`select id from application where id = ${id} for no key update`
  return find(ctx, id)
}

/** Returns whether two accounts belong to different people (`app.hands_of`). */
export async function isOtherPerson(ctx: Context, userId: number, otherId: number): Promise<boolean> {
  const rows = await ctx.rows<{ is_other: boolean }>`select app.is_other_hand(${userId}::bigint, array[${otherId}::bigint]) as is_other`
  return rows[0]?.is_other ?? false
}

export interface EventRow extends Row<'application_event', 'id' | 'kind' | 'detail' | 'created_at'> {
  by: string | null
  detail: Record<string, string | number>
}

/** Returns the events of an application, oldest first. */
export async function events(ctx: Context, id: number): Promise<EventRow[]> {
  return ctx.rows<EventRow>`select application_event.id, kind, app_user.name as by, detail, application_event.created_at
    from application_event left join app_user on app_user.id = application_event.user_id where application_event.application_id = ${id} order by application_event.id`
}
