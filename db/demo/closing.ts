import { sql } from 'kysely'
import { continueNumbers, insertAll } from '#/db/demo/insert.ts'
import type { Context } from '#/server/kernel/context.ts'

/** Ends the writing of history: standings from what was counted, commissions, sequences behind the last numbers, totals of batches from their lines. */
export async function closeBooks(ctx: Context, last: { lineId: number }, tables: Readonly<Record<string, readonly Record<string, unknown>[]>>): Promise<void> {
  await insertAll(ctx.db, 'tax_reservation', tables.tax_reservation ?? [])
  await insertAll(ctx.db, 'commission_item', tables.commission_item ?? [])
  await sql`insert into tax_standing (centre_id, mode, operator_id, month, gross_fen, income_fen, vat_fen, city_fen, education_fen, local_education_fen, withheld_fen)
    select centre_id, mode, operator_id, month, sum(gross_fen), sum(income_fen), sum(vat_fen), sum(city_fen), sum(education_fen), sum(local_education_fen), sum(withheld_fen)
    from tax_reservation group by 1, 2, 3, 4`.execute(ctx.db)
  await sql`update payment_batch batch set gross_fen = lines.gross, vat_fen = lines.vat, surcharge_fen = lines.surcharge, iit_fen = lines.iit, fee_fen = lines.fee, net_fen = lines.net, cost_fen = lines.cost
    from (select batch_id, sum(gross_fen) gross, sum(vat_fen) vat, sum(surcharge_fen) surcharge, sum(iit_fen) iit, sum(fee_fen) fee, sum(net_fen) net, sum(cost_fen) cost
      from payment_line where state <> 'excluded' group by batch_id) lines where lines.batch_id = batch.id`.execute(ctx.db)
  await continueNumbers(ctx.db, 'payment_batch')
  await sql`select setval('payment_line_id', ${last.lineId})`.execute(ctx.db)
}
