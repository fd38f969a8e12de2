import { sql } from 'kysely'
import type { BatchState } from '#/domain/money/batch.ts'
import { orderField } from '#/server/agreements/orders/public.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import type { BatchRow } from '#/server/money/payments/store.ts'

export interface NewBatch {
  readonly no: string
  readonly month: string
  readonly centreId: number
  readonly unitId: number
  readonly mode: Mode
  readonly orderId: number
  readonly channelId: number
  readonly amountBasis: 'gross' | 'net'
  readonly remark: string
  readonly retryOfBatchId: number | null
  readonly copyOfBatchId?: number
}

export async function insert(ctx: Context, batch: NewBatch): Promise<number> {
  const row = await ctx.db
    .insertInto('payment_batch')
    .values({
      no: batch.no,
      month: batch.month,
      centre_id: batch.centreId,
      unit_id: batch.unitId,
      mode: batch.mode,
      order_id: batch.orderId,
      channel_id: batch.channelId,
      amount_basis: batch.amountBasis,
      remark: batch.remark,
      state: 'draft',
      retry_of_batch_id: batch.retryOfBatchId,
      copy_of_batch_id: batch.copyOfBatchId ?? null,
      source_platform: sql<string>`${orderField(sql`${batch.orderId}`, 'source_platform')}`,
      maker_id: ctx.actor.userId,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

/** The columns that a change of state may write. */
export interface BatchStateChange {
  readonly state: BatchState
  readonly state_reason?: string
  readonly recalculated_from?: string | null
  readonly is_frozen?: boolean
  readonly is_insufficient?: boolean
  readonly submitter_id?: number
  readonly checker_id?: number | null
  readonly auditor_id?: number | null
  readonly payer_id?: number | null
  readonly checklist?: string | null
  readonly submitted_at?: Date
  readonly checked_at?: Date
  readonly audited_at?: Date
  readonly paid_at?: Date
  readonly channel_id?: number
}

/** Changes the state of a batch. Returns false when another transaction has changed the state since it was read. */
export async function changeBatchState(ctx: Context, from: Pick<BatchRow, 'id' | 'state'>, change: BatchStateChange): Promise<boolean> {
  const result = await ctx.db
    .updateTable('payment_batch')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', from.id)
    .where('state', '=', from.state)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Halts a batch with user, time and reason. Nulls release it. */
export async function setHalt(ctx: Context, id: number, halt: Row<'payment_batch', 'halted_at' | 'halted_by' | 'halt_reason'>): Promise<void> {
  await ctx.db
    .updateTable('payment_batch')
    .set({ ...halt, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
