import { type RawBuilder, sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { fen, ppm } from '#/domain/base/money.ts'
import type { SplitMethod, SplitPlace, SplitRole, SplitRule } from '#/domain/organisations/split.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { containsPattern } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** A tier of a plan as stored. */
export interface TierRow {
  readonly fromFen: number
  readonly toFen: number | null
  readonly ratePpm: number
}

/**
 * Locks fees: exclusively to change plans or rules, shared to agree on terms. Checks that span several of them stay
 * valid until commit.
 */
export async function lockFees(ctx: Context, how: 'change' | 'use'): Promise<void> {
  const lock = sql.raw(how === 'change' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await ctx.run`select ${lock}(hashtextextended('fees', 0))`
}

export interface PlanOfDay
  extends Row<'fee_plan', 'id' | 'name' | 'mode'>,
    Row<'fee_plan_version', 'no' | 'method' | 'is_progressive' | 'basis' | 'minimum_fen' | 'tiers'> {
  mode: Mode
  method: 'fixed' | 'ladder'
  basis: 'gross' | 'net'
  tiers: readonly TierRow[]
}

/** Returns the fees of a plan on a day. */
export async function planOnDay(ctx: Context, id: number, day: string): Promise<PlanOfDay | undefined> {
  return ctx.row<PlanOfDay>`select id, name, mode, no, method, is_progressive, basis, minimum_fen, tiers from app.fee_plans(${day}::date)
    where id = ${id}`
}

/** Returns the rules in force on a day, as a table with the columns of the rules. */
export const rulesInForce = (day: string) =>
  sql`(select held.* from split_rule held where held.state = 'approved' and held.effective_from <= ${day}::date
    and (held.effective_to is null or held.effective_to >= ${day}::date))`

/** Returns the name of a fee plan. */
export const planName = (id: RawBuilder<unknown>) => sql<string>`(select name from fee_plan where fee_plan.id = ${id})`

/** Returns the rules of these centres (null: all) that apply on a day or later. */
export async function rulesFrom(ctx: Context, centreIds: readonly number[] | null, day: string): Promise<(SplitRule & { centreId: number })[]> {
  type StoredRule = Row<'split_rule', 'id' | 'centre_id' | 'unit_id' | 'party_id' | 'mode' | 'method' | 'floor_rate_ppm' | 'ratio_ppm'> & {
    role: SplitRole
    method: SplitMethod
    from: string
    to: string | null
  }
  const where = centreIds === null ? sql`true` : sql`centre_id = any(${[...centreIds]}::bigint[])`
  const rows = await ctx.rows<StoredRule>`select id, centre_id, unit_id, party_type as role, party_id, mode, method, floor_rate_ppm, ratio_ppm,
      effective_from::text as from, effective_to::text as to
    from split_rule where ${where} and state = 'approved' and effective_from <= coalesce(effective_to, effective_from)
      and (effective_to is null or effective_to >= ${day}::date) order by id`
  return rows.map((row) => ({
    id: row.id,
    centreId: row.centre_id,
    unitId: row.unit_id,
    role: row.role,
    partyId: row.party_id,
    mode: row.mode as Mode | null,
    method: row.method,
    floorRatePpm: row.floor_rate_ppm === null ? null : ppm(row.floor_rate_ppm),
    ratioPpm: row.ratio_ppm === null ? null : ppm(row.ratio_ppm),
    from: row.from,
    to: row.to,
  }))
}

/** A unit at a centre in a mode, with its plans and their first days. */
export interface PlaceRow extends SplitPlace {
  readonly settingId: number
  readonly unitId: number
  readonly unitName: string
  readonly centreName: string
  readonly plans: readonly { readonly from: string; readonly planId: number }[]
}

interface StoredPlace extends Row<'unit_setting', 'id' | 'unit_id' | 'centre_id' | 'mode'>, Row<'unit', 'partner_id' | 'marketer_id' | 'salesman_id'> {
  mode: Mode
  unit_name: string
  centre_name: string
  plans: { from: string; planId: number }[]
}

const toPlaceRow = (row: StoredPlace): PlaceRow => ({
  settingId: row.id,
  unitId: row.unit_id,
  unitName: row.unit_name,
  centreId: row.centre_id,
  centreName: row.centre_name,
  mode: row.mode,
  assigned: { partner: row.partner_id, marketer: row.marketer_id, salesman: row.salesman_id },
  plans: row.plans,
})

// Current and future versions of the terms. Past versions cannot undercut a floor any more.
const currentVersions = (ctx: Context) => sql`unit_setting_version version where version.setting_id = setting.id and version.state = 'approved'
  and version.in_force_at >= coalesce((select max(held.in_force_at) from unit_setting_version held where held.setting_id = setting.id
    and held.state = 'approved' and held.in_force_at <= ${ctx.now}::timestamptz), '-infinity')`

/** Returns the places of units, selected by centre, by current or future plan, by setting or by unit. */
export async function places(
  ctx: Context,
  of: { readonly centreIds: readonly number[] } | { readonly planId: number } | { readonly settingId: number } | { readonly unitIds: readonly number[] },
): Promise<PlaceRow[]> {
  const where =
    'centreIds' in of
      ? sql`setting.centre_id = any(${[...of.centreIds]}::bigint[])`
      : 'planId' in of
        ? sql`exists (select from ${currentVersions(ctx)} and version.fee_plan_id = ${of.planId})`
        : 'unitIds' in of
          ? sql`setting.unit_id = any(${[...of.unitIds]}::bigint[])`
          : sql`setting.id = ${of.settingId}`
  const rows =
    await ctx.rows<StoredPlace>`select setting.id, setting.unit_id, unit.name as unit_name, setting.centre_id, centre.name as centre_name, setting.mode,
      unit.partner_id, unit.marketer_id, unit.salesman_id,
      coalesce((select jsonb_agg(jsonb_build_object('from', to_char(version.in_force_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), 'planId', version.fee_plan_id)
        order by version.in_force_at, version.no) from ${currentVersions(ctx)}), '[]') as plans
    from unit_setting setting join unit on unit.id = setting.unit_id join centre on centre.id = setting.centre_id
    where ${where} and unit.status <> ${accountStatus.closed} and ${inScope(ctx.scope, 'setting', { mode: true })} order by setting.id`
  return rows.map(toPlaceRow)
}

/** The lowest and the highest rate of a plan version, with its first day. */
export interface PlanRates extends Readonly<Row<'fee_plan_version', 'id'>> {
  readonly planId: number
  readonly from: string
  readonly lowest: number
  readonly highest: number
}

/** Returns the first days of the approved versions of these plans after a day, in order. */
export async function versionDaysAfter(ctx: Context, planIds: readonly number[], day: string): Promise<string[]> {
  const rows = await ctx.rows<{ day: string }>`select distinct effective_from::text as day from fee_plan_version
    where plan_id = any(${[...planIds]}::bigint[]) and state = 'approved' and effective_from > ${day}::date order by 1`
  return rows.map((row) => row.day)
}

/** Returns the current and future plan versions with their lowest and highest rates. */
export async function planRates(ctx: Context): Promise<PlanRates[]> {
  return ctx.rows<PlanRates>`select version.id, version.plan_id as "planId", version.effective_from::text as from, min((tier ->> 'ratePpm')::int) as lowest,
      max((tier ->> 'ratePpm')::int) as highest
    from fee_plan_version version cross join jsonb_array_elements(version.tiers) tier where version.state = 'approved'
    group by version.id order by version.plan_id, version.effective_from`
}

/** Returns the people and partners assigned to units at given times. */
export async function assigneesAt(
  ctx: Context,
  of: readonly { readonly unitId: number; readonly at: Date }[],
): Promise<Map<string, { partner: number | null; marketer: number | null; salesman: number | null }>> {
  const requestedRows = JSON.stringify(of.map(({ unitId, at }) => ({ unit_id: unitId, at })))
  const rows = await ctx.rows<Row<'unit_assignment', 'unit_id'> & { at: Date; partner: number | null; marketer: number | null; salesman: number | null }>`
    select asked.unit_id, asked.at, app.unit_party(asked.unit_id, 'partner', asked.at) as partner, app.unit_party(asked.unit_id, 'marketer', asked.at) as marketer,
      app.unit_party(asked.unit_id, 'salesman', asked.at) as salesman
    from json_to_recordset(${requestedRows}::json) as asked(unit_id bigint, at timestamptz)`
  return new Map(rows.map(({ unit_id, at, ...assigned }) => [`${unit_id} ${at.toISOString()}`, assigned]))
}

export interface TrialTerms extends Row<'unit_setting_version', 'fee_plan_id' | 'fee_bearer' | 'fee_unit_share_ppm'> {
  fee_bearer: 'unit' | 'operator' | 'shared'
}

/** Returns the plan of a setting on a day, and whether unit, operator or both pay the fee. */
export async function termsOnDay(ctx: Context, settingId: number, day: string): Promise<TrialTerms | undefined> {
  return ctx.row<TrialTerms>`select fee_plan_id, fee_bearer, fee_unit_share_ppm
    from app.unit_terms(greatest(${ctx.now}::timestamptz, (${day}::date + 1)::timestamp at time zone 'Asia/Shanghai' - interval '1 second')) setting
    where setting.id = ${settingId}`
}

/** Returns the names of split parties. */
export async function partyNames(
  ctx: Context,
  of: { partners: readonly number[]; staff: readonly number[]; centres: readonly number[] },
): Promise<Map<string, string>> {
  const rows = await ctx.rows<Row<'partner', 'name'> & { key: string }>`
    select 'partner ' || id as key, name from partner where id = any(${[...of.partners]}::bigint[])
    union all select 'staff ' || id, name from app_user where id = any(${[...of.staff]}::bigint[])
    union all select 'centre ' || id, name from centre where id = any(${[...of.centres]}::bigint[])`
  return new Map(rows.map(({ key, name }) => [key, name]))
}

/** Converts stored tiers to domain values. */
export function tiersOf(rows: readonly TierRow[]) {
  return rows.map((row) => ({ fromFen: fen(row.fromFen), toFen: row.toFen === null ? null : fen(row.toFen), ratePpm: ppm(row.ratePpm) }))
}

interface PlaceWithNames extends Row<'unit_setting', 'id' | 'unit_id' | 'centre_id' | 'mode'> {
  mode: Mode
  unit_name: string
  centre_name: string
}

/** Finds up to 20 places within the caller's scope by unit name or number. */
export async function findPlaces(ctx: Context, of: { keyword?: string | undefined; centreId?: number | undefined }): Promise<PlaceWithNames[]> {
  const likePattern = containsPattern(of.keyword ?? '')
  const keywordCondition = of.keyword ? sql`(unit.name ilike ${likePattern} or unit.code = ${of.keyword.toUpperCase()})` : sql`true`
  const centreCondition = of.centreId === undefined ? sql`true` : sql`setting.centre_id = ${of.centreId}`
  return ctx.rows<PlaceWithNames>`select setting.id, setting.unit_id, unit.name as unit_name, setting.centre_id, centre.name as centre_name, setting.mode
    from unit_setting setting join unit on unit.id = setting.unit_id join centre on centre.id = setting.centre_id
    where ${keywordCondition} and ${centreCondition} and unit.status <> ${accountStatus.closed} and ${inScope(ctx.scope, 'setting', { mode: true })} order by unit.id, setting.id limit 20`
}

/** Returns units with their current assignments. */
export async function unitsWithAssignees(
  ctx: Context,
  unitIds: readonly number[],
): Promise<{ unitId: number; name: string; assigned: SplitPlace['assigned'] }[]> {
  const rows = await ctx.db
    .selectFrom('unit')
    .select(['id', 'name', 'partner_id', 'marketer_id', 'salesman_id'])
    .where('id', 'in', [...unitIds])
    .execute()
  return rows.map((row) => ({ unitId: row.id, name: row.name, assigned: { partner: row.partner_id, marketer: row.marketer_id, salesman: row.salesman_id } }))
}
