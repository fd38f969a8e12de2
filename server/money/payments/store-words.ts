import { type Expression, type SqlBool, sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'
import { partOf } from '#/server/kernel/names.ts'
import { inScope } from '#/server/kernel/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

// More than that are found sooner along the order of the list.
const most = 1000

/** The latest batches of the scope that pay somebody of this name or identity number; in what is still prepared, people the system does not know too. */
async function batchesPaying(ctx: Context, text: string): Promise<number[]> {
  const number = ctx.vault.index('id_number', text)
  const { rows } = await sql<Row<'payment_batch', 'id'>>`
    select line.batch_id as id from payment_line line
      where line.operator_id = any(array(select operator.id from operator where operator.comparable_name = app.comparable_name(${text}) or operator.id_number_index = ${number}))
        and ${inScope(ctx.scope, 'line', { mode: true })}
    union select batch.id from payment_batch batch where batch.state in ('draft', 'fixing', 'ready') and ${inScope(ctx.scope, 'batch', { mode: true })}
      and exists (select from payment_line line where line.month = batch.month and line.batch_id = batch.id
        and (line.name = ${text} or line.id_number_index = ${number}))
    order by id desc limit ${most}`.execute(ctx.db)
  return rows.map((row) => row.id)
}

/**
 * The condition that a text means a batch: a part of its number or remark, of the number or title of its order or of the name of its unit, or somebody whom it pays by
 * the whole name or identity number. Few batches are looked up by their ids, many are found soon along the list's own order.
 */
export async function isMeantBy(ctx: Context, text: string): Promise<Expression<SqlBool>> {
  const { rows } = await sql<{ ids: number[] | null }>`select app.batches_named(${text}, ${most}) as ids`.execute(ctx.db)
  const ids = rows[0]?.ids ?? null
  const paying = await batchesPaying(ctx, text)
  if (ids !== null) return sql<SqlBool>`batch.id = any(${[...ids, ...paying]}::bigint[])`
  const like = partOf(text)
  return sql<SqlBool>`(batch.no ilike ${like} or batch.remark ilike ${like} or batch.id = any(${paying}::bigint[])
    or exists (select from service_order asked where asked.id = batch.order_id and (asked.no ilike ${like} or asked.title ilike ${like}))
    or exists (select from unit named where named.id = batch.unit_id and named.name ilike ${like}))`
}
