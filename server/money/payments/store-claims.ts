import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Whether something that the bank did with an earlier payment of these claims is open: it may have paid after all. */
export async function claimWithException(ctx: Context, claimIds: readonly number[]): Promise<boolean> {
  const result = await sql<{ has: boolean }>`select exists (select from payment_line where collection_id = any(${[...claimIds]}::bigint[])
    and state in ('failed', 'cancelled', 'returned') and app.has_exception(id)) as has`.execute(ctx.db)
  return result.rows[0]?.has ?? false
}

/** The batches in which payments of these claims failed or came back. */
export async function batchesOfClaims(ctx: Context, claimIds: readonly number[]): Promise<number[]> {
  const result = await sql<Row<'payment_line', 'batch_id'>>`select distinct batch_id from payment_line
    where collection_id = any(${[...claimIds]}::bigint[]) and state in ('failed', 'cancelled', 'returned') order by batch_id`.execute(ctx.db)
  return result.rows.map((row) => row.batch_id)
}

/** Whether a batch pays claims. */
export async function hasClaims(ctx: Context, batch: { id: number; month: string }): Promise<boolean> {
  const result = await sql<{ has: boolean }>`select exists (select from payment_line where month = ${batch.month}::date and batch_id = ${batch.id}
    and collection_id is not null) as has`.execute(ctx.db)
  return result.rows[0]?.has ?? false
}
