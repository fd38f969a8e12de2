import { type Expression, type SqlBool, sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import { maxCountedRows, type PageRequest } from '#/domain/base/paging.ts'
import type { UnitProposal, UnitStatus } from '#/domain/organisations/unit.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { type Listing, pageKeys, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { planName } from '#/server/organisations/fees/public.ts'
import { contractStatus, operatorCount, paidNet, unitBalances } from '#/server/organisations/units/questions.ts'
import { unitsWithProposalFor } from '#/server/organisations/units/store-assignments.ts'
import { isForCaller } from '#/server/organisations/units/store-identity.ts'

export interface UnitFilter {
  readonly keyword?: string | undefined
  readonly centreId?: number | undefined
  readonly mode?: Mode | undefined
  readonly status?: UnitStatus | undefined
  readonly isActive?: boolean | undefined
  readonly bizKind?: 'ordinary' | 'platform' | undefined
  readonly feePlanId?: number | undefined
  readonly marketerId?: number | undefined
  readonly salesmanId?: number | undefined
  readonly partnerId?: number | undefined
  /** The assigned marketer or salesman. */
  readonly carerId?: number | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly belowYuan?: number | undefined
  /** Only units with a proposal of this kind that the caller may approve. */
  readonly forMe?: UnitProposal | undefined
}

/** Joins conditions with `and`. */
export function joinConditions(parts: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return sql<SqlBool>`${sql.join([...parts], sql` and `)}`
}

/** Returns an `ilike` pattern that finds the text anywhere. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Selects units with a place in the caller's centre and mode; all for the platform. */
export function isVisibleUnit(ctx: Context): Expression<SqlBool> {
  if (ctx.scope.all) return sql<SqlBool>`true`
  return sql<SqlBool>`exists (select from unit_setting place where place.unit_id = unit.id and ${inScope(ctx.scope, 'place', { mode: true })})`
}

function placeCondition(ctx: Context, { centreId, mode, isActive, feePlanId }: UnitFilter): Expression<SqlBool> {
  const sqlConditions: Expression<SqlBool>[] = [sql<SqlBool>`place.unit_id = unit.id`, inScope(ctx.scope, 'place', { mode: true })]
  if (centreId !== undefined) sqlConditions.push(sql<SqlBool>`place.centre_id = ${centreId}`)
  if (mode !== undefined) sqlConditions.push(sql<SqlBool>`place.mode = ${mode}`)
  if (isActive !== undefined) sqlConditions.push(sql<SqlBool>`place.is_active = ${isActive}`)
  if (feePlanId === undefined) return sql<SqlBool>`exists (select from unit_setting place where ${joinConditions(sqlConditions)})`
  return sql<SqlBool>`exists (select from app.unit_terms(${ctx.now}::timestamptz) place where place.fee_plan_id = ${feePlanId} and ${joinConditions(sqlConditions)})`
}

function filterCondition(ctx: Context, filter: UnitFilter): Expression<SqlBool> {
  const { keyword, centreId, mode, isActive, feePlanId } = filter
  const sqlConditions: Expression<SqlBool>[] = []
  const hasPlaceFilter = centreId !== undefined || mode !== undefined || isActive !== undefined || feePlanId !== undefined
  sqlConditions.push(hasPlaceFilter ? placeCondition(ctx, filter) : isVisibleUnit(ctx))
  if (keyword) {
    const keywordPattern = likePattern(keyword)
    sqlConditions.push(
      sql<SqlBool>`(unit.name ilike ${keywordPattern} or unit.code = ${keyword.toUpperCase()} or unit.credit_code = ${keyword.toUpperCase()} or unit.contact_mobile = ${keyword})`,
    )
  }
  if (filter.status !== undefined) sqlConditions.push(sql<SqlBool>`unit.status = ${filter.status}`)
  if (filter.bizKind) sqlConditions.push(sql<SqlBool>`unit.biz_kind = ${filter.bizKind}`)
  if (filter.marketerId !== undefined) sqlConditions.push(sql<SqlBool>`unit.marketer_id = ${filter.marketerId}`)
  if (filter.salesmanId !== undefined) sqlConditions.push(sql<SqlBool>`unit.salesman_id = ${filter.salesmanId}`)
  if (filter.partnerId !== undefined) sqlConditions.push(sql<SqlBool>`unit.partner_id = ${filter.partnerId}`)
  if (filter.carerId !== undefined) sqlConditions.push(sql<SqlBool>`(unit.marketer_id = ${filter.carerId} or unit.salesman_id = ${filter.carerId})`)
  if (filter.forMe === 'assignment') sqlConditions.push(sql<SqlBool>`unit.id in ${unitsWithProposalFor(ctx)}`)
  if (filter.from) sqlConditions.push(sql<SqlBool>`unit.created_at >= ${`${filter.from}T00:00:00+08:00`}::timestamptz`)
  if (filter.to) sqlConditions.push(sql<SqlBool>`unit.created_at < ${`${filter.to}T00:00:00+08:00`}::timestamptz + interval '1 day'`)
  if (filter.belowYuan !== undefined) {
    sqlConditions.push(sql<SqlBool>`unit.id in (select place.unit_id from unit_setting place left join ${ask(ctx, unitBalances)} account on account.unit_id = place.unit_id
        and account.centre_id = place.centre_id and account.mode = place.mode and account.kind = 'unit_available'
      where ${inScope(ctx.scope, 'place', { mode: true })} group by place.unit_id having coalesce(sum(account.balance_fen), 0) < ${filter.belowYuan * 100}::bigint)`)
  }
  if (filter.forMe === 'identity')
    sqlConditions.push(sql<SqlBool>`exists (select from unit_identity_change change where change.unit_id = unit.id and ${isForCaller(ctx)})`)
  return joinConditions(sqlConditions)
}

/** A unit's settings at one centre in one mode, as presented. */
export interface PlaceRow extends Row<'unit_setting', 'id' | 'centre_id' | 'mode' | 'is_active'> {
  centre_name: Row<'centre'>['name']
  mode: Mode
  plan_id: Row<'fee_plan'>['id']
  plan_name: Row<'fee_plan'>['name']
  memo: Row<'unit_setting'>['virtual_account_no']
  available: number
  frozen: number
  contract: 'none' | 'signing' | 'done' | 'expired'
}

type NamedRow = Row<'app_user', 'id' | 'name'>

export interface UnitRow extends Row<'unit'> {
  biz_kind: 'ordinary' | 'platform'
  taxpayer_kind: 'general' | 'small'
  status: UnitStatus
  places: PlaceRow[]
  month_net: number
  operators: number
  marketer: NamedRow | null
  salesman: NamedRow | null
  partner: Row<'partner', 'id' | 'name'> | null
}

const personObject = (column: string) =>
  sql`(select jsonb_build_object('id', person.id, 'name', person.name) from app_user person where person.id = unit.${sql.raw(column)})`

function selection(ctx: Context) {
  const { scope } = ctx
  return sql`unit.*, ${personObject('marketer_id')} as marketer, ${personObject('salesman_id')} as salesman,
    (select jsonb_build_object('id', partner.id, 'name', partner.name) from partner where partner.id = unit.partner_id) as partner,
    ${ask(ctx, operatorCount)} as operators,
    ${ask(ctx, paidNet, sql<SqlBool>`voucher.unit_id = unit.id`)} as month_net,
    coalesce((select jsonb_agg(jsonb_build_object('id', place.id, 'centre_id', place.centre_id, 'centre_name', centre.name, 'mode', place.mode,
        'is_active', place.is_active, 'plan_id', place.fee_plan_id, 'plan_name', ${planName(sql`place.fee_plan_id`)}, 'memo', place.virtual_account_no,
        'available', coalesce((select balance_fen from ${ask(ctx, unitBalances)} account where account.unit_id = place.unit_id and account.centre_id = place.centre_id
          and account.mode = place.mode and account.kind = 'unit_available'), 0),
        'frozen', coalesce((select balance_fen from ${ask(ctx, unitBalances)} account where account.unit_id = place.unit_id and account.centre_id = place.centre_id
          and account.mode = place.mode and account.kind = 'unit_frozen'), 0), 'contract', ${ask(ctx, contractStatus, sql`place.contract_id`)}) order by place.id)
      from app.unit_terms(${ctx.now}::timestamptz) place join centre on centre.id = place.centre_id
      where place.unit_id = unit.id and ${inScope(scope, 'place', { mode: true })}), '[]') as places`
}

function listing(ctx: Context, filter: UnitFilter): Listing {
  return {
    table: sql`unit`,
    where: filterCondition(ctx, filter),
    id: sql`unit.id`,
    // A period filter sorts by creation time, because the index has this order.
    order: filter.from || filter.to ? { by: [sql`unit.created_at`] } : undefined,
  }
}

/** Returns a page of units, newest first. */
export async function list(ctx: Context, filter: UnitFilter, turn: PageRequest): Promise<{ rows: UnitRow[]; next: number | null }> {
  const { ids, next } = await pageKeys(ctx, listing(ctx, filter), turn)
  return { rows: sortByIds(ids, await listByIds(ctx, ids)), next }
}

export interface UnitTotals {
  available: number
  frozen: number
  month_net: number
}

/** Counts and sums all units under the same filter. */
export async function totals(ctx: Context, filter: UnitFilter, isWhole: boolean): Promise<{ count: number; sums: UnitTotals | null }> {
  const countLimit = isWhole ? sql`` : sql`limit ${maxCountedRows + 1}`
  const hitQuery = sql`hit as materialized (select unit.id from unit where ${filterCondition(ctx, filter)} ${countLimit})`
  const isWithinLimit = isWhole ? sql`true` : sql`(select count(*) from hit) <= ${maxCountedRows}`
  const [row] = await ctx.rows<UnitTotals & { count: number }>`with ${hitQuery}
    select (select count(*) from hit) as count, money.available, money.frozen,
      ${ask(ctx, paidNet, sql<SqlBool>`${isWithinLimit} and voucher.unit_id in (select id from hit)`)} as month_net
    from (select coalesce(sum(balance_fen) filter (where kind = 'unit_available'), 0)::bigint as available,
        coalesce(sum(balance_fen) filter (where kind = 'unit_frozen'), 0)::bigint as frozen
      from ${ask(ctx, unitBalances)} account where ${isWithinLimit} and ${inScope(ctx.scope, 'account', { mode: true })} and unit_id in (select id from hit)) money`
  if (!row) throw new Error('an aggregate answers one row')
  return { count: Math.min(row.count, maxCountedRows + 1), sums: row.count > maxCountedRows && !isWhole ? null : row }
}

/** Returns the units with these ids that the caller sees, newest first. */
export async function listByIds(ctx: Context, ids: readonly number[]): Promise<UnitRow[]> {
  return ctx.rows<UnitRow>`with shown as materialized (select unit.* from unit where unit.id = any(${[...ids]}::bigint[]) and ${isVisibleUnit(ctx)})
    select ${selection(ctx)} from shown unit order by unit.id desc`
}

/** Returns the ids of all units under a filter, newest first. */
export async function idsOf(ctx: Context, filter: UnitFilter, most: number): Promise<number[]> {
  return (await pageKeys(ctx, listing(ctx, filter), { page: 1, size: most })).ids
}

/** Counts the centres of units, visible or not. Needs a widened context. */
export async function centreCountsOf(ctx: Context, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await ctx.rows<Row<'unit_setting', 'unit_id'> & { places: number }>`select unit_id, count(distinct centre_id) as places from unit_setting
    where unit_id = any(${[...ids]}::bigint[]) group by unit_id`
  return new Map(rows.map((row) => [row.unit_id, row.places]))
}

/**
 * Locks units that the caller sees until the transaction ends, in order of id. Closing waits for transactions that keep
 * the unit open (`isKeptOpen`).
 */
export async function lock(ctx: Context, ids: readonly number[], isClosing = false): Promise<void> {
  const lockClause = isClosing ? sql.raw('for update') : sql.raw('for no key update')
  await ctx.run`select unit.id from unit where unit.id = any(${[...ids]}::bigint[]) and ${isVisibleUnit(ctx)} order by unit.id ${lockClause}`
}

/** The owners of new work. Null when the work belongs to no unit, or to no particular centre. */
export interface WorkPlace {
  readonly unitId: number | null
  readonly centreId: number | null
}

/**
 * Keeps a unit and a centre open until the transaction ends. Returns false when the unit is closed or the centre is
 * disabled. Needs a widened context.
 */
export async function isKeptOpen(ctx: Context, { unitId, centreId }: WorkPlace): Promise<boolean> {
  const areKeptOpen = await Promise.all([isUnitKeptOpen(ctx, unitId), isCentreKeptOpen(ctx, centreId)])
  return areKeptOpen.every(Boolean)
}

// A lock that waited returns the row as closed by the other transaction.

async function isUnitKeptOpen(ctx: Context, id: number | null): Promise<boolean> {
  if (id === null) return true
  const rows = await ctx.rows<Row<'unit', 'status'>>`select status from unit where id = ${id} for key share`
  return rows[0]?.status !== accountStatus.closed
}

async function isCentreKeptOpen(ctx: Context, id: number | null): Promise<boolean> {
  if (id === null) return true
  const rows = await ctx.rows<Row<'centre', 'is_active'>>`select is_active from centre where id = ${id} for key share`
  return rows[0]?.is_active === true
}

export interface UnitChange {
  readonly name?: string
  readonly legal_person?: string
  readonly biz_kind?: string
  readonly industry?: string
  readonly contact_name?: string
  readonly contact_mobile?: string
  readonly email?: string
  readonly address?: string
  readonly taxpayer_kind?: string
  readonly description?: string
  readonly status?: UnitStatus
  readonly status_reason?: string
  readonly partner_id?: number | null
  readonly marketer_id?: number | null
  readonly salesman_id?: number | null
}

/** Updates a unit that `lock` has locked, and increments its version. */
export async function update(ctx: Context, id: number, to: UnitChange): Promise<void> {
  await ctx.db
    .updateTable('unit')
    .set({ ...to, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Moves units from one person to another in a role and returns their ids. Does not check permission. */
export async function reassignInRole(
  ctx: Context,
  of: { role: 'marketer' | 'salesman'; from: number; to: number; unitIds: readonly number[] | null },
): Promise<number[]> {
  const column = of.role === 'marketer' ? sql`marketer_id` : sql`salesman_id`
  const unitCondition = of.unitIds === null ? sql`true` : sql`id = any(${[...of.unitIds]}::bigint[])`
  const rows = await ctx.rows<Row<'unit', 'id'>>`
    update unit set ${column} = ${of.to}, version = version + 1 where ${column} = ${of.from} and status <> ${accountStatus.closed}
      and ${unitCondition} returning id`
  return rows.map((row) => row.id)
}
