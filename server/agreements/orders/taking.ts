import { orderRefusals } from '#/api/agreements/orders.texts.ts'
import type { OrderMove } from '#/domain/order.ts'
import { obstacle, presentWhole } from '#/server/agreements/orders/presentation.ts'
import * as store from '#/server/agreements/orders/store.ts'
import type { Context, TrailNote } from '#/server/kernel/context.ts'
import { tellOtherPlace } from '#/server/kernel/other-place.ts'
import { refuse } from '#/server/kernel/refusal.ts'

/** One order in sight. */
export async function found(ctx: Context, id: number): Promise<store.OrderRow> {
  const row = (await store.asAsked(ctx, () => store.find(ctx, id))) ?? (await tellOtherPlace(ctx, 'service_order', id))
  return row ?? refuse(orderRefusals, 'notFound')
}

/** One order as it is answered. */
export async function answer(ctx: Context, id: number) {
  const row = await found(ctx, id)
  return store.asAsked(ctx, () => presentWhole(ctx, row))
}

/** The order, locked, as the caller saw it and may move it. */
export async function take(ctx: Context, of: { id: number; version: number }, move: OrderMove): Promise<store.OrderRow> {
  const row = (await store.asAsked(ctx, () => store.lock(ctx, of.id))) ?? refuse(orderRefusals, 'notFound')
  if (row.version !== of.version) refuse(orderRefusals, 'changed')
  const problem = obstacle(ctx, row, move)
  if (problem !== null) refuse(orderRefusals, problem)
  return row
}

/** Does what an operator may do to an order that they have locked. */
export function asTaken<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  return ctx.actor.operatorId === null ? work() : ctx.widen('an order that an operator has locked', work)
}

/** Writes into the log what was done to an order. */
export function noteOrder(ctx: Context, row: store.OrderRow, note: Pick<TrailNote, 'before' | 'after' | 'detail'>): void {
  ctx.note({ refType: 'order', refId: row.id, unitId: row.unit_id, centreId: row.centre_id, ...note, detail: { no: row.no, ...note.detail } })
}
