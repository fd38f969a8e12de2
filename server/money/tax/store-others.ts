import { settlementMode } from '#/domain/base/codes.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export interface OtherUnitsGrossRow extends Row<'tax_reservation', 'operator_id'> {
  month_gross: number
}

/**
 * Returns the payments and reservations of other units to these people at this centre since `from`, with the gross of
 * `month` in this mode. Imported earlier income counts as other units'.
 */
export async function amountsOfOtherUnits(
  ctx: Context,
  of: { unitId: number; centreId: number; mode: Mode; operatorIds: readonly number[]; month: string; from: string },
): Promise<OtherUnitsGrossRow[]> {
  return ctx.rows<OtherUnitsGrossRow>`
    select counted.operator_id, coalesce(sum(counted.gross_fen) filter (where counted.month = ${of.month} and counted.mode = ${of.mode}), 0)::bigint as month_gross
    from (select line.operator_id, line.centre_id, line.mode, line.month, line.gross_fen
        from tax_reservation line join payment_batch batch on batch.id = line.batch_id and batch.unit_id <> ${of.unitId}
      union all
      select operator_id, centre_id, ${settlementMode.generalContract}::smallint, month, gross_fen from tax_earlier) counted
    where counted.operator_id = any(${[...of.operatorIds]}::bigint[]) and counted.month >= ${of.from} and counted.centre_id = ${of.centreId}
    group by counted.operator_id`
}
