import { type RawBuilder, sql } from 'kysely'
import { orderHeads } from '#/server/agreements/orders/public.ts'

// Batches for statements of other modules. Columns are SQL expressions of the statement.

type Column = RawBuilder<unknown>

/** Number, place, state and times of each batch, and the cost of its successful lines. */
export const batchHeads = sql`(
  select id, no, month, unit_id, centre_id, mode, order_id, state, is_frozen, submitted_at, paid_at, policy_version, fee_snapshot, success_cost_fen
  from payment_batch)`

/** Returns the number of a batch; null without one. */
export const batchNo = (id: Column) => sql<string | null>`(select batch.no from payment_batch batch where batch.id = ${id})`

/** Selects the id of the batch with this number. */
export const batchWithNo = (no: string) => sql`(select id from payment_batch where no = ${no})`

/** The category of service that each batch pays for, and the platform from which its payments come. */
export const batchServices = sql`(
  select batch.id, batch.source_platform, orders.category from payment_batch batch
  join ${orderHeads} orders on orders.id = batch.order_id)`

/** From where each payment comes: the category of service, the source platform, and the payee's account there. */
export const lineSources = sql`(
  select line.id as line_id, line.batch_id, line.nickname, batch.source_platform, orders.category
  from payment_batch batch join payment_line line on line.month = batch.month and line.batch_id = batch.id
    join ${orderHeads} orders on orders.id = batch.order_id)`
