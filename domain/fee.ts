import { add, atLeast, atMost, type Fen, type Ppm, ppm, share, subtract, sumOf, ZERO } from '#/domain/money.ts'

export const feeMethods = ['fixed', 'ladder'] as const
export const feeBases = ['gross', 'net'] as const

/** Where a plan or a rule stands on a day: begins later, is in force, is over, or never came to hold. */
export const stands = ['later', 'now', 'ended', 'none'] as const

/** One step of a fee plan: from (inclusive) up to (exclusive; null for no bound) at a rate. */
export interface FeeTier {
  readonly fromFen: Fen
  readonly toFen: Fen | null
  readonly ratePpm: Ppm
}

/** How a unit is charged for a payment. */
export interface FeePlan {
  readonly method: 'fixed' | 'ladder'
  /** Ladder: each part of the month's amount at its own step's rate (超额累进), or all of a payment at the rate of the step it starts in. */
  readonly isProgressive: boolean
  readonly basis: 'gross' | 'net'
  readonly minimumFen: Fen
  readonly tiers: readonly FeeTier[]
}

/** What can be wrong with the steps of a plan. */
export type TierFault = 'empty' | 'start' | 'order' | 'gap' | 'overlap' | 'end' | 'single'

/** What is wrong with a plan's steps, and at which of them; null when they begin at zero, join without gap and end without a bound. */
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

/** What one step brings to a fee: the part of the payment that falls into it, and the fee on that part. */
export interface FeeStep {
  readonly tier: FeeTier
  readonly part: Fen
  readonly fee: Fen
}

/** A fee and how it comes about: the steps, and what the plan's minimum adds to them. */
export interface FeeSum {
  readonly steps: readonly FeeStep[]
  readonly added: Fen
  readonly fee: Fen
}

function stepAt(tiers: readonly FeeTier[], amount: Fen, part: Fen): FeeStep {
  const tier = tiers.find((each) => each.toFen === null || amount < each.toFen)
  if (!tier) throw new RangeError('the fee plan has no step for this amount')
  return { tier, part, fee: share(part, tier.ratePpm) }
}

function progressive(tiers: readonly FeeTier[], base: Fen, before: Fen): FeeStep[] {
  const end = add(before, base)
  return tiers.flatMap((tier) => {
    const part = subtract(tier.toFen === null ? end : atMost(end, tier.toFen), atLeast(before, tier.fromFen))
    return part > 0 ? [{ tier, part, fee: share(part, tier.ratePpm) }] : []
  })
}

/** The service fee on one payment whose unit has already reached `monthToDate` this month, step by step; at least the plan's minimum, nothing on nothing. */
export function feeSum(plan: FeePlan, base: Fen, monthToDate: Fen): FeeSum {
  if (base <= 0) return { steps: [], added: ZERO, fee: ZERO }
  const isProgressive = plan.method === 'ladder' && plan.isProgressive
  const steps = isProgressive ? progressive(plan.tiers, base, monthToDate) : [stepAt(plan.tiers, plan.method === 'fixed' ? ZERO : monthToDate, base)]
  const reached = sumOf(steps, (step) => step.fee)
  const fee = atLeast(reached, plan.minimumFen)
  return { steps, added: subtract(fee, reached), fee }
}

/** The service fee on one payment whose unit has already reached `monthToDate` this month. */
export function feeOf(plan: FeePlan, base: Fen, monthToDate: Fen): Fen {
  return feeSum(plan, base, monthToDate).fee
}

/** The rate a unit pays for one payment: its plan's own where there is one, of a ladder what this payment came to. */
export function rateOf(plan: FeePlan, fee: Fen, base: Fen): Ppm {
  const only = plan.method === 'fixed' ? plan.tiers[0]?.ratePpm : undefined
  return only ?? ppm(base <= 0 ? 0 : Number((BigInt(fee) * 1_000_000n) / BigInt(base)))
}
