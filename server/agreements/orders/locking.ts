import { orderRefusals } from '#/api/agreements/orders.texts.ts'
import type { OrderAction } from '#/domain/agreements/order.ts'
import { orderBlocker, presentOrderDetail } from '#/server/agreements/orders/presentation.ts'
import * as store from '#/server/agreements/orders/store.ts'
import type { Context, TrailNote } from '#/server/kernel/context.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { refuseOtherPlace } from '#/server/kernel/session/other-place.ts'

/** Returns an order in the caller's scope, or refuses. */
export async function requireOrder(ctx: Context, id: number): Promise<store.OrderRow> {
  const row = (await store.withOperatorScope(ctx, () => store.find(ctx, id))) ?? (await refuseOtherPlace(ctx, 'service_order', id))
  return row ?? refuse(orderRefusals, 'notFound')
}

export async function orderResponse(ctx: Context, id: number) {
  const row = await requireOrder(ctx, id)
  return store.withOperatorScope(ctx, () => presentOrderDetail(ctx, row))
}

/** Locks an order; refuses when its version differs or the caller may not perform the move. */
export async function lockForUpdate(ctx: Context, of: { id: number; version: number }, move: OrderAction): Promise<store.OrderRow> {
  const row = (await store.withOperatorScope(ctx, () => store.lock(ctx, of.id))) ?? refuse(orderRefusals, 'notFound')
  if (row.version !== of.version) refuse(orderRefusals, 'changed')
  refuseIf(orderRefusals, orderBlocker(ctx, row, move))
  return row
}

/** Runs work with a widened scope if the caller is an operator. The caller must have locked the order. */
export function withLockedOrder<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  return ctx.actor.operatorId === null ? work() : ctx.widen('an order that an operator has locked', work)
}

/** Records a change of an order in the trail. */
export function recordOrderStep(ctx: Context, row: store.OrderRow, note: Pick<TrailNote, 'before' | 'after' | 'detail'>): void {
  ctx.note({ refType: 'order', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, ...note, detail: { no: row.no, ...note.detail } })
}
