import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { EntityForm, EntityState } from '#/domain/people/entity.ts'
import type { LevyMethod, TaxKind } from '#/domain/people/obligation.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageRows, placesInScope, placesPer } from '#/server/kernel/rows/page.ts'
import { beginsWith } from '#/server/lib/database/prefix.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { applicationNo } from '#/server/people/entities/questions.ts'

/** Limits rows to the caller's scope: the centre's, or the operator's own. Units see none. */
export function scopeCondition({ scope }: Context, table: 'entity' | 'duty'): Expression<SqlBool> {
  if (scope.all) return sql<SqlBool>`true`
  if (scope.operatorId !== null) return sql<SqlBool>`${sql.ref(`${table}.operator_id`)} = ${scope.operatorId}`
  return scope.centreIds.length > 0 && scope.unitIds.length === 0
    ? sql<SqlBool>`${sql.ref(`${table}.centre_id`)} = any(${[...scope.centreIds]}::bigint[])`
    : sql<SqlBool>`false`
}

export type EntityFilter = FilterOf<Modules['entities']['list']>

/** Matches the beginning of a business's or person's name, or a full credit code or operator number. */
export function matchesKeyword(keyword: string): Expression<SqlBool> {
  const code = keyword.toUpperCase()
  // Separate subqueries, because each can use its own index.
  return sql<SqlBool>`entity.id in (
    select named.id from operator_entity named where ${beginsWith('named.name', keyword)}
    union all select coded.id from operator_entity coded where coded.credit_code = ${code}
    union all select owned.id from operator_entity owned where owned.operator_id in (
      select person.id from operator person where ${beginsWith('person.name', keyword)}
      union all select known.id from operator known where known.code = ${code}))`
}

/** Matches tax changes of other people that await a decision. */
export function awaitsCaller(ctx: Context): RawBuilder<SqlBool> {
  return sql<SqlBool>`change.state = 'pending' and change.created_by <> ${ctx.actor.userId}`
}

function filterCondition(ctx: Context, filter: EntityFilter): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [scopeCondition(ctx, 'entity')]
  if (filter.keyword) conditions.push(matchesKeyword(filter.keyword))
  if (filter.taxKind) conditions.push(sql<SqlBool>`entity.tax_kind = ${filter.taxKind}`)
  if (filter.levy) conditions.push(sql<SqlBool>`entity.levy = ${filter.levy}`)
  if (filter.operatorId !== undefined) conditions.push(sql<SqlBool>`entity.operator_id = ${filter.operatorId}`)
  if (filter.isForMe) conditions.push(sql<SqlBool>`entity.id in (select change.entity_id from entity_tax_change change where ${awaitsCaller(ctx)})`)
  if (filter.isLate)
    conditions.push(
      sql<SqlBool>`entity.id in (select duty.entity_id from entity_obligation duty where duty.state = 'overdue' and duty.kind <> 'serviceFee' and ${scopeCondition(ctx, 'duty')})`,
    )
  return allOf(conditions)
}

export interface EntityRow
  extends Row<
      'operator_entity',
      | 'id'
      | 'operator_id'
      | 'centre_id'
      | 'form'
      | 'name'
      | 'names'
      | 'credit_code'
      | 'industry'
      | 'biz_scope'
      | 'address'
      | 'state'
      | 'licensed_on'
      | 'licence_file_id'
      | 'bank_name'
      | 'account_tail'
      | 'tax_kind'
      | 'levy'
      | 'taxed_on'
      | 'calendar_from'
      | 'annual_report_year'
      | 'annual_fee_fen'
      | 'created_at'
      | 'version'
    >,
    Row<'operator', 'is_identity_verified'> {
  operator_code: Row<'operator'>['code']
  operator_name: Row<'operator'>['name']
  operator_kind: 'platform' | 'ordinary'
  operator_status: Row<'operator'>['status']
  centre_name: Row<'centre'>['name']
  form: EntityForm
  state: EntityState
  tax_kind: TaxKind | null
  levy: LevyMethod | null
  levy_rate_ppm: number
  next_levy: { ratePpm: number; from: string } | null
  application_no: Row<'application'>['no'] | null
  overdue: number
  next_due: string | null
}

const columnsOnDay = (
  ctx: Context,
) => sql`entity.id, entity.operator_id, operator.code as operator_code, operator.name as operator_name, operator.kind as operator_kind,
  operator.status as operator_status, operator.is_identity_verified, entity.centre_id, centre.name as centre_name, entity.form, entity.name, entity.names,
  entity.credit_code, entity.industry, entity.biz_scope, entity.address, entity.state, entity.licensed_on::text, entity.licence_file_id, entity.bank_name,
  entity.account_tail, entity.tax_kind, entity.levy, app.levy_rate(entity.id, ${dayOf(ctx.now)}::date) as levy_rate_ppm,
  (select jsonb_build_object('ratePpm', coming.rate_ppm, 'from', coming.valid_from::text) from entity_levy_rate coming where coming.entity_id = entity.id
    and coming.valid_from > ${dayOf(ctx.now)}::date order by coming.valid_from, coming.id desc limit 1) as next_levy, entity.taxed_on::text, entity.calendar_from::text, entity.annual_report_year,
  entity.annual_fee_fen, ${ask(ctx, applicationNo)} as application_no, entity.created_at, entity.version, owed.overdue, owed.next_due`
const joinedTables = sql`operator_entity entity join operator on operator.id = entity.operator_id join centre on centre.id = entity.centre_id
  cross join lateral (select (count(*) filter (where state = 'overdue'))::int as overdue, min(due_on)::text as next_due from entity_obligation
    where entity_id = entity.id and state in ('open', 'overdue') and kind <> 'serviceFee') owed`

function listing(ctx: Context, filter: EntityFilter): Listing {
  return {
    table: sql`operator_entity entity`,
    where: filterCondition(ctx, filter),
    id: sql`entity.id`,
    places: placesPer(placesInScope(ctx, 'entity'), 'entity.state', filter.states),
  }
}

/** Returns a page of the filtered businesses, newest first, older than the business `after`. */
export function list(ctx: Context, filter: EntityFilter, size: number, after?: number): Promise<{ rows: EntityRow[]; next: number | null }> {
  return ctx.widen('businesses under a filter that names the scope', async () => {
    return pageRows(ctx, listing(ctx, filter), { page: 1, size, after }, sql<EntityRow>`select ${columnsOnDay(ctx)} from ${joinedTables}`)
  })
}

export function count(ctx: Context, filter: EntityFilter): Promise<number> {
  return ctx.widen('businesses under a filter that names the scope', () => countOf(ctx, listing(ctx, filter)))
}

export const find = (ctx: Context, id: number): Promise<EntityRow | undefined> =>
  ctx.widen(
    'a business in a scope the query names',
    () => ctx.row<EntityRow>`select ${columnsOnDay(ctx)} from ${joinedTables} where entity.id = ${id} and ${scopeCondition(ctx, 'entity')}`,
  )

/** Returns a business locked until the transaction ends. */
export async function lock(ctx: Context, id: number): Promise<EntityRow | undefined> {
  await ctx.widen(
    'a business in a scope the query names',
    () => ctx.run`select from operator_entity entity where entity.id = ${id} and ${scopeCondition(ctx, 'entity')} for no key update`,
  )
  return find(ctx, id)
}

export type OwnerRow = Row<'operator', 'id' | 'code' | 'name' | 'centre_id' | 'status' | 'is_identity_verified'>

/** Locks the operator, so that only one business is started at a time. */
export async function lockOwner(ctx: Context, operatorId: number): Promise<OwnerRow | undefined> {
  await ctx.widen('one business at a time', () => ctx.run`select from operator where id = ${operatorId} for no key update`)
  return findOwner(ctx, operatorId)
}

export async function findOwner(ctx: Context, operatorId: number): Promise<OwnerRow | undefined> {
  const { scope } = ctx
  const centreCondition = scope.all ? sql`true` : sql`centre_id = any(${[...scope.centreIds]}::bigint[])`
  return ctx.widen(
    'an operator in a scope the query names',
    () => ctx.row<OwnerRow>`select id, code, name, centre_id, status, is_identity_verified from operator where id = ${operatorId} and ${centreCondition}`,
  )
}

/** Returns the operator's business that is not cancelled. */
export async function uncancelledBusiness(ctx: Context, operatorId: number): Promise<Row<'operator_entity', 'id' | 'name'> | undefined> {
  return ctx.widen('one business at a time', () =>
    ctx.db.selectFrom('operator_entity').select(['id', 'name']).where('operator_id', '=', operatorId).where('state', '<>', 'cancelled').executeTakeFirst(),
  )
}

export interface EntitySheet {
  readonly form: EntityForm
  readonly names: readonly string[]
  readonly industry: string
  readonly bizScope: string
  readonly address: string
}

export async function insert(ctx: Context, owner: { id: number; centreId: number }, sheet: EntitySheet, applicationId: number | null): Promise<number> {
  const { id } = await ctx.db
    .insertInto('operator_entity')
    .values({
      operator_id: owner.id,
      centre_id: owner.centreId,
      name: sheet.names[0] ?? '',
      state: 'editing',
      form: sheet.form,
      names: [...sheet.names],
      industry: sheet.industry,
      biz_scope: sheet.bizScope,
      address: sheet.address,
      application_id: applicationId,
      created_by: ctx.actor.userId === 0 ? null : ctx.actor.userId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a business that existed before its owner joined. */
export async function insertLicensed(
  ctx: Context,
  owner: { id: number; centreId: number },
  facts: { name: string; creditCode: string; licenceFileId: string | null; from: string; applicationId: number | null },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('operator_entity')
    .values({
      operator_id: owner.id,
      centre_id: owner.centreId,
      name: facts.name,
      credit_code: facts.creditCode,
      state: 'operating',
      licence_file_id: facts.licenceFileId,
      calendar_from: facts.from,
      application_id: facts.applicationId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The columns that a step changes. */
export interface EntityPatch {
  readonly state?: EntityState
  readonly form?: EntityForm
  readonly names?: string[]
  readonly name?: string
  readonly industry?: string
  readonly biz_scope?: string
  readonly address?: string
  readonly credit_code?: string
  readonly licensed_on?: string
  readonly licence_file_id?: string
  readonly bank_name?: string
  readonly account_no_sealed?: string
  readonly account_no_index?: string
  readonly account_tail?: string
  readonly tax_kind?: TaxKind
  readonly levy?: LevyMethod
  readonly taxed_on?: string
  readonly calendar_from?: string
  readonly annual_report_year?: number
  readonly annual_fee_fen?: number
}

/** Updates a locked business and increments its version. */
export async function update(ctx: Context, id: number, patch: EntityPatch): Promise<void> {
  await ctx.widen('a business the caller has locked', () =>
    ctx.db
      .updateTable('operator_entity')
      .set((row) => ({ ...patch, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute(),
  )
}

/** Returns whether another business has this credit code. */
export async function isCodeTaken(ctx: Context, creditCode: string, exceptId: number): Promise<boolean> {
  return (
    (await ctx.widen('unique credit codes', () => ctx.rows`select from operator_entity where credit_code = ${creditCode} and id <> ${exceptId}`)).length > 0
  )
}

/** Counts submitted, unfinished payments to the operator's business. */
export function paymentsUnderway(ctx: Context, operatorId: number): Promise<number> {
  return ctx.widen('payments to a business', () => ctx.unfinished.businessPayments(ctx, { operatorId }))
}
