import { type Expression, type SqlBool, sql } from 'kysely'
import type { Modules } from '#/api/modules.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { ClaimState, ObjectionKind, ObjectionState } from '#/domain/money/collection.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { FilterOf } from '#/server/kernel/request/implementation.ts'
import { allOf, containsPattern } from '#/server/kernel/rows/conditions.ts'
import { countOf, type Listing, pageKeys, placesInScope, sortByIds } from '#/server/kernel/rows/page.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { batchNo } from '#/server/money/payments/public.ts'
import { openExceptionNo, returnedAt } from '#/server/money/payouts/public.ts'
import { disputeFacts } from '#/server/people/disputes/public.ts'

export interface ObjectionRow extends Row<'payment_objection'> {
  kind: ObjectionKind
  state: ObjectionState
  mode: Mode
  due_day: string
  is_late: boolean
  operator_name: string
  unit_name: string
  centre_name: string
  line_no: string
  net_fen: Row<'payment_line'>['net_fen']
  arrived_at: Date | null
  came_back_at: Date | null
  claim_no: string | null
  claim_state: ClaimState | null
  batch_no: string
  exception_no: string | null
  dispute_open: boolean
  answered_name: string | null
  decided_name: string | null
}

export type ObjectionFilter = FilterOf<Modules['collections']['objections']>

function scopeCondition({ actor, scope }: Context): Expression<SqlBool> {
  return actor.operatorId === null ? inScope(scope, 'objection', { mode: true }) : sql<SqlBool>`objection.operator_id = ${actor.operatorId}`
}

const isLate = (ctx: Context) => sql<SqlBool>`(objection.state = 'open' and objection.due_on < ${dayOf(ctx.now)}::date)`

/** Returns objections with party names and payment. The caller of this function has checked the ids. */
export async function listByIds(ctx: Context, ids: readonly number[]): Promise<ObjectionRow[]> {
  const objectionRows = await ctx.widen(
    'parties of claims in sight',
    () =>
      ctx.rows<ObjectionRow>`select objection.*, objection.due_on::text as due_day, ${isLate(ctx)} as is_late, operator.name as operator_name, unit.name as unit_name, centre.name as centre_name,
        line.no as line_no, line.net_fen, line.finished_at as arrived_at, ${batchNo(sql`objection.batch_id`)} as batch_no,
        ${returnedAt(sql`line.id`)} as came_back_at, claim.no as claim_no, claim.state as claim_state,
        ${openExceptionNo(sql`objection.batch_id`, sql`objection.line_id`)} as exception_no,
        exists (select from ${disputeFacts(sql`objection.dispute_id`)} dispute where state = 'open') as dispute_open,
        (select name from app_user where id = objection.answered_by) as answered_name, (select name from app_user where id = objection.decided_by) as decided_name
      from payment_objection objection join operator on operator.id = objection.operator_id join unit on unit.id = objection.unit_id join centre on centre.id = objection.centre_id
        join payment_line line on line.month = objection.month and line.id = objection.line_id
        left join collection claim on claim.id = line.collection_id
      where objection.id = any(${[...ids]}::bigint[])`,
  )
  return sortByIds(ids, objectionRows)
}

/** Returns a page of objections, newest first, and their count. */
export async function list(ctx: Context, filter: ObjectionFilter, page: PageRequest): Promise<{ rows: ObjectionRow[]; count: number; next: number | null }> {
  const parts: Expression<SqlBool>[] = [scopeCondition(ctx)]
  if (filter.objectionId) parts.push(sql<SqlBool>`objection.id = ${filter.objectionId}`)
  if (filter.states?.length) parts.push(sql<SqlBool>`objection.state = any(${[...filter.states]}::text[])`)
  if (filter.late) parts.push(isLate(ctx))
  if (filter.toDecide) parts.push(sql<SqlBool>`(objection.state = 'answered' or ${isLate(ctx)})`)
  if (filter.keyword) {
    parts.push(sql<SqlBool>`(objection.operator_id in (select id from operator where comparable_name = app.comparable_name(${filter.keyword}))
      or objection.unit_id in (select id from unit where name ilike ${containsPattern(filter.keyword)}))`)
  }
  const listing: Listing = {
    table: sql`payment_objection objection`,
    where: allOf(parts),
    id: sql`objection.id`,
    places: placesInScope(ctx, 'objection', { mode: true, unit: true }),
  }
  const { ids, next } = await pageKeys(ctx, listing, page)
  return { rows: await listByIds(ctx, ids), count: await countOf(ctx, listing), next }
}

/** Returns the objections to one payment, newest first. */
export async function objectionsOfLine(ctx: Context, lineId: number): Promise<ObjectionRow[]> {
  const idRows = await ctx.rows<
    Row<'payment_objection', 'id'>
  >`select id from payment_objection objection where line_id = ${lineId} and ${scopeCondition(ctx)} order by id desc`
  return listByIds(
    ctx,
    idRows.map((row) => row.id),
  )
}

/** Returns an objection in the caller's scope, locked where `isLocked`. */
export async function find(ctx: Context, id: number, isLocked = false): Promise<ObjectionRow | undefined> {
  const idRows = await ctx.rows<
    Row<'payment_objection', 'id'>
  >`select id from payment_objection objection where id = ${id} and ${scopeCondition(ctx)} ${isLocked ? sql`for no key update` : sql``}`
  return idRows.length === 0 ? undefined : (await listByIds(ctx, [id]))[0]
}

/**
 * Returns whether the dispute ends with this objection: no other undecided objection needs it, and the operator did not
 * raise it separately. A dispute that an objection opened has the creation time of the objection.
 */
export async function endsDispute(ctx: Context, { id, dispute_id }: Pick<ObjectionRow, 'id' | 'dispute_id'>): Promise<boolean> {
  const row = await ctx.row<{ ends: boolean | null }>`
    select bool_or(objection.created_at = dispute.created_at) and not bool_or(objection.id <> ${id} and objection.state in ('open', 'answered')) as ends
    from payment_objection objection cross join ${disputeFacts(sql`${dispute_id}`)} dispute where objection.dispute_id = ${dispute_id}`
  return row?.ends ?? false
}

export type NewObjection = Pick<
  Row<'payment_objection'>,
  'month' | 'line_id' | 'batch_id' | 'centre_id' | 'unit_id' | 'mode' | 'operator_id' | 'statement' | 'dispute_id' | 'due_on'
> & { kind: ObjectionKind }

/** Inserts an objection. Returns null when the payment has an open one. */
export async function insert(ctx: Context, row: NewObjection): Promise<number | null> {
  const added = await ctx.db
    .insertInto('payment_objection')
    .values({ ...row, created_by: ctx.actor.userId, created_at: ctx.now })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

/** Updates an objection that the caller has locked. */
export async function update(
  ctx: Context,
  id: number,
  to: {
    state?: ObjectionState
    answer?: string
    answered_by?: number
    answered_at?: Date
    decision?: string
    decided_by?: number
    decided_at?: Date
    escalated_at?: Date
  },
): Promise<void> {
  await ctx.db
    .updateTable('payment_objection')
    .set({ ...to, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Returns the number of working days a unit of the centre has to answer. */
export async function answerDays(ctx: Context, centreId: number): Promise<number> {
  const row = await ctx.db.selectFrom('centre').select('objection_days').where('id', '=', centreId).executeTakeFirst()
  return row?.objection_days ?? 1
}

/** Locks and returns up to `limit` overdue objections that are not escalated yet. */
export async function overdueObjections(ctx: Context, limit: number): Promise<number[]> {
  const rows = await ctx.rows<
    Row<'payment_objection', 'id'>
  >`select id from payment_objection where state = 'open' and escalated_at is null and due_on < ${dayOf(ctx.now)}::date
    order by id limit ${limit} for no key update skip locked`
  return rows.map((row) => row.id)
}
