import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { EffectStatus } from '#/domain/organisations/fee.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { presetNamesLike } from '#/server/kernel/installation/presets.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { TierRow } from '#/server/organisations/fees/store.ts'

interface Figures extends Row<'fee_plan_version', 'no' | 'method' | 'is_progressive' | 'basis' | 'minimum_fen' | 'tiers' | 'effective_from'> {
  method: 'fixed' | 'ladder'
  basis: 'gross' | 'net'
  tiers: readonly TierRow[]
}

export interface PlanRow extends Row<'fee_plan', 'id' | 'name' | 'mode' | 'ended_on'>, Figures {
  mode: Mode
  stand: EffectStatus
  next_from: string | null
  has_pending: boolean
  units: number
}

export type PlanFilter = FilterOf<Modules['fees']['plans']>

/**
 * Selects plans with one version: the approved one in force, or else the next approved one, or else one without
 * approval.
 */
function tables(ctx: Context) {
  const today = sql`${dayOf(ctx.now)}::date`
  return sql`fee_plan plan cross join lateral (
      select held.*, case when held.state <> 'approved' then 'none' when plan.ended_on < ${today} then 'ended' when held.effective_from > ${today} then 'later'
          else 'now' end as stand
        from fee_plan_version held where held.plan_id = plan.id
        order by held.state = 'approved' desc, held.effective_from <= ${today} desc, abs(held.effective_from - ${today}), held.no desc limit 1) version`
}

/** SQL for a version `open` that waits for the caller: another person proposed it, or asked to withdraw it. */
export const awaitsCaller = (ctx: Context) => sql<SqlBool>`(open.state = 'pending'
  or open.state = 'approved' and open.withdraw_asked_by is not null and open.effective_from > ${dayOf(ctx.now)}::date)
  and coalesce(open.withdraw_asked_by, open.proposed_by, 0) <> ${ctx.actor.userId}`

function filterCondition({ keyword, mode, method, stand, isForMe }: PlanFilter, ctx: Context): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [sql<SqlBool>`true`]
  if (keyword) {
    const likePattern = containsPattern(keyword)
    conditions.push(sql<SqlBool>`(plan.name ilike ${likePattern} or plan.name = any(${presetNamesLike(keyword, ctx.language)}::text[]))`)
  }
  if (mode !== undefined) conditions.push(sql<SqlBool>`plan.mode = ${mode}`)
  if (method !== undefined) conditions.push(sql<SqlBool>`version.method = ${method}`)
  if (stand !== undefined) conditions.push(sql<SqlBool>`version.stand = ${stand}`)
  if (isForMe) {
    conditions.push(sql<SqlBool>`exists (select from fee_plan_version open where open.plan_id = plan.id and ${awaitsCaller(ctx)})`)
  }
  return allOf(conditions)
}

const columns = (ctx: Context) => sql`plan.id, plan.name, plan.mode, plan.ended_on::text, version.no, version.method, version.is_progressive, version.basis,
  version.minimum_fen, version.tiers, version.effective_from::text, version.stand,
  (select min(later.effective_from)::text from fee_plan_version later where later.plan_id = plan.id and later.state = 'approved'
    and later.effective_from > greatest(version.effective_from, ${dayOf(ctx.now)}::date)) as next_from,
  exists (select from fee_plan_version open where open.plan_id = plan.id and open.state = 'pending') as has_pending,
  (select count(distinct place.unit_id) from app.unit_terms(${ctx.now}::timestamptz) place where place.fee_plan_id = plan.id
    and ${inScope(ctx.scope, 'place', { mode: true })}) as units`

export async function list(ctx: Context, filter: PlanFilter, page: { page: number; size: number }): Promise<{ rows: PlanRow[]; count: number }> {
  const rows = await ctx.rows<PlanRow>`select ${columns(ctx)} from ${tables(ctx)} where ${filterCondition(filter, ctx)} order by plan.mode desc, plan.id
    limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from ${tables(ctx)} where ${filterCondition(filter, ctx)}`
  return { rows, count: countResult?.count ?? 0 }
}

export const find = (ctx: Context, id: number): Promise<PlanRow | undefined> =>
  ctx.row<PlanRow>`select ${columns(ctx)} from ${tables(ctx)} where plan.id = ${id}`

export interface VersionRow
  extends Figures,
    Row<
      'fee_plan_version',
      | 'id'
      | 'plan_id'
      | 'state'
      | 'needs_second'
      | 'reason'
      | 'proposed_by'
      | 'created_at'
      | 'decided_at'
      | 'decision_reason'
      | 'withdraw_asked_by'
      | 'withdraw_asked_at'
      | 'withdraw_reason'
      | 'withdraw_confirmed_at'
    > {
  state: 'pending' | 'approved' | 'rejected' | 'withdrawn'
  creator: Row<'app_user'>['name'] | null
  decider: Row<'app_user'>['name'] | null
  withdraw_asker: Row<'app_user'>['name'] | null
  withdraw_confirmer: Row<'app_user'>['name'] | null
}

export async function versions(ctx: Context, planId: number): Promise<VersionRow[]> {
  return ctx.rows<VersionRow>`select version.id, version.plan_id, version.no, version.method, version.is_progressive, version.basis, version.minimum_fen,
      version.tiers, version.effective_from::text, version.state, version.needs_second, version.reason, version.proposed_by, creator.name as creator,
      version.created_at, decider.name as decider, version.decided_at, version.decision_reason, version.withdraw_asked_by, version.withdraw_asked_at,
      version.withdraw_reason, version.withdraw_confirmed_at, asker.name as withdraw_asker, confirmer.name as withdraw_confirmer
    from fee_plan_version version left join app_user creator on creator.id = version.proposed_by left join app_user decider on decider.id = version.decided_by
      left join app_user asker on asker.id = version.withdraw_asked_by left join app_user confirmer on confirmer.id = version.withdraw_confirmed_by
    where version.plan_id = ${planId} order by version.no desc limit 200`
}

export async function planIdOf(ctx: Context, versionId: number): Promise<number | undefined> {
  return (await ctx.db.selectFrom('fee_plan_version').select('plan_id').where('id', '=', versionId).executeTakeFirst())?.plan_id
}

/** Returns whether a plan of this name exists in the mode. */
export async function isNameTaken(ctx: Context, of: { name: string; mode: Mode }): Promise<boolean> {
  return (await ctx.db.selectFrom('fee_plan').select('id').where('name', '=', of.name).where('mode', '=', of.mode).executeTakeFirst()) !== undefined
}

/** Adds a plan, still without a version. */
export async function insertPlan(ctx: Context, of: { name: string; mode: Mode }): Promise<number> {
  const values = { ...of, created_at: ctx.now }
  return (await ctx.db.insertInto('fee_plan').values(values).returning('id').executeTakeFirstOrThrow()).id
}

export interface NewVersion {
  readonly planId: number
  readonly no: number
  readonly method: 'fixed' | 'ladder'
  readonly isProgressive: boolean
  readonly basis: 'gross' | 'net'
  readonly minimumFen: number
  readonly tiers: readonly TierRow[]
  readonly effectiveFrom: string
  readonly needsSecond: boolean
  readonly reason: string
}

export async function insertVersion(ctx: Context, of: NewVersion): Promise<void> {
  const values = {
    plan_id: of.planId,
    no: of.no,
    method: of.method,
    is_progressive: of.isProgressive,
    basis: of.basis,
    minimum_fen: of.minimumFen,
    tiers: JSON.stringify(of.tiers),
    effective_from: of.effectiveFrom,
    state: of.needsSecond ? 'pending' : 'approved',
    needs_second: of.needsSecond,
    reason: of.reason,
    proposed_by: ctx.actor.userId,
    created_at: ctx.now,
  }
  await ctx.db.insertInto('fee_plan_version').values(values).execute()
}

/** Stores the decision about a version. */
export async function decideVersion(
  ctx: Context,
  id: number,
  to: { state: 'approved' | 'rejected' | 'withdrawn'; effectiveFrom: string; reason: string },
): Promise<void> {
  await ctx.db
    .updateTable('fee_plan_version')
    .set({ state: to.state, effective_from: to.effectiveFrom, decided_by: ctx.actor.userId, decided_at: ctx.now, decision_reason: to.reason })
    .where('id', '=', id)
    .execute()
}

/** Requests the withdrawal of an approved version. Without a reason, ends the request. */
export async function requestWithdrawal(ctx: Context, id: number, reason: string | null): Promise<void> {
  const request = { withdraw_asked_by: reason === null ? null : ctx.actor.userId, withdraw_asked_at: reason === null ? null : ctx.now }
  await ctx.db
    .updateTable('fee_plan_version')
    .set({ ...request, withdraw_reason: reason ?? '' })
    .where('id', '=', id)
    .execute()
}

/** Withdraws an approved version as requested. The person who approved it stays stored. */
export async function confirmWithdrawal(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable('fee_plan_version')
    .set({ state: 'withdrawn', withdraw_confirmed_by: ctx.actor.userId, withdraw_confirmed_at: ctx.now })
    .where('id', '=', id)
    .execute()
}

export async function endPlan(ctx: Context, planId: number, lastDay: string): Promise<void> {
  await ctx.db.updateTable('fee_plan').set({ ended_on: lastDay }).where('id', '=', planId).execute()
}

export interface PlanUseRow extends Row<'unit_setting', 'id' | 'unit_id' | 'mode' | 'is_active'> {
  mode: Mode
  unit_code: Row<'unit'>['code']
  unit_name: Row<'unit'>['name']
  centre_name: Row<'centre'>['name']
  /** The first day; null when it has begun. */
  from: string | null
}

/** Terms that name a plan now, on a later day, or in a version that waits for approval. */
const settingsUsingPlan = (ctx: Context, planId: number) => sql`(
    select place.id, null::text as from from app.unit_terms(${ctx.now}::timestamptz) place where place.fee_plan_id = ${planId}
    union all select version.setting_id, min(version.effective_from)::text from unit_setting_version version where version.fee_plan_id = ${planId}
      and (version.state = 'pending' or (version.state = 'approved' and version.in_force_at > ${ctx.now}::timestamptz)) group by version.setting_id) used
  join unit_setting setting on setting.id = used.id join unit on unit.id = setting.unit_id and unit.status <> ${accountStatus.closed} join centre on centre.id = setting.centre_id`

/** Returns a page of the units that use a plan now or on a later day. */
export async function settingsOfPlan(ctx: Context, planId: number, page: { page: number; size: number }): Promise<{ rows: PlanUseRow[]; count: number }> {
  const where = inScope(ctx.scope, 'setting', { mode: true })
  const rows = await ctx.rows<PlanUseRow>`select setting.id, setting.unit_id, setting.mode, setting.is_active, unit.code as unit_code, unit.name as unit_name,
      centre.name as centre_name, used.from
    from ${settingsUsingPlan(ctx, planId)} where ${where} order by setting.id, used.from nulls first limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from ${settingsUsingPlan(ctx, planId)} where ${where}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Returns how many terms name a plan after this day, with the names of the units. */
export async function settingsUsingPlanAfter(ctx: Context, planId: number, day: string): Promise<{ count: number; names: string[] }> {
  const nextDayStart = sql`((${day}::date + 1)::timestamp at time zone 'Asia/Shanghai')`
  const rows = await ctx.rows<Row<'unit', 'name'>>`select setting.id, unit.name from unit_setting setting
      join unit on unit.id = setting.unit_id and unit.status <> ${accountStatus.closed}
    where exists (select from app.unit_terms(${nextDayStart}) place where place.id = setting.id and place.fee_plan_id = ${planId})
      or exists (select from unit_setting_version version where version.setting_id = setting.id and version.fee_plan_id = ${planId}
        and (version.state = 'pending' or (version.state = 'approved' and version.in_force_at > ${nextDayStart}))) order by setting.id`
  return { count: rows.length, names: rows.slice(0, 3).map((row) => row.name) }
}
