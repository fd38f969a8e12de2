import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { payableOrderStates } from '#/domain/agreements/order.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Orders and categories of service for statements of other modules. Columns are SQL expressions of the statement.

type Column = RawBuilder<unknown>

/** Orders, each with the contract under which it is paid. A payment requires that both are in force. */
export const ordersWithContract = sql`(
  select orders.id, orders.no, orders.title, orders.kind, orders.category, orders.description, orders.criteria, orders.place,
    orders.mode, orders.centre_id, orders.unit_id, orders.state, orders.paused_at, orders.budget_fen, orders.valid_from, orders.valid_to, orders.created_at, orders.contract_id, contract.no as contract_no,
    contract.valid_from as contract_from, contract.valid_to as contract_to, contract.sign_state, contract.amount_cap_fen
  from service_order orders join contract on contract.id = orders.contract_id)`

/** Number, title and category of service of each order. Published orders cannot change their category. */
export const orderHeads = sql`(select id, no, title, category from service_order)`

/** Returns a text of an order; null without an order. */
export const orderField = (id: Column, field: 'title' | 'source_platform') =>
  sql<string | null>`(select ${sql.ref(`asked.${field}`)} from service_order asked where asked.id = ${id})`

/** Selects the id of the order with this number. */
export const orderWithNo = (no: string) => sql`(select id from service_order where no = ${no})`

/** Selects the ids of the orders under a contract. */
export const ordersUnder = (contractId: Column) => sql`(select of_contract.id from service_order of_contract where of_contract.contract_id = ${contractId})`

/**
 * Returns the gross amount (fen) that batches paid or reserve under a contract, without one batch. Failed and returned
 * payments do not count.
 */
export const usedUnderContract = (contractId: Column, exceptBatchId = 0) =>
  sql<number>`(select coalesce(sum(used.settled + used.underway), 0)::bigint from service_order of_contract
    cross join lateral app.order_use(of_contract.id, ${exceptBatchId}) used where of_contract.contract_id = ${contractId})`

/** Returns whether the number or title of an order matches the pattern of `ilike`. */
export const isOrderNamed = (id: Column, pattern: string) =>
  sql<SqlBool>`exists (select from service_order asked where asked.id = ${id} and (asked.no ilike ${pattern} or asked.title ilike ${pattern}))`

/** Returns whether the operator has accepted to work for an order. */
export const hasAcceptedOrder = (orderId: Column, operatorId: number) =>
  sql<SqlBool>`exists (select from order_operator asked where asked.order_id = ${orderId} and asked.operator_id = ${operatorId} and asked.state = 'accepted')`

/** Returns whether a unit has an order at a centre and in a mode that can be paid on the day (yyyy-MM-dd). */
export const hasPayableOrder = (at: { readonly unit: Column; readonly centre: Column; readonly mode: Column; readonly day: string }) =>
  sql<SqlBool>`exists (select from service_order orders where orders.unit_id = ${at.unit} and orders.centre_id = ${at.centre} and orders.mode = ${at.mode}
    and orders.state = any(${[...payableOrderStates]}::text[]) and orders.paused_at is null and ${at.day}::date between orders.valid_from and orders.valid_to)`

/** Counts the unfinished orders that an operator has accepted. */
export const unfinishedOrders = (operatorId: number) => sql`select count(*) from order_operator asked join service_order orders on orders.id = asked.order_id
  where asked.operator_id = ${operatorId} and asked.state = 'accepted' and orders.state not in ('settled', 'cancelled')`

/** Returns the names of the active categories, restricted to the agreed ones if there are any. */
export const usableCategories = (agreed: Column) => sql<string[]>`array(select category.name from invoice_category category
  where category.is_active and (category.name = any(${agreed}) or cardinality(${agreed}) = 0) order by category.name)`

/** Whether a category of service is active. */
export const hasActiveCategory = sql<SqlBool>`exists (select from invoice_category where invoice_category.is_active)`

/** Returns the active category with this name. */
export function activeCategory(ctx: Context, name: string): Promise<Row<'invoice_category', 'name' | 'short_name' | 'tax_code'> | undefined> {
  return ctx.db
    .selectFrom('invoice_category')
    .select(['name', 'short_name', 'tax_code'])
    .where('name', '=', name)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** Locks an order against pausing, completion and cancellation until the transaction ends. */
export const lockOrder = (ctx: Context, id: number): Promise<void> => ctx.run`select id from service_order where id = ${id} for share`

/** Locks an order until the transaction ends, so that only one caller at a time uses its remaining budget. */
export const lockOrderBudget = (ctx: Context, id: number): Promise<void> => ctx.run`select id from service_order where id = ${id} for no key update`

/** Selects the documents of an order, with removed ones. */
export const orderDocuments = (orderId: number) => sql`(select file_id, kind, sha256, centre_id, unit_id from order_paper where order_id = ${orderId})`
