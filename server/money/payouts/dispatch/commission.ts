import { fen, ppm } from '#/domain/base/money.ts'
import { effectiveFeeRate, type FeePlan } from '#/domain/organisations/fee.ts'
import { splitFee } from '#/domain/organisations/split.ts'
import type { Context } from '#/server/kernel/context.ts'
import * as store from '#/server/money/payouts/dispatch/store-commission.ts'
import type { LockedLine } from '#/server/money/payouts/store.ts'
import { feeSharersOf } from '#/server/organisations/fees/public.ts'

/**
 * Accrues the fees of paid lines to their parties. The platform gets the remainder, so the parts sum to the fee
 * (INV-17). The parties are those at the time of the batch's payment, even if the bank answers later.
 */
export async function accrueCommission(ctx: Context, lines: readonly LockedLine[]): Promise<void> {
  const chargedLines = lines.filter((line) => line.fee_fen > 0)
  if (chargedLines.length === 0) return
  const batches = await store.batchesOf(ctx, [...new Set(chargedLines.map((line) => line.batch_id))])
  const paymentOf = (line: LockedLine) => ({
    unitId: line.unit_id,
    centreId: line.centre_id,
    mode: line.mode,
    at: batches.get(line.batch_id)?.paid_at ?? ctx.now,
  })
  const sharersOfPayment = await feeSharersOf(ctx, [...new Map(chargedLines.map((line) => [line.batch_id, paymentOf(line)])).values()])
  const accruals = chargedLines.flatMap((line) => {
    const plan = (batches.get(line.batch_id)?.fee_snapshot ?? null) as FeePlan | null
    const [fee, base] = [fen(line.fee_fen), fen(plan?.basis === 'net' ? line.net_fen : line.gross_fen)]
    const rate = plan ? effectiveFeeRate(plan, fee, base) : ppm(0)
    return splitFee(fee, base, rate, sharersOfPayment(paymentOf(line))).map((part) => ({
      centre_id: line.centre_id,
      mode: line.mode,
      unit_id: line.unit_id,
      batch_id: line.batch_id,
      line_id: line.id,
      party_type: part.type,
      party_id: part.id,
      base_fen: base,
      fee_fen: fee,
      amount_fen: part.amount,
    }))
  })
  await store.insertAccruals(ctx, accruals)
}

export function reverseCommission(ctx: Context, lines: readonly LockedLine[]): Promise<void> {
  return store.insertReversals(
    ctx,
    lines.map((line) => line.id),
  )
}
