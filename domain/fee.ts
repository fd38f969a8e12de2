import { add, atLeast, atMost, type Fen, type Ppm, share, subtract, ZERO } from '#/domain/money.ts'

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

/** What is wrong with a plan's steps; null when they begin at zero, join without gap and end without a bound. */
export function tierProblem(tiers: readonly FeeTier[]): 'empty' | 'start' | 'gap' | 'end' | null {
  if (tiers.length === 0) return 'empty'
  if (tiers[0]?.fromFen !== 0) return 'start'
  for (const [index, tier] of tiers.entries()) {
    const next = tiers[index + 1]
    if (next === undefined) return tier.toFen === null ? null : 'end'
    if (tier.toFen === null || tier.toFen <= tier.fromFen || next.fromFen !== tier.toFen) return 'gap'
  }
  return null
}

function tierAt(tiers: readonly FeeTier[], amount: Fen): FeeTier {
  const tier = tiers.find((each) => each.toFen === null || amount < each.toFen)
  if (!tier) throw new RangeError('the fee plan has no step for this amount')
  return tier
}

function progressive(tiers: readonly FeeTier[], base: Fen, before: Fen): Fen {
  const end = add(before, base)
  let fee = ZERO
  for (const { fromFen, toFen, ratePpm } of tiers) {
    const part = subtract(toFen === null ? end : atMost(end, toFen), atLeast(before, fromFen))
    if (part > 0) fee = add(fee, share(part, ratePpm))
  }
  return fee
}

/** The service fee on one payment whose unit has already reached `monthToDate` this month; at least the plan's minimum, nothing on nothing. */
export function feeOf(plan: FeePlan, base: Fen, monthToDate: Fen): Fen {
  if (base <= 0) return ZERO
  if (plan.method === 'ladder' && plan.isProgressive) return atLeast(progressive(plan.tiers, base, monthToDate), plan.minimumFen)
  const tier = tierAt(plan.tiers, plan.method === 'fixed' ? ZERO : monthToDate)
  return atLeast(share(base, tier.ratePpm), plan.minimumFen)
}
