import { type RawBuilder, sql } from 'kysely'
import { orderHeads } from '#/server/agreements/orders/public.ts'

// Batches for statements of other modules. Columns are SQL expressions of the statement.

type Column = RawBuilder<unknown>

/** What a higher module may know of a batch: its number, place, state, times, and the cost of its successful lines. */
export const batchHeads = sql`(
  select id, no, month, unit_id, centre_id, mode, order_id, state, is_frozen, submitted_at, paid_at, policy_version, fee_snapshot, success_cost_fen
  from payment_batch)`

/** Returns the number of a batch; null without one. */
export const batchNo = (id: Column) => sql<string | null>`(select batch.no from payment_batch batch where batch.id = ${id})`

/** Selects the id of the batch with this number. */
export const batchWithNo = (no: string) => sql`(select id from payment_batch where no = ${no})`

/** What each batch pays for: the category of service of its order, and the platform from which the payments come. */
export const batchServices = sql`(
  select batch.id, batch.month, batch.source_platform, orders.category from payment_batch batch join ${orderHeads} orders on orders.id = batch.order_id)`
