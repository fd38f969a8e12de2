import { type Expression, type SqlBool, sql } from 'kysely'
import { dayOf } from '#/domain/base/period.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { channelNames } from '#/server/organisations/units/questions.ts'
import { joinConditions, likePattern } from '#/server/organisations/units/store.ts'

/** The columns of a version that hold its terms, with the plan's figures and the channels' names. */
export interface TermsRow
  extends Row<
      'unit_setting_version',
      | 'fee_plan_id'
      | 'tax_bearer'
      | 'fee_bearer'
      | 'fee_unit_share_ppm'
      | 'sign_required'
      | 'sign_way'
      | 'dual_control'
      | 'freeze_on_submit'
      | 'auto_audit_limit_fen'
      | 'single_limit_fen'
      | 'day_limit_fen'
      | 'month_limit_fen'
      | 'evidence_limit_fen'
      | 'low_balance_fen'
      | 'channel_ids'
      | 'invoice_way'
      | 'invoice_categories'
      | 'notice_mobiles'
    >,
    Row<'fee_plan_version', 'basis'> {
  plan_name: Row<'fee_plan'>['name']
  basis: 'gross' | 'net'
  lowest: number
  highest: number
  tax_bearer: 'unit' | 'operator'
  fee_bearer: 'unit' | 'operator' | 'shared'
  sign_way: 'sms' | 'face' | 'handwriting'
  channel_names: string[]
  invoice_way: 'batch' | 'period' | 'balance'
}

const terms = (ctx: Context, table: string) => {
  const t = sql.ref(table)
  return sql`${t}.fee_plan_id, plan.name as plan_name, plan.basis,
    (select min((tier ->> 'ratePpm')::int) from jsonb_array_elements(plan.tiers) tier) as lowest,
    (select max((tier ->> 'ratePpm')::int) from jsonb_array_elements(plan.tiers) tier) as highest,
    ${t}.tax_bearer, ${t}.fee_bearer, ${t}.fee_unit_share_ppm, ${t}.sign_required, ${t}.sign_way, ${t}.dual_control, ${t}.freeze_on_submit,
    ${t}.auto_audit_limit_fen, ${t}.single_limit_fen, ${t}.day_limit_fen, ${t}.month_limit_fen, ${t}.evidence_limit_fen, ${t}.low_balance_fen,
    ${t}.channel_ids, ${ask(ctx, channelNames, sql`${t}.channel_ids`)} as channel_names, ${t}.invoice_way, ${t}.invoice_categories, ${t}.notice_mobiles`
}

export interface SettingRow extends TermsRow, Row<'unit_setting', 'id' | 'unit_id' | 'centre_id' | 'mode' | 'is_active'> {
  unit_code: Row<'unit'>['code']
  unit_name: Row<'unit'>['name']
  unit_status: Row<'unit'>['status']
  centre_name: Row<'centre'>['name']
  mode: Mode
  memo: Row<'unit_setting'>['virtual_account_no']
  version_no: Row<'unit_setting_version'>['no']
  has_pending: boolean
  next_from: string | null
}

export interface SettingFilter {
  readonly keyword?: string | undefined
  readonly unitId?: number | undefined
  readonly centreId?: number | undefined
  readonly mode?: Mode | undefined
  readonly feePlanId?: number | undefined
  readonly isActive?: boolean | undefined
  readonly waiting?: 'pending' | 'forMe' | 'scheduled' | undefined
}

/** SQL for a version that awaits approval, or whose withdrawal does before its first day. */
const isAwaited = (ctx: Context) => sql<SqlBool>`(open.state = 'pending' or open.withdraw_asked_by is not null and open.in_force_at > ${ctx.now}::timestamptz)`
const hasPendingVersion = (ctx: Context) =>
  sql<boolean>`exists (select from unit_setting_version open where open.setting_id = setting.id and ${isAwaited(ctx)})`

/** SQL for a version that waits for the caller: another person proposed it, or asked to withdraw it. */
export const awaitsCaller = (ctx: Context) => sql<SqlBool>`${isAwaited(ctx)} and coalesce(open.withdraw_asked_by, open.created_by, 0) <> ${ctx.actor.userId}`
const nextStartDay = (ctx: Context) => sql<string | null>`(select min(later.effective_from)::text from unit_setting_version later
  where later.setting_id = setting.id and later.in_force_at > ${ctx.now}::timestamptz)`

function filterCondition(ctx: Context, filter: SettingFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [inScope(ctx.scope, 'setting', { mode: true })]
  const { keyword, unitId, centreId, mode, feePlanId, isActive, waiting } = filter
  if (keyword)
    conditions.push(sql<SqlBool>`(unit.name ilike ${likePattern(keyword)} or unit.code = ${keyword.toUpperCase()} or unit.credit_code = ${keyword.toUpperCase()}
      or unit.contact_mobile = ${keyword})`)
  if (unitId !== undefined) conditions.push(sql<SqlBool>`setting.unit_id = ${unitId}`)
  if (centreId !== undefined) conditions.push(sql<SqlBool>`setting.centre_id = ${centreId}`)
  if (mode !== undefined) conditions.push(sql<SqlBool>`setting.mode = ${mode}`)
  if (feePlanId !== undefined) conditions.push(sql<SqlBool>`setting.fee_plan_id = ${feePlanId}`)
  if (isActive !== undefined) conditions.push(sql<SqlBool>`setting.is_active = ${isActive}`)
  if (waiting === 'pending') conditions.push(sql<SqlBool>`${hasPendingVersion(ctx)}`)
  if (waiting === 'forMe')
    conditions.push(sql<SqlBool>`exists (select from unit_setting_version open where open.setting_id = setting.id and ${awaitsCaller(ctx)})`)
  if (waiting === 'scheduled') conditions.push(sql<SqlBool>`${nextStartDay(ctx)} is not null`)
  return joinConditions(conditions)
}

const tables = (ctx: Context) =>
  sql`app.unit_terms(${ctx.now}::timestamptz) setting join unit on unit.id = setting.unit_id join centre on centre.id = setting.centre_id
    cross join lateral app.fee_plan_near(setting.fee_plan_id, ${dayOf(ctx.now)}::date) plan`

const columns = (
  ctx: Context,
) => sql`setting.id, setting.unit_id, unit.code as unit_code, unit.name as unit_name, unit.status as unit_status, setting.centre_id,
  centre.name as centre_name, setting.mode, setting.is_active, setting.virtual_account_no as memo, setting.version_no, ${hasPendingVersion(ctx)} as has_pending,
  ${nextStartDay(ctx)} as next_from, ${terms(ctx, 'setting')}`

/** Returns a page of settings with their current terms, newest first. */
export async function list(ctx: Context, filter: SettingFilter, page: { page: number; size: number }): Promise<{ rows: SettingRow[]; count: number }> {
  const rows = await ctx.rows<SettingRow>`select ${columns(ctx)} from ${tables(ctx)} where ${filterCondition(ctx, filter)} order by setting.id desc
    limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from ${tables(ctx)} where ${filterCondition(ctx, filter)}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Returns a setting with its current terms. */
export const find = (ctx: Context, id: number): Promise<SettingRow | undefined> =>
  ctx.row<SettingRow>`select ${columns(ctx)} from ${tables(ctx)} where setting.id = ${id} and ${inScope(ctx.scope, 'setting', { mode: true })}`

/** Finds a setting and locks it until the transaction ends, which serializes its changes. */
export async function lock(ctx: Context, id: number): Promise<SettingRow | undefined> {
  await ctx.run`select setting.id from unit_setting setting where setting.id = ${id} and ${inScope(ctx.scope, 'setting', { mode: true })} for no key update`
  return find(ctx, id)
}

export interface VersionRow
  extends TermsRow,
    Row<
      'unit_setting_version',
      | 'id'
      | 'setting_id'
      | 'no'
      | 'state'
      | 'effective_from'
      | 'in_force_at'
      | 'needs_second'
      | 'reason'
      | 'restores_no'
      | 'created_by'
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

const maxVersions = 100

/** Returns the versions of a setting within the caller's scope, newest first. */
export async function versions(ctx: Context, settingId: number): Promise<VersionRow[]> {
  return ctx.rows<VersionRow>`select version.id, version.setting_id, version.no, version.state, version.effective_from::text, version.in_force_at,
      version.needs_second, version.reason, version.restores_no, version.created_by, creator.name as creator, version.created_at, decider.name as decider,
      version.decided_at, version.decision_reason, version.withdraw_asked_by, version.withdraw_asked_at, version.withdraw_reason,
      asker.name as withdraw_asker, version.withdraw_confirmed_at, confirmer.name as withdraw_confirmer, ${terms(ctx, 'version')}
    from unit_setting_version version cross join lateral app.fee_plan_near(version.fee_plan_id, version.effective_from) plan
      left join app_user creator on creator.id = version.created_by
      left join app_user decider on decider.id = version.decided_by
      left join app_user asker on asker.id = version.withdraw_asked_by
      left join app_user confirmer on confirmer.id = version.withdraw_confirmed_by
    where version.setting_id = ${settingId} and ${inScope(ctx.scope, 'version')} order by version.no desc limit ${maxVersions}`
}

/** Returns an approved version with its place once it is in force. */
export const versionInForce = (ctx: Context, id: number) => ctx.row<
  Row<'unit_setting_version', 'setting_id' | 'unit_id'> & { in_force_at: NonNullable<Row<'unit_setting_version'>['in_force_at']>; centre_name: string }
>`select version.setting_id, version.unit_id, version.in_force_at, centre.name as centre_name from unit_setting_version version
    join centre on centre.id = version.centre_id
    where version.id = ${id} and version.state = 'approved' and version.in_force_at <= ${ctx.now}::timestamptz`

/** Returns the setting of a version within the caller's scope. */
export async function settingIdOf(ctx: Context, versionId: number): Promise<number | undefined> {
  const rows = await ctx.row<
    Row<'unit_setting_version', 'setting_id'>
  >`select version.setting_id from unit_setting_version version where version.id = ${versionId}
    and ${inScope(ctx.scope, 'version')}`
  return rows?.setting_id
}

/** Stores the decision about a pending version. */
export async function decideVersion(
  ctx: Context,
  id: number,
  to: { state: 'approved' | 'rejected' | 'withdrawn'; inForceAt: Date | null; reason: string },
): Promise<void> {
  await ctx.db
    .updateTable('unit_setting_version')
    .set({ state: to.state, in_force_at: to.inForceAt, decided_by: ctx.actor.userId, decided_at: ctx.now, decision_reason: to.reason })
    .where('id', '=', id)
    .execute()
}

/** Stores or ends the request to withdraw an approved version. */
export async function requestWithdrawal(ctx: Context, id: number, reason: string | null): Promise<void> {
  await ctx.db
    .updateTable('unit_setting_version')
    .set({
      withdraw_asked_by: reason === null ? null : ctx.actor.userId,
      withdraw_asked_at: reason === null ? null : ctx.now,
      withdraw_reason: reason ?? '',
    })
    .where('id', '=', id)
    .execute()
}

/** Withdraws an approved version as requested. The person who approved it stays stored. */
export async function confirmWithdrawal(ctx: Context, id: number): Promise<void> {
  await ctx.db
    .updateTable('unit_setting_version')
    .set({ state: 'withdrawn', in_force_at: null, withdraw_confirmed_by: ctx.actor.userId, withdraw_confirmed_at: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Pauses or resumes a setting. */
export async function setActive(ctx: Context, id: number, isActive: boolean): Promise<void> {
  await ctx.db.updateTable('unit_setting').set({ is_active: isActive }).where('id', '=', id).execute()
}

/** Returns whether a unit already works at a centre in a mode, visible or not. Needs a widened context. */
export const worksAtPlace = async (ctx: Context, of: { unitId: number; centreId: number; mode: Mode }): Promise<boolean> =>
  (await ctx.rows`select from unit_setting where unit_id = ${of.unitId} and centre_id = ${of.centreId} and mode = ${of.mode}`).length > 0
