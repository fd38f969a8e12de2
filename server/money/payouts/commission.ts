import type { FeePlan } from '#/domain/fee.ts'
import { fen, type Ppm, ppm } from '#/domain/money.ts'
import { dayOf } from '#/domain/period.ts'
import { type SplitParty, splitFee } from '#/domain/split.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { LockedLine } from '#/server/money/payouts/store.ts'
import * as store from '#/server/money/payouts/store-commission.ts'

const ONE = 1_000_000n

/** The rate a unit pays: its plan's own where there is one, of a ladder what this payment came to. */
function unitRate(plan: FeePlan, fee: number, base: number): Ppm {
  const only = plan.method === 'fixed' ? plan.tiers[0]?.ratePpm : undefined
  return only ?? ppm(base === 0 ? 0 : Number((BigInt(fee) * ONE) / BigInt(base)))
}

/** A unit's own rule takes precedence over the centre's rule for the same kind of party. */
function partiesOf(rules: readonly store.SplitRuleRow[], line: LockedLine): SplitParty[] {
  const own = rules.filter((rule) => rule.centre_id === line.centre_id && rule.unit_id === line.unit_id)
  const shared = rules.filter((rule) => rule.centre_id === line.centre_id && rule.unit_id === null && !own.some((each) => each.party_type === rule.party_type))
  const chosen = new Set([...own, ...shared])
  return rules
    .filter((rule) => chosen.has(rule))
    .map((rule) => ({
      type: rule.party_type,
      id: rule.party_id,
      method: rule.method,
      floorRatePpm: rule.floor_rate_ppm === null ? null : ppm(rule.floor_rate_ppm),
      ratioPpm: rule.ratio_ppm === null ? null : ppm(rule.ratio_ppm),
    }))
}

/** Splits the fees of paid lines among those who have a part in them; the platform gets what is left, so that the parts are the fee (INV-17). */
export async function accrueCommission(ctx: Context, lines: readonly LockedLine[]): Promise<void> {
  const charged = lines.filter((line) => line.fee_fen > 0)
  if (charged.length === 0) return
  const rules = await store.rulesOn(ctx, [...new Set(charged.map((line) => line.centre_id))], dayOf(ctx.now))
  const plans = await store.plansOf(ctx, [...new Set(charged.map((line) => line.batch_id))])
  const items = charged.flatMap((line) => {
    const plan = plans.get(line.batch_id)
    const base = fen(plan?.basis === 'net' ? line.net_fen : line.gross_fen)
    const rate = plan ? unitRate(plan, line.fee_fen, base) : ppm(0)
    return splitFee(fen(line.fee_fen), base, rate, partiesOf(rules, line)).map((part) => ({
      centre_id: line.centre_id,
      unit_id: line.unit_id,
      line_id: line.id,
      party_type: part.type,
      party_id: part.id,
      base_fen: base,
      amount_fen: part.amount,
    }))
  })
  await store.accrue(ctx, items)
}

/** Takes the commission of returned lines back. */
export function reverseCommission(ctx: Context, lines: readonly LockedLine[]): Promise<void> {
  return store.reverse(
    ctx,
    lines.map((line) => line.id),
  )
}
