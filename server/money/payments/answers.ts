import { type SqlBool, sql } from 'kysely'
import { batchCount, paidUnderContract } from '#/server/agreements/contracts/public.ts'
import { batchesOf, batchStatesOfOrder, hasBatch, usedUnderContract } from '#/server/agreements/orders/public.ts'
import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { inScope } from '#/server/kernel/session/scope.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Conditions for a submitted, unfinished batch and for a batch with paid lines. */
const batchConditions = {
  underway: sql<SqlBool>`(batch.state in ('checking', 'auditing', 'payable', 'paying') or batch.is_frozen)`,
  paid: sql<SqlBool>`batch.success_count + batch.returned_count > 0`,
}

export const answers: readonly Answer[] = [
  answer(batchStatesOfOrder, async (ctx, orderId) => {
    return (
      (await ctx.row<{ underway: number; has_paid: boolean }>`
      select count(*) filter (where ${batchConditions.underway}) as underway, coalesce(bool_or(${batchConditions.paid}), false) as has_paid
      from payment_batch batch where batch.order_id = ${orderId}`) ?? { underway: 0, has_paid: false }
    )
  }),
  answer(hasBatch, (_, state) => sql<SqlBool>`exists (select from payment_batch batch where batch.order_id = orders.id and ${batchConditions[state]})`),
  answer(batchesOf, async (ctx, orderId, page) => {
    const orderCondition = sql<SqlBool>`batch.order_id = ${orderId} and ${inScope(ctx.scope, 'batch', { mode: true })}`
    const rows = await ctx.rows<Row<'payment_batch', 'id' | 'no' | 'state' | 'line_count' | 'gross_fen' | 'created_at'>>`
      select id, no, state, line_count, gross_fen, created_at from payment_batch batch where ${orderCondition} order by id desc
      limit ${page.size} offset ${(page.page - 1) * page.size}`
    const countResult = await ctx.row<{ count: number }>`select count(*) as count from payment_batch batch where ${orderCondition}`
    return { rows, count: countResult?.count ?? 0 }
  }),
  answer(batchCount, () => sql<number>`(select count(*) from payment_batch batch where batch.order_id = orders.id)`),
  answer(paidUnderContract, () => usedUnderContract(sql`contract.id`)),
]
