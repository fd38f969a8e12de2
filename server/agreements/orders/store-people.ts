import { sql } from 'kysely'
import type { AssignmentState } from '#/domain/agreements/order.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import type { OrderRow } from '#/server/agreements/orders/store.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { worksWith } from '#/server/people/operators/public.ts'

export interface AssignedRow
  extends Row<'order_operator', 'operator_id' | 'state' | 'assigned_at' | 'answered_at' | 'reason'>,
    Row<'operator', 'name' | 'code'> {
  state: AssignmentState
  assigned_name: string
}

/** Returns an order's assignments, newest first; operators see only their own. */
export async function list(ctx: Context, orderId: number, page: { page: number; size: number }): Promise<{ rows: AssignedRow[]; count: number }> {
  const { operatorId } = ctx.actor
  const assignmentCondition = sql`asked.order_id = ${orderId} and ${operatorId === null ? sql`true` : sql`asked.operator_id = ${operatorId}`}`
  const rows = await ctx.rows<AssignedRow>`
    select asked.operator_id, operator.name, operator.code, asked.state, asked.assigned_at, asked.answered_at, asked.reason, author.name as assigned_name
    from order_operator asked join operator on operator.id = asked.operator_id join app_user author on author.id = asked.assigned_by
    where ${assignmentCondition} order by asked.id desc limit ${page.size} offset ${(page.page - 1) * page.size}`
  const countResult = await ctx.row<{ count: number }>`select count(*) as count from order_operator asked where ${assignmentCondition}`
  return { rows, count: countResult?.count ?? 0 }
}

/** Counts the active operators among these ids who work with the order's unit. */
export async function countWorkingWith(ctx: Context, order: OrderRow, operatorIds: readonly number[]): Promise<number> {
  const row = await ctx.row<{ count: number }>`select count(*) as count from operator
    where operator.id = any(${[...operatorIds]}::bigint[]) and operator.status = ${accountStatus.active}
      and ${worksWith(sql`operator.id`, [order.unit_id])}`
  return row?.count ?? 0
}

/** Assigns operators, including those who declined or were withdrawn. Returns the newly assigned ones. */
export async function assignOperators(ctx: Context, order: OrderRow, operatorIds: readonly number[]): Promise<number[]> {
  const rows = await ctx.rows<Row<'order_operator', 'operator_id'>>`
    insert into order_operator (order_id, centre_id, unit_id, operator_id, state, assigned_by, assigned_at)
      select ${order.id}, ${order.centre_id}, ${order.unit_id}, id, 'offered', ${ctx.actor.userId}, ${ctx.now} from unnest(${[...operatorIds]}::bigint[]) id
    on conflict (order_id, operator_id) do update set state = 'offered', assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at, answered_at = null, reason = ''
      where order_operator.state in ('declined', 'withdrawn')
    returning operator_id`
  return rows.map((row) => row.operator_id)
}

/** Changes an assignment that is in one of these states. Returns false when it is in another state. */
export async function changeAssignmentState(
  ctx: Context,
  of: { orderId: number; operatorId: number; from: readonly AssignmentState[]; to: AssignmentState; reason: string },
): Promise<boolean> {
  const result = await ctx.db
    .updateTable('order_operator')
    .set({ state: of.to, answered_at: ctx.now, reason: of.reason })
    .where('order_id', '=', of.orderId)
    .where('operator_id', '=', of.operatorId)
    .where('state', 'in', [...of.from])
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
