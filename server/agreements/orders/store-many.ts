import { hasBatch } from '#/server/agreements/orders/questions.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { rowsFrom } from '#/server/lib/database/column-rows.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Returns the active categories with these tax codes. */
export async function categoriesByTaxCode(ctx: Context, codes: readonly string[]): Promise<Row<'invoice_category', 'name' | 'tax_code'>[]> {
  if (codes.length === 0) return []
  return ctx.rows<Row<'invoice_category', 'name' | 'tax_code'>>`select name, tax_code from invoice_category
    where is_active and tax_code = any(${[...codes]}::text[]) order by name`
}

/** The columns in which two orders must agree to count as duplicates. */
export type OrderIdentity = Row<'service_order', 'contract_id' | 'title' | 'valid_from' | 'valid_to'>

/** Returns orders that are not cancelled and match one of these. */
export async function identicalOrders(ctx: Context, these: readonly OrderIdentity[]): Promise<(OrderIdentity & Row<'service_order', 'no'>)[]> {
  if (these.length === 0) return []
  const newOrders = rowsFrom('fresh', { contract_id: 'bigint', title: 'text', valid_from: 'date', valid_to: 'date' }, these)
  return ctx.rows<OrderIdentity & Row<'service_order', 'no'>>`
    select distinct on (orders.contract_id, orders.title, orders.valid_from, orders.valid_to) orders.contract_id, orders.title, orders.valid_from, orders.valid_to, orders.no
    from ${newOrders} join service_order orders on orders.contract_id = fresh.contract_id and orders.title = fresh.title
      and orders.valid_from = fresh.valid_from and orders.valid_to = fresh.valid_to
    where orders.state <> 'cancelled' order by orders.contract_id, orders.title, orders.valid_from, orders.valid_to, orders.id`
}

/** An order of an import, with the reason why it cannot be undone, or null. */
export interface UndoBlocker extends Row<'service_order', 'id' | 'no' | 'state' | 'unit_id' | 'centre_id'> {
  why: 'paid' | 'underway' | 'accepted' | 'taken' | null
}

/** Locks these orders. Returns those that are not cancelled, each with the reason why it cannot be undone. */
export async function lockForUndo(ctx: Context, ids: readonly number[]): Promise<UndoBlocker[]> {
  await ctx.run`select id from service_order where id = any(${[...ids]}::bigint[]) order by id for no key update`
  return ctx.rows<UndoBlocker>`
    select orders.id, orders.no, orders.state, orders.unit_id, orders.centre_id, case
      when ${ask(ctx, hasBatch, 'paid')} then 'paid'
      when ${ask(ctx, hasBatch, 'underway')} then 'underway'
      when orders.state in ('checked', 'settled')
        or exists (select from order_paper paper where paper.order_id = orders.id and paper.kind = 'acceptance' and paper.removed_at is null) then 'accepted'
      when exists (select from order_operator taken where taken.order_id = orders.id and taken.state = 'accepted') then 'taken' end as why
    from service_order orders where orders.id = any(${[...ids]}::bigint[]) and orders.state <> 'cancelled' order by orders.id`
}

export async function cancelOrders(ctx: Context, ids: readonly number[], reason: string): Promise<void> {
  await ctx.run`update service_order set state = 'cancelled', reason = ${reason}, paused_at = null, ended_at = ${ctx.now}, version = version + 1
    where id = any(${[...ids]}::bigint[])`
}

export async function orderNumbersOf(ctx: Context, ids: readonly number[]): Promise<Row<'service_order', 'id' | 'no' | 'state'>[]> {
  if (ids.length === 0) return []
  return ctx.rows<Row<'service_order', 'id' | 'no' | 'state'>>`select id, no, state from service_order where id = any(${[...ids]}::bigint[])`
}
