import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import type { ClaimState, PaymentInvoiceStatus } from '#/domain/money/collection.ts'
import { orderHeads, orderWithNo } from '#/server/agreements/orders/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { type FileFacts, fileFacts } from '#/server/kernel/files/store-files.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern, withinDays } from '#/server/kernel/rows/conditions.ts'
import { type Listing, pageKeys, placesInScope, sortByIds, totalsOf } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { lineInvoiceStatus } from '#/server/money/collections/questions.ts'
import { batchNo } from '#/server/money/payments/public.ts'
import { businessFacts } from '#/server/people/entities/public.ts'

/**
 * Restricts claims to the caller. Operators see their own claims, units submitted ones, and a centre also those it
 * entered. Row-level security enforces the same.
 */
function scopeCondition({ actor, scope }: Context): Expression<SqlBool> {
  if (actor.operatorId !== null) return sql<SqlBool>`claim.operator_id = ${actor.operatorId}`
  const open = actor.unitId === null ? sql<SqlBool>`(claim.submitted_at is not null or claim.is_entered)` : sql<SqlBool>`claim.submitted_at is not null`
  return sql<SqlBool>`${inScope(scope, 'claim', { mode: true })} and ${open}`
}

export type ClaimFilter = FilterOf<Modules['collections']['list']>

export interface ClaimRow extends Row<'collection'> {
  state: ClaimState
  mode: Mode
  from_day: string
  to_day: string
  operator_name: string
  business_name: Row<'operator_entity'>['name'] | null
  unit_name: string
  centre_name: string
  order_no: string
  order_title: string
  papers: number
  invoice_state: PaymentInvoiceStatus
  batch_id: Row<'payment_line'>['batch_id'] | null
  batch_no: string | null
  created_name: string
  confirmed_name: string | null
}

function listing(ctx: Context, filter: ClaimFilter): Listing {
  const parts: Expression<SqlBool>[] = [scopeCondition(ctx)]
  if (filter.states?.length) parts.push(sql<SqlBool>`claim.state = any(${[...filter.states]}::text[])`)
  if (filter.orderId) parts.push(sql<SqlBool>`claim.order_id = ${filter.orderId}`)
  if (filter.unitId) parts.push(sql<SqlBool>`claim.unit_id = ${filter.unitId}`)
  parts.push(...withinDays(sql`claim.created_at`, filter))
  if (filter.entered) parts.push(sql<SqlBool>`claim.is_entered = ${filter.entered === 'yes'}`)
  if (filter.keyword) {
    parts.push(sql<SqlBool>`(claim.no = ${filter.keyword} or claim.content ilike ${containsPattern(filter.keyword)}
      or claim.operator_id in (select id from operator where comparable_name = app.comparable_name(${filter.keyword})) or claim.unit_id in (select id from unit where name ilike ${containsPattern(filter.keyword)})
      or claim.order_id in ${orderWithNo(filter.keyword)})`)
  }
  const isOfOneParty = filter.unitId !== undefined || filter.orderId !== undefined || ctx.actor.operatorId !== null
  return {
    table: sql`collection claim`,
    where: allOf(parts),
    id: sql`claim.id`,
    places: isOfOneParty ? null : placesInScope(ctx, 'claim', { mode: true, unit: true }),
  }
}

/** Returns claims with party names from outside the caller's scope. The caller of this function has checked the ids. */
export async function listByIds(ctx: Context, ids: readonly number[]): Promise<ClaimRow[]> {
  const claims = await ctx.widen(
    'parties of claims in sight',
    () =>
      ctx.rows<ClaimRow>`select claim.*, claim.period_from::text as from_day, claim.period_to::text as to_day, operator.name as operator_name,
        (select name from ${businessFacts(sql`claim.entity_id`)} business) as business_name, unit.name as unit_name, centre.name as centre_name, orders.no as order_no, orders.title as order_title,
        (select count(*) from collection_paper paper where paper.collection_id = claim.id)::int as papers, line.batch_id, ${batchNo(sql`line.batch_id`)} as batch_no, ${ask(ctx, lineInvoiceStatus)} as invoice_state,
        (select name from app_user where id = claim.created_by) as created_name, (select name from app_user where id = claim.confirmed_by) as confirmed_name
      from collection claim join operator on operator.id = claim.operator_id join unit on unit.id = claim.unit_id join centre on centre.id = claim.centre_id
        join ${orderHeads} orders on orders.id = claim.order_id
        left join payment_line line on line.month = claim.line_month and line.id = claim.line_id
      where claim.id = any(${[...ids]}::bigint[])`,
  )
  return sortByIds(ids, claims)
}

/** Returns a page of claims, newest first. */
export async function list(ctx: Context, filter: ClaimFilter, page: PageRequest): Promise<{ rows: ClaimRow[]; next: number | null }> {
  const { ids, next } = await pageKeys(ctx, listing(ctx, filter), page)
  return { rows: await listByIds(ctx, ids), next }
}

/** Counts and sums the claims under the same filter. Cancelled claims count but add no amount. */
export function totals(ctx: Context, filter: ClaimFilter, isWhole: boolean) {
  return totalsOf<{ amount: number }>(ctx, listing(ctx, filter), {
    columns: sql`case when claim.state = 'cancelled' then 0 else claim.amount_fen end as amount`,
    sums: sql`coalesce(sum(amount), 0)::bigint as amount`,
    isWhole,
  })
}

/** Returns a claim in the caller's scope, locked where `isLocked`. */
export async function find(ctx: Context, id: number, isLocked = false): Promise<ClaimRow | undefined> {
  const idRows = await ctx.rows<
    Row<'collection', 'id'>
  >`select id from collection claim where id = ${id} and ${scopeCondition(ctx)} ${isLocked ? sql`for no key update` : sql``}`
  return idRows.length === 0 ? undefined : (await listByIds(ctx, [id]))[0]
}

/** Locks and returns claims in the caller's scope, ordered by id. */
export async function lockClaims(ctx: Context, ids: readonly number[]): Promise<ClaimRow[]> {
  const idRows = await ctx.rows<
    Row<'collection', 'id'>
  >`select id from collection claim where id = any(${[...ids]}::bigint[]) and ${scopeCondition(ctx)} order by id for no key update`
  return listByIds(
    ctx,
    idRows.map((row) => row.id),
  )
}

/** The columns of a claim that its author sets. */
export type ClaimColumns = Pick<
  Row<'collection'>,
  'order_id' | 'centre_id' | 'unit_id' | 'mode' | 'entity_id' | 'amount_fen' | 'content' | 'period_from' | 'period_to'
>

export async function insert(ctx: Context, facts: ClaimColumns & { no: string; operator_id: number; is_entered: boolean }): Promise<number> {
  const { id } = await ctx.db
    .insertInto('collection')
    .values({ ...facts, created_by: ctx.actor.userId, created_at: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates a claim that the caller has locked. */
export async function update(
  ctx: Context,
  id: number,
  to: Partial<ClaimColumns> & { state?: ClaimState; reason?: string; submitted_at?: Date | null; confirmed_by?: number | null; confirmed_at?: Date | null },
): Promise<void> {
  await ctx.db
    .updateTable('collection')
    .set({ ...to, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export interface PaperRow extends Row<'collection_paper', 'id' | 'file_id' | 'created_at'>, Pick<FileFacts, 'name' | 'size_bytes'> {}

/** Returns the result files of a claim in the caller's scope. */
export const documentsOf = (ctx: Context, claimId: number): Promise<PaperRow[]> =>
  ctx.widen(
    'parties of claims in sight',
    () =>
      ctx.rows<PaperRow>`select paper.id, paper.file_id, paper.created_at, file.name, file.size_bytes from collection_paper paper
        join lateral ${fileFacts(sql`paper.file_id`)} file on true
      where paper.collection_id = ${claimId} order by paper.id`,
  )

export async function addPaper(
  ctx: Context,
  claim: Pick<ClaimRow, 'id' | 'centre_id' | 'unit_id' | 'operator_id'>,
  file: { fileId: string; sha256: string },
): Promise<void> {
  const { id: collection_id, centre_id, unit_id, operator_id } = claim
  await ctx.db
    .insertInto('collection_paper')
    .values({ collection_id, centre_id, unit_id, operator_id, file_id: file.fileId, sha256: file.sha256, created_by: ctx.actor.userId, created_at: ctx.now })
    .execute()
}

/** Deletes a result file. Returns false when the claim has none with this id. */
export async function removePaper(ctx: Context, claimId: number, paperId: number): Promise<boolean> {
  const result = await ctx.db.deleteFrom('collection_paper').where('id', '=', paperId).where('collection_id', '=', claimId).executeTakeFirst()
  return result.numDeletedRows === 1n
}
