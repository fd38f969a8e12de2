import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { accountStatus, postStatus, userType } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { EffectStatus } from '#/domain/organisations/fee.ts'
import type { AssignedRole, SplitMethod, SplitRole } from '#/domain/organisations/split.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

type State = 'pending' | 'approved' | 'rejected' | 'withdrawn'

export interface SplitRow extends Row<'split_rule'> {
  role: SplitRole
  method: SplitMethod
  mode: Mode | null
  state: State
  stand: EffectStatus
  effective_from: string
  effective_to: string | null
  agreed_to: string | null
  centre_name: Row<'centre'>['name']
  unit_name: Row<'unit'>['name'] | null
  party_name: string | null
  creator: Row<'app_user'>['name'] | null
  decider: Row<'app_user'>['name'] | null
  stopper: Row<'app_user'>['name'] | null
  /** Whether a later version exists that was neither rejected nor withdrawn. */
  has_next: boolean
}

export type SplitFilter = FilterOf<Modules['fees']['splits']>

const effectStatus = (ctx: Context) => {
  const today = sql`${dayOf(ctx.now)}::date`
  return sql`case when rule.state <> 'approved' then 'none' when rule.effective_to < ${today} then 'ended' when rule.effective_from > ${today} then 'later' else 'now' end`
}

const columns = (ctx: Context) => sql`rule.*, rule.party_type as role, rule.effective_from::text as effective_from, rule.effective_to::text as effective_to,
  rule.agreed_to::text as agreed_to,
  ${effectStatus(ctx)} as stand, centre.name as centre_name, unit.name as unit_name,
  case when rule.party_type = 'partner' then (select name from partner where partner.id = rule.party_id)
    when rule.party_id is not null then (select name from app_user where app_user.id = rule.party_id) end as party_name,
  (select name from app_user where app_user.id = rule.created_by) as creator, (select name from app_user where app_user.id = rule.decided_by) as decider,
  (select name from app_user where app_user.id = rule.stopped_by) as stopper,
  exists (select from split_rule next where next.previous_id = rule.id and next.state in ('pending', 'approved')) as has_next`
const tables = sql`split_rule rule join centre on centre.id = rule.centre_id left join unit on unit.id = rule.unit_id`
const partyOrder = sql`array_position(array['platform', 'centre', 'partner', 'marketer', 'salesman'], rule.party_type)`

function filterCondition(ctx: Context, of: SplitFilter): Expression<SqlBool> {
  // Only the platform sees rules.
  const conditions: Expression<SqlBool>[] = [ctx.scope.all ? sql<SqlBool>`true` : sql<SqlBool>`false`]
  if (of.centreId !== undefined) conditions.push(sql<SqlBool>`rule.centre_id = ${of.centreId}`)
  if (of.unitId !== undefined) conditions.push(sql<SqlBool>`rule.unit_id = ${of.unitId}`)
  if (of.role !== undefined) conditions.push(sql<SqlBool>`rule.party_type = ${of.role}`)
  if (of.mode !== undefined) conditions.push(sql<SqlBool>`(rule.mode is null or rule.mode = ${of.mode})`)
  if (of.stand !== undefined) conditions.push(sql<SqlBool>`${effectStatus(ctx)} = ${of.stand}`)
  if (of.state !== undefined) conditions.push(sql<SqlBool>`rule.state = ${of.state}`)
  if (of.isForMe) conditions.push(sql<SqlBool>`rule.state = 'pending' and rule.created_by is distinct from ${ctx.actor.userId}`)
  return allOf(conditions)
}

/** Returns a page of rules by centre: general rules first, from the platform outwards. */
export async function list(ctx: Context, filter: SplitFilter, page: { page: number; size: number }): Promise<{ rows: SplitRow[]; count: number }> {
  const rows = await ctx.rows<SplitRow>`select ${columns(ctx)} from ${tables} where ${filterCondition(ctx, filter)}
    order by rule.centre_id, rule.unit_id nulls first, ${partyOrder}, rule.party_id nulls first, rule.effective_from desc, rule.id desc
    limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from ${tables} where ${filterCondition(ctx, filter)}`
  return { rows, count: countResult?.count ?? 0 }
}

export const find = (ctx: Context, id: number): Promise<SplitRow | undefined> =>
  ctx.row<SplitRow>`select ${columns(ctx)} from ${tables} where rule.id = ${id} and ${filterCondition(ctx, {})}`

/** Returns up to 100 rules ever created for the same party and scope, newest first. */
export async function ruleHistory(ctx: Context, of: SplitRow): Promise<SplitRow[]> {
  return ctx.rows<SplitRow>`select ${columns(ctx)} from ${tables} where rule.centre_id = ${of.centre_id} and rule.unit_id is not distinct from ${of.unit_id}::bigint
    and rule.party_type = ${of.role} and rule.party_id is not distinct from ${of.party_id}::bigint and rule.mode is not distinct from ${of.mode}::smallint
    and ${filterCondition(ctx, {})} order by rule.id desc limit 100`
}

export interface NewSplit {
  readonly centreId: number
  readonly unitId: number | null
  readonly role: SplitRole
  readonly partyId: number | null
  readonly mode: Mode | null
  readonly method: SplitMethod
  readonly ratePpm: number
  readonly from: string
  readonly to: string | null
  readonly previousId: number | null
  readonly needsSecond: boolean
  readonly reason: string
}

export async function insert(ctx: Context, of: NewSplit): Promise<number> {
  const values = {
    centre_id: of.centreId,
    unit_id: of.unitId,
    party_type: of.role,
    party_id: of.partyId,
    mode: of.mode,
    method: of.method,
    floor_rate_ppm: of.method === 'difference' ? of.ratePpm : null,
    ratio_ppm: of.method === 'ratio' ? of.ratePpm : null,
    effective_from: of.from,
    effective_to: of.to,
    agreed_to: of.to,
    previous_id: of.previousId,
    state: of.needsSecond ? 'pending' : 'approved',
    needs_second: of.needsSecond,
    reason: of.reason,
    created_by: ctx.actor.userId,
    created_at: ctx.now,
  }
  return (await ctx.db.insertInto('split_rule').values(values).returning('id').executeTakeFirstOrThrow()).id
}

/** Stores the decision about a rule that is pending or has not begun. */
export async function decideRule(ctx: Context, id: number, to: { state: 'approved' | 'rejected' | 'withdrawn'; from: string; reason: string }): Promise<void> {
  await ctx.db
    .updateTable('split_rule')
    .set({ state: to.state, effective_from: to.from, decided_by: ctx.actor.userId, decided_at: ctx.now, decision_reason: to.reason })
    .where('id', '=', id)
    .execute()
}

/** Sets the last day of a rule that a newer version replaces. Null restores the last day as agreed. */
export async function setLastDay(ctx: Context, id: number, lastDay: string | null): Promise<void> {
  await ctx.db.updateTable('split_rule').set({ effective_to: lastDay }).where('id', '=', id).execute()
}

/** Stops a rule on a day at a person's request. */
export async function stopRule(ctx: Context, id: number, of: { lastDay: string; reason: string }): Promise<void> {
  await ctx.db
    .updateTable('split_rule')
    .set({ effective_to: of.lastDay, agreed_to: of.lastDay, stopped_by: ctx.actor.userId, stop_reason: of.reason })
    .where('id', '=', id)
    .execute()
}

/** Returns whether the centre exists and offers the mode. */
export const hasMode = async (ctx: Context, centreId: number, mode: Mode | null): Promise<boolean> =>
  (await ctx.rows`select from centre where id = ${centreId} and (${mode}::smallint is null or ${mode} = any(modes))`).length > 0

export async function unitWorksAt(ctx: Context, unitId: number, centreId: number, mode: Mode | null): Promise<boolean> {
  const rows = await ctx.rows`select from unit_setting where unit_id = ${unitId} and centre_id = ${centreId}
    and (${mode}::smallint is null or mode = ${mode})`
  return rows.length > 0
}

const postByRole: Readonly<Record<'marketer' | 'salesman', number>> = { marketer: postStatus.marketer, salesman: postStatus.salesman }

/** Returns whether a partner or a member of centre staff can hold a role at a centre. */
export async function canHoldRole(ctx: Context, of: { role: AssignedRole; partyId: number; centreId: number }): Promise<boolean> {
  const holderRows =
    of.role === 'partner'
      ? await sql`select from partner where id = ${of.partyId} and is_active`.execute(ctx.db)
      : await sql`select from app_user join user_centre post on post.user_id = app_user.id where app_user.id = ${of.partyId}
          and app_user.usertype = ${userType.centre} and app_user.poststatus = ${postByRole[of.role]} and app_user.status = ${accountStatus.active}
          and post.centre_id = ${of.centreId}`.execute(ctx.db)
  return holderRows.rows.length > 0
}

export interface SplitChoices {
  centres: (Row<'centre', 'id' | 'name' | 'modes'> & { modes: Mode[] })[]
  partners: Row<'partner', 'id' | 'name'>[]
  staff: { id: number; name: string; role: 'marketer' | 'salesman'; centreId: number }[]
}

/** Returns the centres, partners and staff that a rule can name. */
export async function choices(ctx: Context): Promise<SplitChoices> {
  const centres = await ctx.db.selectFrom('centre').select(['id', 'name', 'modes']).orderBy('id').execute()
  const partners = await ctx.db.selectFrom('partner').select(['id', 'name']).where('is_active', '=', true).orderBy('id').limit(2000).execute()
  const staff = await ctx.rows<
    SplitChoices['staff'][number]
  >`select app_user.id, app_user.name, case app_user.poststatus when ${postStatus.marketer} then 'marketer'
      else 'salesman' end as role, post.centre_id as "centreId"
    from app_user join user_centre post on post.user_id = app_user.id where app_user.usertype = ${userType.centre}
      and app_user.poststatus in (${postStatus.marketer}, ${postStatus.salesman}) and app_user.status = ${accountStatus.active}
    order by app_user.id limit 2000`
  return { centres: centres as SplitChoices['centres'], partners, staff }
}
