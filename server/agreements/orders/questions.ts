import type { RawBuilder, SqlBool } from 'kysely'
import { question } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** The number of an order's submitted, unfinished batches, and whether any line was paid. */
export const batchStatesOfOrder = question<(orderId: number) => Promise<{ underway: number; has_paid: boolean }>>('orders.batchStatesOfOrder')

/** Whether the order in the SQL row `orders` has a batch with paid lines, or a submitted and unfinished one. */
export const hasBatch = question<(state: 'paid' | 'underway') => RawBuilder<SqlBool>>('orders.hasBatch')

/** An order's batches in the caller's scope, newest first. */
export const batchesOf =
  question<
    (
      orderId: number,
      page: { page: number; size: number },
    ) => Promise<{ rows: Row<'payment_batch', 'id' | 'no' | 'state' | 'line_count' | 'gross_fen' | 'created_at'>[]; count: number }>
  >('orders.batchesOf')
