import { type Expression, type SqlBool, sql } from 'kysely'
import { isOrderNamed } from '#/server/agreements/orders/public.ts'
import type { Context } from '#/server/kernel/context.ts'
import { containsPattern } from '#/server/kernel/rows/conditions.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// Above this number of matches, scanning in list order is faster.
const maxMatches = 1000

/**
 * Returns the latest batches in scope that pay a person with this name or ID number. In draft batches, unregistered
 * people match too.
 */
async function findBatchIdsOfPayee(ctx: Context, text: string): Promise<number[]> {
  const idNumberIndex = ctx.vault.index('id_number', text)
  const rows = await ctx.rows<Row<'payment_batch', 'id'>>`
    select line.batch_id as id from payment_line line
      where line.operator_id = any(array(select operator.id from operator where operator.comparable_name = app.comparable_name(${text}) or operator.id_number_index = ${idNumberIndex}))
        and ${inScope(ctx.scope, 'line', { mode: true })}
    union select batch.id from payment_batch batch where batch.state in ('draft', 'fixing', 'ready') and ${inScope(ctx.scope, 'batch', { mode: true })}
      and exists (select from payment_line line where line.month = batch.month and line.batch_id = batch.id
        and (line.name = ${text} or line.id_number_index = ${idNumberIndex}))
    order by id desc limit ${maxMatches}`
  return rows.map((row) => row.id)
}

/**
 * Returns the condition for a keyword: part of the number, remark, order number, order title or unit name, or a payee's
 * full name or ID number. Looks up few matches by id, and filters many while scanning in list order.
 */
export async function matchesKeyword(ctx: Context, text: string): Promise<Expression<SqlBool>> {
  const rows = await ctx.rows<{ ids: number[] | null }>`select app.batches_named(${text}, ${maxMatches}) as ids`
  const ids = rows[0]?.ids ?? null
  const payeeBatchIds = await findBatchIdsOfPayee(ctx, text)
  if (ids !== null) return sql<SqlBool>`batch.id = any(${[...ids, ...payeeBatchIds]}::bigint[])`
  const pattern = containsPattern(text)
  return sql<SqlBool>`(batch.no ilike ${pattern} or batch.remark ilike ${pattern} or batch.id = any(${payeeBatchIds}::bigint[])
    or ${isOrderNamed(sql`batch.order_id`, pattern)}
    or exists (select from unit named where named.id = batch.unit_id and named.name ilike ${pattern}))`
}
