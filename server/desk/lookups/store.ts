import { type Expression, type SqlBool, sql } from 'kysely'
import { accountStatus, type OperatorType, userType } from '#/domain/base/codes.ts'
import { hasConsentOn } from '#/server/agreements/contracts/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { nameContains } from '#/server/kernel/rows/names.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { operatingBusinesses } from '#/server/people/entities/public.ts'
import { usualCard, worksWith } from '#/server/people/operators/public.ts'

export interface LookupPage {
  readonly page: number
  readonly limit: number
}

interface Matches<T> {
  readonly rows: T[]
  readonly count: number
}

/** Returns a page of rows and the total count. Runs a count query only when the page is full or lies beyond the end. */
async function pageOfMatches<T>(
  ctx: Context,
  of: { columns: ReturnType<typeof sql>; from: ReturnType<typeof sql>; where: Expression<SqlBool>; order: ReturnType<typeof sql> },
  paging: LookupPage,
): Promise<Matches<T>> {
  const offset = (paging.page - 1) * paging.limit
  const rows = await ctx.rows<T>`select ${of.columns} from ${of.from} where ${of.where} order by ${of.order} limit ${paging.limit} offset ${offset}`
  if (rows.length < paging.limit && (rows.length > 0 || paging.page === 1)) return { rows, count: offset + rows.length }
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from ${of.from} where ${of.where}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Limits units to the caller's scope; `unit` names the column with the unit's id. */
export function unitInScope(ctx: Context, unit: ReturnType<typeof sql>): Expression<SqlBool> {
  if (ctx.scope.all) return sql<SqlBool>`true`
  return sql<SqlBool>`exists (select from unit_setting place where place.unit_id = ${unit} and ${inScope(ctx.scope, 'place', { mode: true })})`
}

export type TitleRow = Row<'invoice_title', 'id' | 'unit_id' | 'name' | 'tax_no' | 'address' | 'telephone' | 'bank' | 'account_no' | 'email' | 'is_default'>

/** Returns invoice titles of the units in scope. */
export function titles(ctx: Context, by: { unitId: number | undefined; keyword: string }, paging: LookupPage): Promise<Matches<TitleRow>> {
  const conditions = [sql<SqlBool>`title.is_active and title.state = 'approved'`, unitInScope(ctx, sql`title.unit_id`)]
  if (by.unitId !== undefined) conditions.push(sql<SqlBool>`title.unit_id = ${by.unitId}`)
  if (by.keyword) conditions.push(sql<SqlBool>`(title.name ilike ${containsPattern(by.keyword)} or title.tax_no = ${by.keyword.toUpperCase()})`)
  const columns = sql`title.id, title.unit_id, title.name, title.tax_no, title.address, title.telephone, title.bank, title.account_no, title.email, title.is_default`
  return pageOfMatches(
    ctx,
    { columns, from: sql`invoice_title title`, where: allOf(conditions), order: sql`title.unit_id, title.is_default desc, title.id` },
    paging,
  )
}

/** Limits operators to the caller's scope: a centre's own, a unit's linked ones, or the operator. */
function operatorInScope(ctx: Context): Expression<SqlBool> {
  const { scope } = ctx
  if (scope.all) return sql<SqlBool>`true`
  if (scope.centreIds.length > 0) return sql<SqlBool>`operator.centre_id = any(${[...scope.centreIds]}::bigint[])`
  if (scope.unitIds.length > 0) {
    return worksWith(sql`operator.id`, scope.unitIds)
  }
  return scope.operatorId === null ? sql<SqlBool>`false` : sql<SqlBool>`operator.id = ${scope.operatorId}`
}

export interface OperatorFilter {
  readonly keyword: string
  readonly yztype: number | undefined
  readonly unitId: number | undefined
  readonly isSigned: boolean | undefined
}

/** Returns ids of operators in scope, newest first; `operatorDetails` reads their details. */
export async function operatorIds(ctx: Context, by: OperatorFilter, paging: LookupPage): Promise<Matches<{ id: number; is_signed: boolean }>> {
  const day = sql`(${ctx.now}::timestamptz at time zone 'Asia/Shanghai')::date`
  const agreementCondition = hasConsentOn({ operator: sql`operator.id`, kind: 'agreement', day })
  const conditions = [operatorInScope(ctx)]
  if (by.keyword) {
    const operatorNameCondition = await nameContains(ctx, 'operator', { id: 'operator.id', columns: ['operator.name'] }, by.keyword)
    conditions.push(sql<SqlBool>`(${operatorNameCondition} or operator.code = ${by.keyword} or operator.mobile_index = ${ctx.vault.index('mobile', by.keyword)}
      or operator.id_number_index = ${ctx.vault.index('id_number', by.keyword)})`)
  }
  if (by.yztype !== undefined) conditions.push(sql<SqlBool>`operator.yztype = ${by.yztype}`)
  if (by.unitId !== undefined) {
    conditions.push(worksWith(sql`operator.id`, [by.unitId]))
    conditions.push(unitInScope(ctx, sql`${by.unitId}::bigint`))
  }
  if (by.isSigned !== undefined) conditions.push(by.isSigned ? agreementCondition : sql<SqlBool>`not ${agreementCondition}`)
  return pageOfMatches(
    ctx,
    { columns: sql`operator.id, ${agreementCondition} as is_signed`, from: sql`operator`, where: allOf(conditions), order: sql`operator.id desc` },
    paging,
  )
}

export interface StaffRow extends Row<'app_user', 'id' | 'name'>, Row<'user_centre', 'centre_id'> {
  mobile: string
  post: number
  units: number
}

/** Returns the staff with this post at the centres in scope. A unit sees only the staff assigned to the unit. */
export async function staff(ctx: Context, by: { post: 2 | 3; keyword: string; centreId: number | undefined }, paging: LookupPage): Promise<Matches<StaffRow>> {
  const { scope } = ctx
  const assigneeColumn = by.post === 2 ? sql`marketer_id` : sql`salesman_id`
  const conditions: Expression<SqlBool>[] = [
    sql<SqlBool>`person.usertype = ${userType.centre} and person.status = ${accountStatus.active} and person.poststatus = ${by.post}`,
  ]
  if (!scope.all && scope.centreId !== null) conditions.push(sql<SqlBool>`post.centre_id = ${scope.centreId}`)
  if (!scope.all && scope.centreId === null) {
    conditions.push(sql<SqlBool>`exists (select from unit mine where mine.${assigneeColumn} = person.id and mine.id = any(${[...scope.unitIds]}::bigint[]))`)
  }
  if (by.centreId !== undefined) conditions.push(sql<SqlBool>`post.centre_id = ${by.centreId}`)
  if (by.keyword) conditions.push(await nameContains(ctx, 'app_user', { id: 'person.id', columns: ['person.name'] }, by.keyword))
  const columns = sql`person.id, person.name, post.centre_id, person.poststatus as post,
    coalesce((select contact.mobile from app.staff_mobiles(array[person.id]) contact), '') as mobile,
    (select count(*) from unit mine where mine.${assigneeColumn} = person.id and mine.status <> ${accountStatus.closed}) as units`
  const from = sql`app_user person join user_centre post on post.user_id = person.id`
  return pageOfMatches(ctx, { columns, from, where: allOf(conditions), order: sql`person.id, post.centre_id` }, paging)
}

export interface PlatformRow extends Row<'unit', 'id' | 'name'> {
  centre_id: number
  modes: Mode[]
}

/** Returns platform units in scope, with their first centre and their modes. */
export async function platforms(ctx: Context, by: { keyword: string }, paging: LookupPage): Promise<Matches<PlatformRow>> {
  const conditions = [sql<SqlBool>`unit.biz_kind = 'platform' and unit.status = ${accountStatus.active}`, unitInScope(ctx, sql`unit.id`)]
  if (by.keyword) {
    const unitNameCondition = await nameContains(ctx, 'unit', { id: 'unit.id', columns: ['unit.name'] }, by.keyword)
    conditions.push(sql<SqlBool>`(${unitNameCondition} or unit.code = ${by.keyword})`)
  }
  const places = sql`select place.* from unit_setting place where place.unit_id = unit.id and place.is_active and ${inScope(ctx.scope, 'place', { mode: true })}`
  const columns = sql`unit.id, unit.name, (select place.centre_id from (${places}) place order by place.id limit 1) as centre_id,
    array(select distinct place.mode from (${places}) place order by 1) as modes`
  return pageOfMatches(ctx, { columns, from: sql`unit`, where: allOf([...conditions, sql<SqlBool>`exists (${places})`]), order: sql`unit.id` }, paging)
}

export interface OperatorRow extends Row<'operator', 'id' | 'name' | 'id_number_sealed' | 'mobile_sealed' | 'yztype' | 'status' | 'is_identity_verified'> {
  yztype: OperatorType
  entity_id: number | null
  entity_name: string | null
  entity_code: string | null
  bank_name: string | null
  card_tail: string | null
}

/** Returns the details of operators found by `operatorIds`. */
export async function operatorDetails(ctx: Context, ids: readonly number[]): Promise<OperatorRow[]> {
  return ctx.rows<OperatorRow>`select operator.id, operator.name, operator.id_number_sealed, operator.mobile_sealed, operator.yztype, operator.status,
      operator.is_identity_verified, entity.id as entity_id, entity.name as entity_name, entity.credit_code as entity_code, card.bank_name, card.card_tail
    from operator
      left join lateral (select id, name, credit_code from ${operatingBusinesses} business where operator_id = operator.id order by id desc limit 1) entity on true
      left join lateral ${usualCard(sql`operator.id`, ctx.scope.unitIds)} card on true
    where operator.id = any(${[...ids]}::bigint[]) and ${operatorInScope(ctx)} order by operator.id desc`
}
