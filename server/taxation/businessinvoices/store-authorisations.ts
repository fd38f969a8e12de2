import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { AuthorisationStatus } from '#/domain/taxation/business-invoice.ts'
import { contractNo } from '#/server/agreements/contracts/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface AuthorisationRow extends Row<'issue_authorisation'> {
  state: 'active' | 'replaced' | 'revoked'
  contract_no: string
  by_name: string
  ended_name: string
}

export interface BusinessRow extends Row<'operator_entity', 'id' | 'operator_id' | 'centre_id' | 'name' | 'state' | 'credit_code' | 'tax_kind'> {
  credit_code: string
  tax_kind: 'small' | 'general' | null
  operator_name: string
  stand: AuthorisationStatus
  given_id: number | null
}

// Restricts rows to businesses of the caller's centre, or to the operator's own. Units see none.
function visibleToCaller({ actor, scope }: Context): Expression<SqlBool> {
  if (actor.operatorId !== null) return sql<SqlBool>`business.operator_id = ${actor.operatorId}`
  if (scope.all) return sql<SqlBool>`true`
  if (scope.unitIds.length > 0) return sql<SqlBool>`false`
  return sql<SqlBool>`business.centre_id = any(${[...scope.centreIds]}::bigint[])`
}

const statusColumn = (day: string) => sql`case when given.id is null then 'none' when given.state = 'revoked' then 'revoked'
  when given.valid_from > ${day}::date then 'ahead' when given.valid_to < ${day}::date then 'expired' else 'effective' end`

const tables = sql`operator_entity business join operator owner on owner.id = business.operator_id
  left join lateral (select * from issue_authorisation where entity_id = business.id order by id desc limit 1) given on true`

type Filter = FilterOf<Modules['businessinvoices']['authorisations']>

/** Returns a page of businesses by name, with the status of their latest authorisation on the day. */
export async function businesses(ctx: Context, { keyword, stand }: Filter, day: string, { page, size }: { page: number; size: number }) {
  const conditions = [visibleToCaller(ctx), sql<SqlBool>`business.credit_code is not null and business.state <> 'cancelled'`]
  if (keyword)
    conditions.push(
      sql<SqlBool>`(business.name ilike ${containsPattern(keyword)} or owner.name ilike ${containsPattern(keyword)} or business.credit_code = ${keyword.toUpperCase()})`,
    )
  if (stand) conditions.push(sql<SqlBool>`${statusColumn(day)} = ${stand}`)
  const where = allOf(conditions)
  const rows =
    await ctx.rows<BusinessRow>`select business.id, business.operator_id, business.centre_id, business.name, business.credit_code, business.state, business.tax_kind,
      owner.name as operator_name, ${statusColumn(day)} as stand, given.id as given_id
    from ${tables} where ${where} order by business.name, business.id limit ${size} offset ${(page - 1) * size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from ${tables} where ${where}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Returns a business in the caller's scope. With `isLocked`, serialises changes of its authorisations. */
export async function findBusiness(ctx: Context, id: number, isLocked = false): Promise<BusinessRow | undefined> {
  // The business row belongs to another module, so authorisations have their own advisory lock.
  if (isLocked) await ctx.run`select pg_advisory_xact_lock(7120263, hashint8(${id}::bigint))`
  return ctx.row<BusinessRow>`select business.id, business.operator_id, business.centre_id, business.name, business.credit_code, business.state, business.tax_kind,
      owner.name as operator_name, 'none' as stand, given.id as given_id from ${tables} where business.id = ${id} and ${visibleToCaller(ctx)}`
}

/** Returns authorisations by id, or all of a business, newest first. */
export async function authorisations(ctx: Context, of: { ids: readonly number[] } | { entityId: number }): Promise<AuthorisationRow[]> {
  const rowCondition = 'ids' in of ? sql`given.id = any(${[...of.ids]}::bigint[])` : sql`given.entity_id = ${of.entityId}`
  return ctx.widen('names on invoices', async () => {
    return ctx.rows<AuthorisationRow>`select given.*, given.valid_from::text as valid_from, given.valid_to::text as valid_to, coalesce(${contractNo(sql`given.contract_id`)}, '') as contract_no,
        maker.name as by_name, coalesce(ender.name, '') as ended_name
      from issue_authorisation given join app_user maker on maker.id = given.created_by
        left join app_user ender on ender.id = given.ended_by
      where ${rowCondition} order by given.id desc limit 100`
  })
}

/** Locks and returns an authorisation of a business in the caller's scope. */
export const findAuthorisation = (ctx: Context, id: number): Promise<Row<'issue_authorisation'> | undefined> => ctx.row<
  Row<'issue_authorisation'>
>`select given.* from issue_authorisation given join operator_entity business on business.id = given.entity_id
    where given.id = ${id} and ${visibleToCaller(ctx)} for no key update of given`

type NewAuthorisation = Pick<Row<'issue_authorisation'>, 'entity_id' | 'operator_id' | 'centre_id' | 'valid_from' | 'valid_to' | 'file_id' | 'contract_id'>

export async function addAuthorisation(ctx: Context, row: NewAuthorisation): Promise<number> {
  const { id } = await ctx.db
    .insertInto('issue_authorisation')
    .values({ ...row, created_by: ctx.actor.userId, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends an authorisation that the caller has locked. */
export async function endAuthorisation(ctx: Context, id: number, state: 'replaced' | 'revoked', reason: string): Promise<void> {
  await ctx.db
    .updateTable('issue_authorisation')
    .set((table) => ({ state, reason, ended_by: ctx.actor.userId, ended_at: ctx.now, version: table('version', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute()
}
