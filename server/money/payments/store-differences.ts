import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { paymentsByOrder } from '#/server/money/payouts/public.ts'

// Batches with an unsettled reconciliation difference, for callers who see reconciliation.

const unsettledItems = sql`recon_item item join ${paymentsByOrder} line on line.attempt_id = item.attempt_id where item.state <> 'settled'`

/** Returns whether the caller sees differences, as on the reconciliation page. Users limited to units do not. */
const canSeeDifferences = ({ actor, scope }: Context) => actor.may('zfdzList') && scope.unitIds.length === 0

/** Filters batches with a difference; none for callers who cannot see differences. */
export function hasDifference(ctx: Context): Expression<SqlBool> {
  return canSeeDifferences(ctx) ? sql<SqlBool>`batch.id in (select line.batch_id from ${unsettledItems})` : sql<SqlBool>`false`
}

/** Sums the cost of a batch's payments with a difference, each once. */
export const differingCost: RawBuilder<number | null> = sql`(select coalesce(sum(cost_fen), 0)::bigint
  from (select distinct line.line_id, line.cost_fen from ${unsettledItems} and line.batch_id = batch.id) differing)`

/** Returns the number of differences of each batch and the first one's id. */
export async function differencesOf(ctx: Context, batchIds: readonly number[]): Promise<Map<number, { id: number; count: number }>> {
  if (batchIds.length === 0 || !canSeeDifferences(ctx)) return new Map()
  const rows = await ctx.rows<
    Row<'recon_item', 'id'> & Row<'payment_line', 'batch_id'> & { count: number }
  >`select line.batch_id, min(item.id) as id, count(*)::int as count
    from ${unsettledItems} and line.batch_id = any(${[...batchIds]}::bigint[]) group by line.batch_id`
  return new Map(rows.map(({ batch_id, ...difference }) => [batch_id, difference]))
}
