import type { RawBuilder, SqlBool } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'

/** The number of batches under the order in the SQL row `orders`. */
export const batchCount = question<() => RawBuilder<number>>('contracts.batchCount')

/** Whether the SQL row `contract` has an order that is not cancelled. */
export const hasOrder = question<() => RawBuilder<SqlBool>>('contracts.hasOrder')

/** An order under a contract, with its number of batches. */
export interface OrderUnderContract {
  readonly id: number
  readonly no: string
  readonly title: string
  readonly batches: number
}

/** The orders under a contract, newest first. */
export const ordersOfContract = question<(contractId: number) => Promise<OrderUnderContract[]>>('contracts.orders')

/** Locks the orders under the contracts of an imported list, so that no payment under them can start. */
export const lockOrdersOfList = question<(sheetId: number) => Promise<void>>('contracts.lockOrders')

/** The gross amount paid or approved under the orders of the SQL row `contract`; null without payments. */
export const paidUnderContract = question<() => RawBuilder<number | null>>('contracts.paidUnderContract')
