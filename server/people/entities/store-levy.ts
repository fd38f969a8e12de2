import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

/** Returns a locked business's rate on a day, in ppm. */
export async function levyRateOnDay(ctx: Context, entityId: number, day: string): Promise<number> {
  return (
    (
      await ctx.widen(
        'rates of a business the caller has locked',
        () => ctx.row<{ rate: number }>`select app.levy_rate(${entityId}::bigint, ${day}::date) as rate`,
      )
    )?.rate ?? 0
  )
}

/** Sets the rate of a confirmed change from a day on. */
export async function addRate(
  ctx: Context,
  entity: Row<'operator_entity', 'id' | 'operator_id' | 'centre_id'>,
  rate: { ratePpm: number; from: string; documentNo: string; fileId: string; changeId: number },
): Promise<void> {
  await ctx.widen(
    'rates of a business the caller has locked',
    () =>
      ctx.run`insert into entity_levy_rate (entity_id, operator_id, centre_id, rate_ppm, valid_from, document_no, file_id, change_id, created_by, created_at)
      values (${entity.id}, ${entity.operator_id}, ${entity.centre_id}, ${rate.ratePpm}, ${rate.from}::date, ${rate.documentNo}, ${rate.fileId}, ${rate.changeId}, ${ctx.actor.userId},
        ${ctx.now})`,
  )
}
