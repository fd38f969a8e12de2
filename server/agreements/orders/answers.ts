import { type SqlBool, sql } from 'kysely'
import { batchCount, hasOrder, lockOrdersOfList, type OrderUnderContract, ordersOfContract } from '#/server/agreements/contracts/public.ts'
import { type Answer, answer, ask } from '#/server/kernel/declarations/question.ts'
import type { Row } from '#/server/lib/database/rows.ts'
import { unknownCategories } from '#/server/organisations/units/public.ts'

export const answers: readonly Answer[] = [
  answer(hasOrder, () => sql<SqlBool>`exists (select from service_order orders where orders.contract_id = contract.id and orders.state <> 'cancelled')`),
  answer(ordersOfContract, async (ctx, contractId) => {
    return ctx.rows<OrderUnderContract>`select orders.id, orders.no, orders.title, ${ask(ctx, batchCount)} as batches
      from service_order orders where orders.contract_id = ${contractId} order by orders.id desc limit 50`
  }),
  answer(lockOrdersOfList, async (ctx, sheetId) => {
    await ctx.run`select orders.id from service_order orders join contract on contract.id = orders.contract_id where contract.sheet_id = ${sheetId} order by orders.id
      for no key update of orders`
  }),
  answer(unknownCategories, async (ctx, names) => {
    const rows = await ctx.rows<Row<'invoice_category', 'name'>>`select name from unnest(${[...names]}::text[]) name
      where name not in (select category.name from invoice_category category where category.is_active)`
    return rows.map((row) => row.name)
  }),
]
