import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { accountStatus, type Post, postStatus, userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { rolesOf } from '#/server/access/roles/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { rulesInForce } from '#/server/organisations/fees/public.ts'
import { paymentsOfAssignedUnits } from '#/server/organisations/staff/questions.ts'
import { paidNet } from '#/server/organisations/units/public.ts'

// This module runs as the accounts role, which row-level security does not restrict, so every query needs `visible`.

export interface StaffRow extends Row<'app_user', 'id' | 'username' | 'name' | 'poststatus' | 'status'> {
  mobile: string
  centres: (Row<'centre', 'id' | 'name'> & Row<'user_centre', 'modes'> & { modes: Mode[] })[]
  poststatus: Post
  roles: Row<'role', 'id' | 'name'>[]
  units: number
  month_net: number
  commission: (Row<'split_rule', 'method'> & { method: 'difference' | 'ratio'; rate: number }) | null
  joined_on: string
  leaving_on: string | null
}

export type StaffFilter = FilterOf<Modules['staff']['list']>

/** Selects posts in centres that the caller sees. */
const postInScope = ({ scope }: Context) => (scope.all ? sql`true` : sql`post.centre_id = any(${[...scope.centreIds]}::bigint[])`)

function visibleCondition(ctx: Context): Expression<SqlBool> {
  const centreCondition = ctx.scope.all ? sql`true` : sql`exists (select from user_centre post where post.user_id = person.id and ${postInScope(ctx)})`
  return sql<SqlBool>`person.usertype = ${userType.centre} and ${centreCondition}`
}

function filterCondition(ctx: Context, { keyword, centreId, poststatus, status, isForMe }: StaffFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [visibleCondition(ctx)]
  if (keyword) {
    const likePattern = containsPattern(keyword)
    const no = /^YG0*(\d{1,9})$/i.exec(keyword)?.[1]
    conditions.push(
      sql<SqlBool>`(person.name ilike ${likePattern} or person.username ilike ${likePattern} or person.mobile = ${keyword} or person.id = ${no ? Number(no) : 0})`,
    )
  }
  // A person's posts at other centres are not shown.
  if (centreId !== undefined)
    conditions.push(sql<SqlBool>`exists (select from user_centre post where post.user_id = person.id and post.centre_id = ${centreId} and ${postInScope(ctx)})`)
  if (poststatus !== undefined) conditions.push(sql<SqlBool>`person.poststatus = ${poststatus}`)
  if (status !== undefined) conditions.push(sql<SqlBool>`person.status = ${status}`)
  if (isForMe)
    conditions.push(
      sql<SqlBool>`person.id in (select handover.from_user_id from customer_handover handover where handover.state = 'proposed' and handover.created_by <> ${ctx.actor.userId})`,
    )
  return allOf(conditions)
}

const isAssigned = sql`(unit.marketer_id = person.id or unit.salesman_id = person.id) and unit.status <> ${accountStatus.closed}`

function columns(ctx: Context) {
  const viewerPost = postInScope(ctx)
  const today = dayOf(ctx.now)
  return sql`person.id, person.username, person.name, coalesce(person.mobile, '') as mobile, person.poststatus, person.status,
    coalesce((select jsonb_agg(jsonb_build_object('id', centre.id, 'name', centre.name, 'modes', post.modes) order by centre.id) from user_centre post
      join centre on centre.id = post.centre_id where post.user_id = person.id and ${viewerPost}), '[]') as centres,
    ${rolesOf(sql`person.id`)} as roles,
    (select count(*) from unit where ${isAssigned}) as units,
    ${ask(ctx, paidNet, sql<SqlBool>`voucher.unit_id in (select unit.id from unit where unit.marketer_id = person.id or unit.salesman_id = person.id)`)} as month_net,
    (select jsonb_build_object('method', rule.method, 'rate', coalesce(rule.ratio_ppm, rule.floor_rate_ppm)) from ${rulesInForce(today)} rule
        join user_centre post on post.user_id = person.id and post.centre_id = rule.centre_id
      where rule.party_type = case person.poststatus when ${postStatus.marketer} then 'marketer' when ${postStatus.salesman} then 'salesman' end
        and rule.unit_id is null and coalesce(rule.party_id, person.id) = person.id
      order by rule.party_id nulls last, rule.centre_id limit 1) as commission,
    coalesce(record.joined_on, (person.created_at at time zone 'Asia/Shanghai')::date)::text as joined_on,
    (select min(effective_on)::text from customer_handover handover where handover.from_user_id = person.id and handover.state in ('proposed', 'scheduled')) as leaving_on`
}

const tables = sql`app_user person left join staff_record record on record.user_id = person.id`

/** Returns a page of the staff of centres within the caller's scope. */
export async function list(ctx: Context, filter: StaffFilter, page: { page: number; size: number }): Promise<{ rows: StaffRow[]; count: number }> {
  const rows = await ctx.rows<StaffRow>`select ${columns(ctx)} from ${tables} where ${filterCondition(ctx, filter)} order by person.poststatus, person.id
    limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from app_user person where ${filterCondition(ctx, filter)}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Returns a member of staff within the caller's scope. */
export const find = (ctx: Context, id: number): Promise<StaffRow | undefined> =>
  ctx.row<StaffRow>`select ${columns(ctx)} from ${tables} where person.id = ${id} and ${visibleCondition(ctx)}`

/** Finds a member of staff and locks them until the transaction ends, so that units are handed over only once. */
export async function lock(ctx: Context, id: number): Promise<StaffRow | undefined> {
  await ctx.run`select person.id from app_user person where person.id = ${id} and ${visibleCondition(ctx)} for no key update`
  return find(ctx, id)
}

/** Returns active staff within the caller's scope who may take over units. */
export async function handoverRecipients(ctx: Context): Promise<Pick<StaffRow, 'id' | 'name' | 'poststatus'>[]> {
  return ctx.rows<Pick<StaffRow, 'id' | 'name' | 'poststatus'>>`select person.id, person.name, person.poststatus from app_user person
    where ${visibleCondition(ctx)} and person.status = ${accountStatus.active} and person.poststatus in (${postStatus.marketer}, ${postStatus.salesman})
      order by person.id limit 500`
}

/** Returns whether two people work at the same centre. */
export async function shareCentre(ctx: Context, one: number, otherId: number): Promise<boolean> {
  const rows = await ctx.rows`select from user_centre first join user_centre second on second.centre_id = first.centre_id
    where first.user_id = ${one} and second.user_id = ${otherId}`
  return rows.length > 0
}

/** Returns which of these units are in a person's care. */
export async function assignedUnitIds(ctx: Context, userId: number, role: 'marketer' | 'salesman', ids: readonly number[]): Promise<number[]> {
  const column = sql.ref(`unit.${role}_id`)
  const rows = await ctx.rows<Row<'unit', 'id'>>`
    select unit.id from unit where ${column} = ${userId} and unit.status <> ${accountStatus.closed} and unit.id = any(${[...ids]}::bigint[])`
  return rows.map((row) => row.id)
}

export async function setJoiningDay(ctx: Context, userId: number, joinedOn: string): Promise<void> {
  await ctx.run`insert into staff_record (user_id, joined_on) values (${userId}, ${joinedOn}::date)
    on conflict (user_id) do update set joined_on = excluded.joined_on, version = staff_record.version + 1`
}

export interface HandoverRow
  extends Row<
    'customer_handover',
    'id' | 'from_user_id' | 'to_user_id' | 'role' | 'unit_ids' | 'effective_on' | 'state' | 'reason' | 'done_count' | 'created_by' | 'created_at'
  > {
  from_name: Row<'app_user'>['name']
  to_name: Row<'app_user'>['name']
  role: 'marketer' | 'salesman'
  state: 'proposed' | 'scheduled' | 'done' | 'cancelled' | 'rejected'
  creator: Row<'app_user'>['name']
}

const handoverColumns = sql`handover.id, handover.from_user_id, handover.to_user_id, giver.name as from_name, taker.name as to_name, handover.role, handover.unit_ids,
  handover.effective_on::text, handover.state, handover.reason, handover.done_count, handover.created_by, creator.name as creator, handover.created_at`
const handoverTables = sql`customer_handover handover join app_user giver on giver.id = handover.from_user_id join app_user taker on taker.id = handover.to_user_id
  join app_user creator on creator.id = handover.created_by`

/** Returns the handovers from and to a person, newest first. */
export async function handovers(ctx: Context, userId: number): Promise<HandoverRow[]> {
  return ctx.rows<HandoverRow>`select ${handoverColumns} from ${handoverTables} where handover.from_user_id = ${userId} or handover.to_user_id = ${userId}
    order by handover.id desc limit 50`
}

/** Returns a handover whose giver is within the caller's scope, locked. */
export async function lockHandover(ctx: Context, id: number): Promise<HandoverRow | undefined> {
  return ctx.row<HandoverRow>`select ${handoverColumns} from ${handoverTables} join app_user person on person.id = handover.from_user_id
    where handover.id = ${id} and ${visibleCondition(ctx)} for no key update of handover`
}

/** Proposes a handover to a second person. */
export async function insertHandover(
  ctx: Context,
  of: {
    centreId: number | null
    from: number
    to: number
    role: 'marketer' | 'salesman'
    unitIds: readonly number[] | null
    effectiveOn: string
    reason: string
  },
): Promise<number> {
  const row = await ctx.db
    .insertInto('customer_handover')
    .values({
      centre_id: of.centreId,
      from_user_id: of.from,
      to_user_id: of.to,
      role: of.role,
      unit_ids: of.unitIds === null ? null : [...of.unitIds],
      effective_on: of.effectiveOn,
      state: 'proposed',
      reason: of.reason,
      created_by: ctx.actor.userId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** Stores the second person's decision on a handover. */
export async function decideHandover(ctx: Context, id: number, isApproved: boolean): Promise<void> {
  await ctx.db
    .updateTable('customer_handover')
    .set({ state: isApproved ? 'scheduled' : 'rejected', decided_by: ctx.actor.userId, decided_at: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Stores the outcome of a handover. */
export async function closeHandover(ctx: Context, id: number, to: { state: 'done' | 'cancelled'; count: number }): Promise<void> {
  await ctx.db
    .updateTable('customer_handover')
    .set({ state: to.state, done_count: to.count, done_at: to.state === 'done' ? ctx.now : null })
    .where('id', '=', id)
    .execute()
}

interface DueHandover extends Pick<HandoverRow, 'id' | 'role' | 'unit_ids'> {
  from: HandoverRow['from_user_id']
  to: HandoverRow['to_user_id']
  fits: boolean
}

/** Returns due handovers, locked; those locked by another server are skipped. */
export const lockDueHandovers = (ctx: Context): Promise<DueHandover[]> => ctx.rows<DueHandover>`
    select handover.id, handover.from_user_id as from, handover.to_user_id as to, handover.role, handover.unit_ids,
      taker.status = ${accountStatus.active} as fits
    from customer_handover handover join app_user taker on taker.id = handover.to_user_id
    where handover.state = 'scheduled' and handover.effective_on <= ${dayOf(ctx.now)}::date order by handover.id limit 100 for no key update of handover skip locked`

export const performanceOf = (ctx: Context, userId: number, month: string) =>
  ask(ctx, paymentsOfAssignedUnits, sql<SqlBool>`person.id = ${userId} and ${visibleCondition(ctx)}`, month)
