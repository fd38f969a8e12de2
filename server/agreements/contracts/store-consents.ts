import { type Expression, type SqlBool, sql } from 'kysely'
import type { ConsentKind, RecordedConsent } from '#/domain/agreements/contract.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type Listing, pageOf, placesInScope } from '#/server/kernel/rows/page.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { everWorkedWith } from '#/server/people/operators/public.ts'

export interface ConsentRow extends Row<'consent', 'id' | 'operator_id' | 'kind' | 'contract_id' | 'given_at' | 'valid_to' | 'revoked_at' | 'revoke_reason'> {
  operator_name: string
  kind: RecordedConsent
  centre_name: string
  contract_no: string | null
}

/**
 * Limits consents to the caller's scope: an operator's own consents, consents to the centre, and consents of the unit's
 * operators.
 */
function visibleCondition(ctx: Context): Expression<SqlBool> {
  const { scope } = ctx
  if (scope.all) return sql<SqlBool>`true`
  if (scope.operatorId !== null) return sql<SqlBool>`consent.operator_id = ${scope.operatorId}`
  const isConsentForUnit = everWorkedWith(sql`consent.operator_id`, scope.unitIds)
  if (scope.unitIds.length > 0) return isConsentForUnit
  return scope.centreId === null ? sql<SqlBool>`false` : sql<SqlBool>`consent.centre_id = ${scope.centreId}`
}

const columns = sql`consent.id, consent.operator_id, operator.name as operator_name, consent.kind, centre.name as centre_name, consent.contract_id, contract.no as contract_no,
  consent.given_at, consent.valid_to, consent.revoked_at, consent.revoke_reason`
const joinedTables = sql`consent join operator on operator.id = consent.operator_id join centre on centre.id = consent.centre_id left join contract on contract.id = consent.contract_id`

export async function listConsents(
  ctx: Context,
  operatorId: number | undefined,
  page: PageRequest,
): Promise<{ rows: ConsentRow[]; count: number; next: number | null }> {
  const operatorCondition = operatorId === undefined ? sql`true` : sql`consent.operator_id = ${operatorId}`
  const listing: Listing = {
    table: sql`consent`,
    where: sql<SqlBool>`${visibleCondition(ctx)} and ${operatorCondition}`,
    id: sql`consent.id`,
    places: placesInScope(ctx, 'consent'),
  }
  return pageOf(ctx, listing, page, sql<ConsentRow>`select ${columns} from ${joinedTables}`)
}

export const findConsent = (ctx: Context, id: number): Promise<ConsentRow | undefined> =>
  ctx.row<ConsentRow>`select ${columns} from ${joinedTables} where consent.id = ${id} and ${visibleCondition(ctx)}`

/** Returns an operator's consents that are not withdrawn. */
export function activeConsents(ctx: Context, operatorId: number): Promise<Row<'consent', 'id' | 'kind' | 'contract_id'>[]> {
  const consentQuery = ctx.db.selectFrom('consent').select(['id', 'kind', 'contract_id']).where('operator_id', '=', operatorId)
  return consentQuery.where('revoked_at', 'is', null).orderBy('id').execute()
}

/** Withdraws a consent; false when it was already withdrawn. */
export async function revokeConsent(ctx: Context, id: number, reason: string): Promise<boolean> {
  const result = await ctx.db
    .updateTable('consent')
    .set({ revoked_at: ctx.now, revoked_by: ctx.actor.userId, revoke_reason: reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns whether a document of this kind is being signed by the operator. */
export async function hasPendingContract(ctx: Context, operatorId: number, kind: string, centreId: number): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('contract')
    .select('id')
    .where('operator_id', '=', operatorId)
    .where('kind', '=', kind)
    .where('centre_id', '=', centreId)
    .where('sign_state', '=', 'signing')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether the operator has all these consents at this centre, not withdrawn and not expired on this day. */
export async function hasConsents(ctx: Context, of: { operatorId: number; centreId: number; kinds: readonly ConsentKind[]; day: string }): Promise<boolean> {
  const row = await ctx.row<{
    held: number
  }>`select count(distinct kind) as held from consent where operator_id = ${of.operatorId} and centre_id = ${of.centreId}
    and kind = any(${[...of.kinds]}) and revoked_at is null and (valid_to is null or valid_to >= ${of.day})`
  return (row?.held ?? 0) === of.kinds.length
}
