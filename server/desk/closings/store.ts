import { type Expression, type SqlBool, sql } from 'kysely'
import { accountStatus } from '#/domain/base/codes.ts'
import type { PageRequest } from '#/domain/base/paging.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { Language } from '#/domain/base/text.ts'
import { type ClosingObstacleKind, type ClosingState, closingObstacleKinds } from '#/domain/people/closing.ts'
import { unfinishedContracts } from '#/server/agreements/contracts/public.ts'
import { unfinishedOrders } from '#/server/agreements/orders/public.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'
import { countOf, type Listing, pageOf, placesInScope } from '#/server/kernel/rows/page.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { unfinishedClearings } from '#/server/money/clearings/public.ts'
import { unfinishedPayments } from '#/server/money/lines/public.ts'
import { openExceptionsOf } from '#/server/money/payouts/public.ts'
import { openDisputesOf } from '#/server/people/disputes/public.ts'
import { businessesOf } from '#/server/people/entities/public.ts'
import { undeclaredMonths } from '#/server/taxation/periods/public.ts'

// Runs as the accounts role, which row-level security does not restrict: `visible` is the only filter.

export interface ClosingRow
  extends Row<'account_closing', 'id' | 'operator_id' | 'centre_id' | 'state' | 'reason' | 'created_at' | 'due_on' | 'resolution' | 'decided_at'> {
  state: ClosingState
  language: Language
  operator_name: Row<'operator'>['name']
  operator_code: Row<'operator'>['code']
  decided_by: Row<'app_user'>['name'] | null
}

const columns = sql`closing.id, closing.operator_id, closing.centre_id, closing.state, closing.reason, closing.created_at, closing.due_on, closing.resolution, closing.decided_at, closing.language,
  operator.name as operator_name, operator.code as operator_code, decider.name as decided_by`
const closingTables = sql`account_closing closing join operator on operator.id = closing.operator_id left join app_user decider on decider.id = closing.decided_by`

/** Limits requests to the caller's scope: all for the platform, and for a centre those of its operators. */
function visibleCondition({ all, centreId, centreIds }: Scope): Expression<SqlBool> {
  if (all) return sql<SqlBool>`true`
  return centreIds.length > 0 && centreId !== null ? sql<SqlBool>`closing.centre_id = ${centreId}` : sql<SqlBool>`false`
}

/** Returns requests in the caller's scope, open ones first. */
export async function list(
  ctx: Context,
  state: ClosingState | undefined,
  page: PageRequest,
): Promise<{ rows: ClosingRow[]; count: number; next: number | null; open: number }> {
  const scopeCondition = visibleCondition(ctx.scope)
  const isOpen = sql<SqlBool>`(closing.state = 'open')`
  const listing: Listing = {
    table: sql`account_closing closing`,
    where: state === undefined ? sql<SqlBool>`${scopeCondition}` : sql<SqlBool>`${scopeCondition} and closing.state = ${state}`,
    id: sql`closing.id`,
    order: state === undefined ? { by: [isOpen] } : undefined,
    places: placesInScope(ctx, 'closing'),
  }
  const found = await pageOf(ctx, listing, page, sql<ClosingRow>`select ${columns} from ${closingTables}`)
  return { ...found, open: await countOf(ctx, { ...listing, where: sql<SqlBool>`${scopeCondition} and ${isOpen}` }) }
}

/** Returns an operator's latest requests, newest first. */
export const listByOperator = (ctx: Context, operatorId: number): Promise<ClosingRow[]> =>
  ctx.rows<ClosingRow>`select ${columns} from ${closingTables} where closing.operator_id = ${operatorId} order by closing.id desc limit 10`

export const find = (ctx: Context, id: number): Promise<ClosingRow | undefined> =>
  ctx.row<ClosingRow>`select ${columns} from ${closingTables} where closing.id = ${id} and ${visibleCondition(ctx.scope)}`

/** Locks the operator, so that only one request is decided at a time; returns the operator's centre. */
export async function lockOperator(ctx: Context, operatorId: number): Promise<number | undefined> {
  const row = await ctx.db.selectFrom('operator').select('centre_id').where('id', '=', operatorId).forUpdate().executeTakeFirst()
  return row?.centre_id
}

export async function insert(ctx: Context, row: { operatorId: number; centreId: number; reason: string; dueOn: string }): Promise<number> {
  const { id } = await ctx.db
    .insertInto('account_closing')
    .values({
      operator_id: row.operatorId,
      user_id: ctx.actor.userId,
      centre_id: row.centreId,
      reason: row.reason,
      due_on: row.dueOn,
      language: ctx.language,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function endClosing(ctx: Context, id: number, state: Exclude<ClosingState, 'open'>, resolution: string): Promise<void> {
  await ctx.db
    .updateTable('account_closing')
    .set({ state, resolution, decided_by: ctx.actor.userId, decided_at: ctx.now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/** Returns an operator's accounts that are not closed. */
export async function accountIdsOf(ctx: Context, operatorId: number): Promise<number[]> {
  const rows = await ctx.db
    .selectFrom('app_user')
    .select('id')
    .where('operator_id', '=', operatorId)
    .where('status', '<>', accountStatus.closed)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Counts the obstacles to closing the account by kind. */
export async function countObstacles(ctx: Context, operatorId: number): Promise<Record<ClosingObstacleKind, number>> {
  const countQueries: Record<ClosingObstacleKind, ReturnType<typeof sql>> = {
    payments: unfinishedPayments(operatorId),
    disputes: sql`select count(*) from ${openDisputesOf(operatorId)} dispute`,
    exceptions: openExceptionsOf(operatorId),
    orders: unfinishedOrders(operatorId),
    businesses: sql`select count(*) from ${businessesOf(sql`${operatorId}`)} business where state <> 'cancelled'`,
    clearings: unfinishedClearings(operatorId),
    ...unfinishedContracts(operatorId, dayOf(ctx.now)),
    months: undeclaredMonths(operatorId),
  }
  const rows = await ctx.rows<
    Record<ClosingObstacleKind, number>
  >`select ${sql.join(closingObstacleKinds.map((kind) => sql`(${countQueries[kind]}) as ${sql.id(kind)}`))}`
  const [row] = rows
  if (!row) throw new Error('an aggregate answers one row')
  return row
}
