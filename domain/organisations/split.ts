import { add, atMost, type Fen, fen, type Ppm, parsePercent, ppm, subtract, ZERO } from '#/domain/base/money.ts'

/**
 * Parties that share a service fee, from the unit downwards. A party's floor must not exceed the floor of the party
 * before it. The platform receives the remainder.
 */
export const splitRoles = ['partner', 'marketer', 'salesman', 'centre', 'platform'] as const
export type SplitRole = (typeof splitRoles)[number]

/** Roles of a partner or person who is assigned to a unit. */
export const assignedRoles = ['partner', 'marketer', 'salesman'] as const satisfies readonly SplitRole[]
export type AssignedRole = (typeof assignedRoles)[number]

export const splitMethods = ['difference', 'ratio'] as const
export type SplitMethod = (typeof splitMethods)[number]

/**
 * A split rule of a centre for a role. A null `unitId` stands for all units, a null `partyId` for any party with the
 * role.
 */
export interface SplitRule {
  readonly id: number
  readonly role: SplitRole
  readonly partyId: number | null
  readonly unitId: number | null
  readonly mode: 1 | 2 | null
  readonly method: SplitMethod
  readonly floorRatePpm: Ppm | null
  readonly ratioPpm: Ppm | null
  readonly from: string
  readonly to: string | null
}

/** A unit at a centre in a mode, with its assigned parties. */
export interface SplitPlace {
  readonly centreId: number
  readonly unitId: number | null
  readonly mode: 1 | 2
  readonly assigned: Readonly<Record<AssignedRole, number | null>>
}

/** A party that shares a service fee: by the difference to its own floor rate, or by a ratio of the fee. */
export interface SplitParty {
  readonly type: 'partner' | 'centre' | 'staff'
  readonly id: number
  readonly method: SplitMethod
  readonly floorRatePpm: Ppm | null
  readonly ratioPpm: Ppm | null
}

/** A party's share of one fee. */
export interface SplitPart {
  readonly type: SplitParty['type'] | 'platform'
  readonly id: number
  readonly amount: Fen
}

const ONE_IN_PPM = 1_000_000n

const isAssignedRole = (role: SplitRole): role is AssignedRole => (assignedRoles as readonly string[]).includes(role)

/**
 * Returns whether a rule applies to a place on any day: unit and mode match, and the party of the rule is assigned
 * there.
 */
export function splitRuleMatches(rule: Pick<SplitRule, 'role' | 'unitId' | 'mode' | 'partyId'>, place: SplitPlace): boolean {
  if (rule.unitId !== null && rule.unitId !== place.unitId) return false
  if (rule.mode !== null && rule.mode !== place.mode) return false
  return rule.partyId === null || !isAssignedRole(rule.role) || place.assigned[rule.role] === rule.partyId
}

const isEffectiveOn = (rule: Pick<SplitRule, 'from' | 'to'>, day: string) => rule.from <= day && (rule.to === null || rule.to >= day)
const specificity = (rule: SplitRule) => (rule.unitId === null ? 0 : 2) + (rule.partyId === null ? 0 : 1)

/**
 * Returns the rules for a place on a day, one for each role, from the unit downwards. A rule of one unit precedes a
 * rule of all units. A rule of one party precedes a rule of any party.
 */
export function splitRulesFor(rules: readonly SplitRule[], place: SplitPlace, day: string): SplitRule[] {
  const matchingRules = rules.filter((rule) => isEffectiveOn(rule, day) && splitRuleMatches(rule, place))
  return splitRoles.flatMap((role) => {
    const [first] = matchingRules.filter((rule) => rule.role === role).sort((a, b) => specificity(b) - specificity(a))
    return first ? [first] : []
  })
}

/** Returns the parties that share the fees of a place on a day. Roles without an assigned party are skipped. */
export function splitPartiesFor(rules: readonly SplitRule[], place: SplitPlace, day: string): SplitParty[] {
  return splitRulesFor(rules, place, day).flatMap(({ role, method, floorRatePpm, ratioPpm }): SplitParty[] => {
    if (role === 'platform') return []
    if (role === 'centre') return [{ type: 'centre', id: place.centreId, method, floorRatePpm, ratioPpm }]
    const id = place.assigned[role]
    return id === null ? [] : [{ type: role === 'partner' ? 'partner' : 'staff', id, method, floorRatePpm, ratioPpm }]
  })
}

/** Returns whether two rules conflict: the same role, party and unit, with a mode and a day in common. */
export function splitRulesOverlap(a: Omit<SplitRule, 'id'>, b: Omit<SplitRule, 'id'>): boolean {
  if (a.role !== b.role || a.partyId !== b.partyId || a.unitId !== b.unitId) return false
  if (a.mode !== null && b.mode !== null && a.mode !== b.mode) return false
  return (a.to === null || b.from <= a.to) && (b.to === null || a.from <= b.to)
}

/**
 * A conflict between the split rules of one unit and mode at a centre: a floor above the floor before it, or shares
 * that exceed the fee.
 */
export type SplitFault =
  | { readonly kind: 'order'; readonly upper: SplitRule; readonly lower: SplitRule }
  | { readonly kind: 'whole'; readonly totalPpm: number }

/**
 * Returns the conflict between the rules of one place, or null. The rules are in the order from the unit downwards.
 * `highest` is the highest rate of the unit's plan; null without a unit.
 */
export function splitProblem(highest: Ppm | null, rules: readonly SplitRule[]): SplitFault | null {
  const floors = rules.filter((rule) => rule.method === 'difference')
  for (const [at, lower] of floors.entries()) {
    const upper = floors[at - 1]
    if (upper && (lower.floorRatePpm ?? 0) > (upper.floorRatePpm ?? 0)) return { kind: 'order', upper, lower }
  }
  const ratioTotal = rules.reduce((sum, rule) => sum + (rule.method === 'ratio' ? (rule.ratioPpm ?? 0) : 0), 0)
  const platformFloor = floors.find((rule) => rule.role === 'platform')?.floorRatePpm ?? 0
  const lowestFloor = floors.findLast((rule) => rule.role !== 'platform')?.floorRatePpm ?? highest ?? 0
  const maxDifferenceRate = highest === null || highest === 0 || ratioTotal === 0 ? 0 : Math.max(0, highest - lowestFloor) + Math.min(platformFloor, highest)
  const totalPpm = ratioTotal + (maxDifferenceRate === 0 ? 0 : Math.ceil((maxDifferenceRate * 1_000_000) / (highest ?? 1)))
  return totalPpm > 1_000_000 ? { kind: 'whole', totalPpm } : null
}

/** Returns the rule whose floor exceeds the lowest rate of a plan the most, or null if no floor exceeds it. */
export function worstUndercut(lowest: Ppm, rules: readonly SplitRule[]): (SplitRule & { readonly floorRatePpm: Ppm }) | null {
  let worst: (SplitRule & { readonly floorRatePpm: Ppm }) | null = null
  for (const rule of rules) {
    const { floorRatePpm } = rule
    if (rule.method === 'difference' && floorRatePpm !== null && floorRatePpm > Math.max(lowest, worst?.floorRatePpm ?? 0)) worst = { ...rule, floorRatePpm }
  }
  return worst
}

/** Returns the part of a fee that each assigned role claims at a unit rate, in millionths of the base times a million. */
function claimedParts(unitRate: number, rules: readonly SplitRule[]): Map<SplitRole, number> {
  let upperRate = unitRate
  const parts = new Map<SplitRole, number>()
  for (const { role, method, floorRatePpm, ratioPpm } of rules) {
    if (!isAssignedRole(role)) continue
    const floor = method === 'difference' ? Math.min(floorRatePpm ?? upperRate, upperRate) : upperRate
    parts.set(role, method === 'difference' ? (upperRate - floor) * Number(ONE_IN_PPM) : unitRate * (ratioPpm ?? 0))
    upperRate = floor
  }
  return parts
}

/**
 * Returns a partner's or salesperson's role whose part grows from one set of rules to another, at any of these unit
 * rates, or null. The rules are those of one place, in the order from the unit downwards.
 */
export function raisedRole(unitRates: readonly number[], before: readonly SplitRule[], after: readonly SplitRule[]): AssignedRole | null {
  for (const rate of unitRates) {
    const [was, is] = [claimedParts(rate, before), claimedParts(rate, after)]
    const raised = assignedRoles.find((role) => (is.get(role) ?? 0) > (was.get(role) ?? 0))
    if (raised) return raised
  }
  return null
}

/**
 * Returns whether a rule gives a partner, a marketer or a salesperson more than the version before it: a first, higher
 * or longer share, or one by another method.
 */
export function givesMore(rule: Omit<SplitRule, 'id'>, before: Omit<SplitRule, 'id'> | null): boolean {
  if (!isAssignedRole(rule.role)) return false
  if (before === null || rule.method !== before.method) return true
  if (before.to !== null && (rule.to === null || rule.to > before.to)) return true
  return rule.method === 'ratio' ? (rule.ratioPpm ?? 0) > (before.ratioPpm ?? 0) : (rule.floorRatePpm ?? 0) < (before.floorRatePpm ?? 0)
}

function shareRoundedDown(amount: Fen, rate: number): Fen {
  return fen(Number((BigInt(amount) * BigInt(rate)) / ONE_IN_PPM))
}

/**
 * Splits one service fee. A party by difference earns (rate above − own floor) × base, in order. A party by ratio earns
 * a part of the fee. Each part is rounded down and limited to the remaining fee. The platform receives the rest, so the
 * parts add up exactly (INV-17). Several parts of one party are added.
 */
export function splitFee(fee: Fen, base: Fen, unitRate: Ppm, parties: readonly SplitParty[]): SplitPart[] {
  let remaining = fee
  let upperRate: number = unitRate
  const parts = new Map<string, SplitPart>()
  for (const party of parties) {
    let claimedShare = ZERO
    if (party.method === 'difference') {
      const floor = Math.min(party.floorRatePpm ?? upperRate, upperRate)
      claimedShare = shareRoundedDown(base, upperRate - floor)
      upperRate = floor
    } else claimedShare = shareRoundedDown(fee, party.ratioPpm ?? 0)
    const amount = atMost(claimedShare, remaining)
    remaining = subtract(remaining, amount)
    const { type, id } = party
    const previousAmount = parts.get(`${type} ${id}`)?.amount ?? ZERO
    if (amount > 0) parts.set(`${type} ${id}`, { type, id, amount: add(previousAmount, amount) })
  }
  return [...parts.values(), { type: 'platform', id: 0, amount: remaining }]
}

/** Parses a floor rate or ratio in percent, at most 100. Returns null for invalid text. */
export function parsePartPercent(text: string): Ppm | null {
  return /^100(\.0{1,4})?$/.test(text) ? ppm(1_000_000) : parsePercent(text)
}
