import { add, applyRate, atLeast, atMost, type Fen, type Ppm, ppm, subtract, sumOf, ZERO } from '#/domain/base/money.ts'

export const feeMethods = ['fixed', 'ladder'] as const
export const feeBases = ['gross', 'net'] as const

/** State of a plan or rule on a day: in force later, in force, ended, never in force. */
export const effectStatuses = ['later', 'now', 'ended', 'none'] as const
export type EffectStatus = (typeof effectStatuses)[number]

/** A tier of a fee plan and its rate. `from` is inclusive and `to` exclusive; null for no upper bound. */
export interface FeeTier {
  readonly fromFen: Fen
  readonly toFen: Fen | null
  readonly ratePpm: Ppm
}

/** The rules for the fee on the payments of a unit. */
export interface FeePlan {
  readonly method: 'fixed' | 'ladder'
  /**
   * For plans with tiers: whether each part of the month's amount has the rate of its own tier (超额累进). Otherwise a
   * whole payment has the rate of the tier in which it starts.
   */
  readonly isProgressive: boolean
  readonly basis: 'gross' | 'net'
  readonly minimumFen: Fen
  readonly tiers: readonly FeeTier[]
}

export type TierFault = 'empty' | 'start' | 'order' | 'gap' | 'overlap' | 'end' | 'single'

/**
 * Returns the fault of the tiers of a plan and its position, or null. Tiers start at zero, have no gaps, and end
 * without a bound.
 */
export function tierProblem(tiers: readonly FeeTier[], method: FeePlan['method'] = 'ladder'): { readonly fault: TierFault; readonly at: number } | null {
  if (tiers.length === 0) return { fault: 'empty', at: 0 }
  if (method === 'fixed' && tiers.length > 1) return { fault: 'single', at: 1 }
  if (tiers[0]?.fromFen !== 0) return { fault: 'start', at: 0 }
  for (const [at, tier] of tiers.entries()) {
    const next = tiers[at + 1]
    if (next === undefined) return tier.toFen === null ? null : { fault: 'end', at }
    if (tier.toFen === null || tier.toFen <= tier.fromFen) return { fault: 'order', at }
    if (next.fromFen !== tier.toFen) return { fault: next.fromFen > tier.toFen ? 'gap' : 'overlap', at: at + 1 }
  }
  return null
}

type PlanCharge = Pick<FeePlan, 'isProgressive' | 'basis'> & {
  readonly minimumFen: number
  readonly tiers: readonly { readonly fromFen: number; readonly ratePpm: number }[]
}

/**
 * Returns whether a plan may charge more than another one for some payment. Plans that are not comparable count as more:
 * another basis, or tiers that apply in another way.
 */
export function chargesMore(after: PlanCharge, before: PlanCharge): boolean {
  if (after.basis !== before.basis || after.minimumFen > before.minimumFen) return true
  if (after.tiers.length > 1 && before.tiers.length > 1 && after.isProgressive !== before.isProgressive) return true
  const rateAt = ({ tiers }: PlanCharge, amount: number) => tiers.findLast((tier) => tier.fromFen <= amount)?.ratePpm ?? 0
  return [...after.tiers, ...before.tiers].some(({ fromFen }) => rateAt(after, fromFen) > rateAt(before, fromFen))
}

/** The part of a payment in one tier, and its fee. */
export interface FeeStep {
  readonly tier: FeeTier
  readonly part: Fen
  readonly fee: Fen
}

/** A fee with its tiers, and the amount that the plan's minimum adds. */
export interface FeeCalculation {
  readonly steps: readonly FeeStep[]
  readonly added: Fen
  readonly fee: Fen
}

function stepForAmount(tiers: readonly FeeTier[], amount: Fen, part: Fen): FeeStep {
  const tier = tiers.find((each) => each.toFen === null || amount < each.toFen)
  if (!tier) throw new RangeError('the fee plan has no step for this amount')
  return { tier, part, fee: applyRate(part, tier.ratePpm) }
}

function progressiveSteps(tiers: readonly FeeTier[], base: Fen, before: Fen): FeeStep[] {
  const end = add(before, base)
  return tiers.flatMap((tier) => {
    const part = subtract(tier.toFen === null ? end : atMost(end, tier.toFen), atLeast(before, tier.fromFen))
    return part > 0 ? [{ tier, part, fee: applyRate(part, tier.ratePpm) }] : []
  })
}

/**
 * Computes the service fee of one payment tier by tier. `monthToDate` is the unit's amount of the month so far, in
 * fen. The minimum of the plan applies, except to an empty payment.
 */
export function calculateFee(plan: FeePlan, base: Fen, monthToDate: Fen): FeeCalculation {
  if (base <= 0) return { steps: [], added: ZERO, fee: ZERO }
  const isProgressive = plan.method === 'ladder' && plan.isProgressive
  const steps = isProgressive
    ? progressiveSteps(plan.tiers, base, monthToDate)
    : [stepForAmount(plan.tiers, plan.method === 'fixed' ? ZERO : monthToDate, base)]
  const stepTotal = sumOf(steps, (step) => step.fee)
  const fee = atLeast(stepTotal, plan.minimumFen)
  return { steps, added: subtract(fee, stepTotal), fee }
}

/** Computes the service fee of one payment, in fen. `calculateFee` also returns its tiers. */
export function feeOf(plan: FeePlan, base: Fen, monthToDate: Fen): Fen {
  return calculateFee(plan, base, monthToDate).fee
}

/** Returns the rate of one payment: the rate of a fixed plan, or the effective rate of a plan with tiers. */
export function effectiveFeeRate(plan: FeePlan, fee: Fen, base: Fen): Ppm {
  const fixedRate = plan.method === 'fixed' ? plan.tiers[0]?.ratePpm : undefined
  return fixedRate ?? ppm(base <= 0 ? 0 : Number((BigInt(fee) * 1_000_000n) / BigInt(base)))
}
