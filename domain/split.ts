import { atMost, type Fen, fen, type Ppm, subtract, ZERO } from '#/domain/money.ts'

/** A party to the service fee, from the unit downwards: a difference to its own floor rate, or a ratio of the fee. */
export interface SplitParty {
  readonly type: 'partner' | 'centre' | 'staff'
  readonly id: number
  readonly method: 'difference' | 'ratio'
  readonly floorRatePpm: Ppm | null
  readonly ratioPpm: Ppm | null
}

/** What a party gets of one fee. */
export interface SplitPart {
  readonly type: 'partner' | 'centre' | 'staff' | 'platform'
  readonly id: number
  readonly amount: Fen
}

const ONE = 1_000_000n

function roundedDown(amount: Fen, rate: number): Fen {
  return fen(Number((BigInt(amount) * BigInt(rate)) / ONE))
}

/** What is wrong with the rules of one unit; null when floors descend from the unit's rate and ratios do not exceed the whole. */
export function splitProblem(unitRate: Ppm, parties: readonly SplitParty[]): 'floor' | 'ratio' | null {
  let above: number = unitRate
  for (const party of parties.filter((each) => each.method === 'difference')) {
    if (party.floorRatePpm === null || party.floorRatePpm > above) return 'floor'
    above = party.floorRatePpm
  }
  const ratios = parties.filter((each) => each.method === 'ratio').reduce((sum, each) => sum + (each.ratioPpm ?? 0), 0)
  return ratios > 1_000_000 ? 'ratio' : null
}

/**
 * Splits one service fee. Difference parties come in order and earn (rate above − own floor) × base; ratio parties a part of the fee. Every part is rounded
 * down and never exceeds what is left; the platform gets the rest, so the parts are the fee to the fen (INV-17).
 */
export function splitFee(fee: Fen, base: Fen, unitRate: Ppm, parties: readonly SplitParty[]): SplitPart[] {
  let left = fee
  let above: number = unitRate
  const parts: SplitPart[] = []
  for (const party of parties) {
    let wanted = ZERO
    if (party.method === 'difference') {
      const floor = Math.min(party.floorRatePpm ?? above, above)
      wanted = roundedDown(base, above - floor)
      above = floor
    } else wanted = roundedDown(fee, party.ratioPpm ?? 0)
    const amount = atMost(wanted, left)
    left = subtract(left, amount)
    if (amount > 0) parts.push({ type: party.type, id: party.id, amount })
  }
  parts.push({ type: 'platform', id: 0, amount: left })
  return parts
}
