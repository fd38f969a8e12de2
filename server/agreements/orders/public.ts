import type { OrderForm, OrderTerms } from '#/domain/agreements/order-form.ts'
import { orderProblems } from '#/domain/agreements/order-form.ts'
import { fen } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { makeOrders, orderColumnsFrom, termsOf } from '#/server/agreements/orders/creation.ts'
import * as store from '#/server/agreements/orders/store.ts'
import * as many from '#/server/agreements/orders/store-many.ts'
import type { Context, Scope } from '#/server/kernel/context.ts'

export { batchesOf, batchStatesOfOrder, hasBatch } from '#/server/agreements/orders/questions.ts'

/** A contract under which orders can be created today. */
export interface OrderContract {
  readonly row: store.ContractRow
  readonly terms: OrderTerms
}

const maxContracts = 500

const orderContractsByNo = (rows: readonly store.ContractRow[]) => new Map(rows.map((row): [string, OrderContract] => [row.no, { row, terms: termsOf(row) }]))

/** Returns contracts in force within the scope, by number. */
export async function contractsByNumber(ctx: Context, scope: Scope, nos: readonly string[]): Promise<Map<string, OrderContract>> {
  const distinctNos = [...new Set(nos)]
  return distinctNos.length === 0 ? new Map() : orderContractsByNo(await store.contracts(ctx, { nos: distinctNos, today: dayOf(ctx.now), scope }))
}

/** Returns the newest contracts under which the caller can create orders today. */
export async function contractsInForce(ctx: Context): Promise<OrderContract[]> {
  return [...orderContractsByNo(await store.contracts(ctx, { today: dayOf(ctx.now), most: maxContracts })).values()]
}

/** Returns the names of the active categories with these tax codes, by code. */
export async function categoriesByCode(ctx: Context, codes: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await many.categoriesByTaxCode(ctx, [...new Set(codes)])
  return new Map([...Map.groupBy(rows, (row) => row.tax_code ?? '')].map(([code, own]) => [code, own.map((row) => row.name)]))
}

export { activeCategories, unknownCategories } from '#/server/agreements/orders/store-categories.ts'
export {
  activeCategory,
  hasAcceptedOrder,
  hasActiveCategory,
  hasPayableOrder,
  isOrderNamed,
  lockOrder,
  lockOrderBudget,
  orderDocuments,
  orderField,
  orderHeads,
  ordersUnder,
  ordersWithContract,
  orderWithNo,
  unfinishedOrders,
  usableCategories,
  usedUnderContract,
} from '#/server/agreements/orders/store-fragments.ts'
/** Returns the orders with the same contract, title and days as one of these, except cancelled ones. */
export { identicalOrders } from '#/server/agreements/orders/store-many.ts'

/** Inserts drafts of orders validated in this transaction; returns their ids in the same order. */
export function createOrders(ctx: Context, requested: readonly { readonly form: OrderForm; readonly contract: OrderContract }[]): Promise<number[]> {
  return makeOrders(
    ctx,
    requested.map(({ form, contract }) => ({
      contract: contract.row,
      facts: orderColumnsFrom(form, contract.row.id, orderProblems(form, contract.terms, fen(0)).figures),
    })),
  )
}

/**
 * Cancels all orders of an import or none. If some were paid, accepted or assigned, returns the first of them and the
 * number of others.
 */
export async function undoOrders(
  ctx: Context,
  ids: readonly number[],
  reason: string,
): Promise<number | { readonly no: string; readonly why: NonNullable<many.UndoBlocker['why']>; readonly more: number }> {
  const orders = await many.lockForUndo(ctx, ids)
  const [first, ...others] = orders.filter((row) => row.why !== null)
  if (first?.why) return { no: first.no, why: first.why, more: others.length }
  await many.cancelOrders(
    ctx,
    orders.map((row) => row.id),
    reason,
  )
  for (const { id, no, state, unit_id: unitId, centre_id: centreId } of orders)
    ctx.note({ refType: 'order', refId: id, unitId, centreId, before: { state }, after: { state: 'cancelled' }, detail: { no, reason } })
  return orders.length
}

/** Returns number and state of orders by id. */
export async function ordersById(ctx: Context, ids: readonly number[]): Promise<Map<number, { readonly no: string; readonly state: string }>> {
  return new Map((await many.orderNumbersOf(ctx, ids)).map(({ id, no, state }) => [id, { no, state }]))
}
