import type { Context } from '#/server/kernel/context.ts'
import type { Row } from '#/server/lib/database/rows.ts'

export async function batchesOf(ctx: Context, batchIds: readonly number[]): Promise<Map<number, Pick<Row<'payment_batch'>, 'paid_at' | 'fee_snapshot'>>> {
  const rows = await ctx.db
    .selectFrom('payment_batch')
    .select(['id', 'paid_at', 'fee_snapshot'])
    .where('id', 'in', [...batchIds])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export interface CommissionRow {
  readonly centre_id: number
  readonly mode: number
  readonly unit_id: number
  readonly batch_id: number
  readonly line_id: number
  readonly party_type: string
  readonly party_id: number
  readonly base_fen: number
  readonly fee_fen: number
  readonly amount_fen: number
}

export async function insertAccruals(ctx: Context, items: readonly CommissionRow[]): Promise<void> {
  if (items.length === 0) return
  await ctx.run`insert into commission_item (centre_id, mode, unit_id, batch_id, line_id, party_type, party_id, base_fen, fee_fen, amount_fen, state, at)
    select centre_id, mode, unit_id, batch_id, line_id, party_type, party_id, base_fen, fee_fen, amount_fen, 'accrued', ${ctx.now}
    from json_to_recordset(${JSON.stringify(items)}::json) as item(centre_id bigint, mode smallint, unit_id bigint, batch_id bigint, line_id bigint,
      party_type text, party_id bigint, base_fen bigint, fee_fen bigint, amount_fen bigint)`
}

/** Inserts reversals for the accrued parts of returned lines. */
export async function insertReversals(ctx: Context, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return
  await ctx.run`insert into commission_item (centre_id, mode, unit_id, batch_id, line_id, party_type, party_id, base_fen, fee_fen, amount_fen, state, at)
    select centre_id, mode, unit_id, batch_id, line_id, party_type, party_id, -base_fen, -fee_fen, -amount_fen, 'reversed', ${ctx.now}
    from commission_item where line_id = any(${[...lineIds]}::bigint[]) and state = 'accrued'`
}
