import { sql } from 'kysely'
import type { FeePlan } from '#/domain/fee.ts'
import type { Context } from '#/server/kernel/context.ts'

/** A rule of splitting the fee, of one unit or of all units of a centre (null). */
export interface SplitRuleRow {
  id: number
  centre_id: number
  unit_id: number | null
  party_type: 'partner' | 'centre' | 'staff'
  party_id: number
  method: 'difference' | 'ratio'
  floor_rate_ppm: number | null
  ratio_ppm: number | null
}

/** The rules of these centres on a day, from the unit downwards: floors descending, ratios after them. */
export async function rulesOn(ctx: Context, centreIds: readonly number[], day: string): Promise<SplitRuleRow[]> {
  const result = await sql<SplitRuleRow>`select id, centre_id, unit_id, party_type, party_id, method, floor_rate_ppm, ratio_ppm from split_rule
    where centre_id = any(${[...centreIds]}::bigint[]) and effective_from <= ${day} and (effective_to is null or effective_to >= ${day})
    order by floor_rate_ppm desc nulls last, id`.execute(ctx.db)
  return result.rows
}

/** The fee plans these batches were computed by. */
export async function plansOf(ctx: Context, batchIds: readonly number[]): Promise<Map<number, FeePlan | null>> {
  const rows = await ctx.db
    .selectFrom('payment_batch')
    .select(['id', 'fee_snapshot'])
    .where('id', 'in', [...batchIds])
    .execute()
  return new Map(rows.map((row) => [row.id, row.fee_snapshot as FeePlan | null]))
}

export interface CommissionRow {
  readonly centre_id: number
  readonly unit_id: number
  readonly line_id: number
  readonly party_type: string
  readonly party_id: number
  readonly base_fen: number
  readonly amount_fen: number
}

/** Accrues parts of fees. */
export async function accrue(ctx: Context, items: readonly CommissionRow[]): Promise<void> {
  if (items.length === 0) return
  await sql`insert into commission_item (centre_id, unit_id, line_id, party_type, party_id, base_fen, amount_fen, state, at)
    select centre_id, unit_id, line_id, party_type, party_id, base_fen, amount_fen, 'accrued', ${ctx.now}
    from json_to_recordset(${JSON.stringify(items)}::json) as item(centre_id bigint, unit_id bigint, line_id bigint, party_type text, party_id bigint,
      base_fen bigint, amount_fen bigint)`.execute(ctx.db)
}

/** Takes back what was accrued for lines that came back. */
export async function reverse(ctx: Context, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return
  await sql`insert into commission_item (centre_id, unit_id, line_id, party_type, party_id, base_fen, amount_fen, state, at)
    select centre_id, unit_id, line_id, party_type, party_id, -base_fen, -amount_fen, 'reversed', ${ctx.now}
    from commission_item where line_id = any(${[...lineIds]}::bigint[]) and state = 'accrued'`.execute(ctx.db)
}
