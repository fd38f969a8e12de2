import { clearingRefusals } from '#/api/money/clearings.texts.ts'
import { fen } from '#/domain/base/money.ts'
import type { ClearingAction } from '#/domain/money/clearing.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { actionObstacle, clearingNumberOf } from '#/server/money/clearings/present.ts'
import * as store from '#/server/money/clearings/store.ts'
import { lockPeople } from '#/server/money/tax/public.ts'

/** A clearing and the version that the caller saw. */
interface Target {
  readonly taxClearingId: number
  readonly version: number
}

/**
 * Locks a clearing after its person, in the same order as payments. Refuses when the caller cannot take the step now,
 * or saw an older version.
 */
export async function lockForStep(ctx: Context, target: Target, action: ClearingAction): Promise<store.ClearingRow> {
  const { operator_id: operatorId } = (await store.find(ctx, target.taxClearingId)) ?? refuse(clearingRefusals, 'notFound')
  await lockPeople(ctx, [operatorId])
  const row = (await store.find(ctx, target.taxClearingId, true)) ?? refuse(clearingRefusals, 'notFound')
  refuseIf(clearingRefusals, actionObstacle(ctx, row, action))
  if (row.version !== target.version) refuse(clearingRefusals, 'changed')
  return row
}

/** Records a step in the audit trail. */
export function recordStep(ctx: Context, row: store.ClearingRow, to: string, more: Readonly<Record<string, unknown>> = {}): void {
  const detail = { no: clearingNumberOf(row.id), month: row.month, amount: fen(row.amount_fen), from: row.state, to, ...more }
  ctx.note({ refType: 'tax_clearing', refId: row.id, centreId: row.centre_id, detail })
}
