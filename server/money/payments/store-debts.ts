import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/**
 * Returns the failed, cancelled and returned lines that no later line repeats. Counts separately those with an open
 * exception, because the bank may have paid after all.
 */
export async function resendableLines(ctx: Context, batch: { id: number; month: string }): Promise<{ ids: number[]; waiting: number }> {
  const rows = await ctx.rows<Row<'payment_line', 'id'> & { has_exception: boolean }>`
    with ended as materialized (select id, month, seq from payment_line line where line.month = ${batch.month}::date and line.batch_id = ${batch.id}
      and line.state in ('failed', 'cancelled', 'returned') and line.collection_id is null)
    select ended.id, debt.is_doubtful or app.has_exception(ended.id) as has_exception
    from ended join app.debts_of((select array_agg(month order by id) from ended), (select array_agg(id order by id) from ended)) debt on debt.line_id = ended.id
    where not (debt.is_paid or debt.is_under_way or debt.is_prepared or debt.is_followed) order by ended.seq`
  const resendableRows = rows.filter((row) => !row.has_exception)
  return { ids: resendableRows.map((row) => row.id), waiting: rows.length - resendableRows.length }
}

/**
 * Locks the debts of a batch before the batch, by the first line of each in id order. So resolving an exception and
 * paying another line of the same debt exclude each other.
 */
export const lockDebts = (ctx: Context, id: number): Promise<void> => ctx.run`select from payment_line first where (first.month, first.id) in (
      select coalesce(line.first_line_month, line.month), coalesce(line.first_line_id, line.id) from payment_batch batch
        join payment_line line on line.month = batch.month and line.batch_id = batch.id
      where batch.id = ${id} and (line.first_line_id is not null or line.state in ('failed', 'cancelled', 'returned')))
    order by first.id for no key update`
