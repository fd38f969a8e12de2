import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Returns whether an earlier payment of these claims has an open exception, so the bank may have paid after all. */
export async function hasClaimWithException(ctx: Context, claimIds: readonly number[]): Promise<boolean> {
  const row = await ctx.row<{ has: boolean }>`select exists (
    select from (select array_agg(month) as months, array_agg(id) as ids from payment_line where collection_id = any(${[...claimIds]}::bigint[])) own
      cross join lateral app.lines_of_debts(own.months, own.ids) line where app.has_exception(line.id)) as has`
  return row?.has ?? false
}

/** Recounts the resolved failed and returned payments of these claims, batch by batch in id order. */
export async function recountPaymentsOfClaims(ctx: Context, claimIds: readonly number[]): Promise<void> {
  const rows = await ctx.rows<Row<'payment_line', 'batch_id'>>`select distinct batch_id from payment_line
    where collection_id = any(${[...claimIds]}::bigint[]) and state in ('failed', 'cancelled', 'returned') order by batch_id`
  for (const { batch_id } of rows) await ctx.run`select app.count_resent(${batch_id})`
}

export async function hasClaims(ctx: Context, batch: { id: number; month: string }): Promise<boolean> {
  const row = await ctx.row<{ has: boolean }>`select exists (select from payment_line where month = ${batch.month}::date and batch_id = ${batch.id}
    and collection_id is not null) as has`
  return row?.has ?? false
}
