import { feeRefusals, roleNames, scopeNames } from '#/api/organisations/fees.texts.ts'
import { formatPpm, ppm } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import {
  type AssignedRole,
  assignedRoles,
  raisedRole,
  type SplitFault,
  type SplitPlace,
  type SplitRule,
  splitProblem,
  splitRulesFor,
  worstUndercut,
} from '#/domain/organisations/split.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { PlaceRow, PlanRates } from '#/server/organisations/fees/store.ts'

// Checks a change of plans, rules or terms against every affected unit, on every day on which something changes.

const maxDaysAhead = 366

export type CentreRule = SplitRule & { readonly centreId: number }

/** Rules and plan rates, either at present or after a planned change. */
export interface RulesAndRates {
  readonly rules: readonly CentreRule[]
  readonly rates: readonly PlanRates[]
}

/** A floor that is above a unit's rate. */
export interface FeeUndercut {
  readonly place: string
  readonly day: string
  readonly role: SplitRule['role']
  readonly ratePpm: number
  readonly floorPpm: number
}

const latestOn = <T extends { readonly from: string }>(rows: readonly T[], day: string): T | undefined => rows.findLast((row) => row.from <= day)

/** Returns the rules without those of roles that no one has at this place. */
export function assignedRules(rules: readonly SplitRule[], place: SplitPlace): SplitRule[] {
  return rules.filter(({ role }) => !(assignedRoles as readonly string[]).includes(role) || place.assigned[role as AssignedRole] !== null)
}

type NamedSplitPlace = SplitPlace & Partial<Pick<PlaceRow, 'unitName' | 'centreName' | 'plans'>>

/**
 * Returns a place without a unit for each centre, mode and person in the rules, so that rules without units are checked
 * too.
 */
function unitlessPlaces(worlds: readonly RulesAndRates[]): NamedSplitPlace[] {
  const rules = worlds.flatMap((world) => world.rules)
  const noAssignees = { partner: null, marketer: null, salesman: null }
  const placeByKey = new Map<string, NamedSplitPlace>()
  for (const { centreId, role, partyId, unitId } of rules) {
    if (unitId !== null) continue
    const assigneesOfRule = partyId === null ? noAssignees : { ...noAssignees, [role]: partyId }
    for (const mode of [1, 2] as const)
      placeByKey.set(JSON.stringify([centreId, mode, assigneesOfRule]), { centreId, unitId: null, mode, assigned: assigneesOfRule })
  }
  return [...placeByKey.values()]
}

interface SplitLookup {
  readonly rules: readonly SplitRule[]
  readonly rates: { readonly lowest: number; readonly highest: number } | null
}

/** Returns a function that looks up the rules and rates of a place on a day, indexed by centre and plan. */
function createLookup({ rules, rates }: RulesAndRates): (place: NamedSplitPlace, day: string) => SplitLookup {
  const rulesByCentre = Map.groupBy(rules, (rule) => rule.centreId)
  const ratesByPlan = Map.groupBy(rates, (row) => row.planId)
  return (place, day) => {
    const planId = place.plans ? latestOn(place.plans, day)?.planId : undefined
    const version = planId === undefined ? undefined : latestOn(ratesByPlan.get(planId) ?? [], day)
    return { rules: splitRulesFor(rulesByCentre.get(place.centreId) ?? [], place, day), rates: version ?? null }
  }
}

const comparableFigures = ({ rules, rates }: SplitLookup) =>
  JSON.stringify([rules.map((rule) => [rule.role, rule.partyId, rule.method, rule.floorRatePpm, rule.ratioPpm]), rates?.lowest, rates?.highest])

/** Returns the days from this one on, on which rules, plans or terms change. */
export function changeDays(worlds: readonly RulesAndRates[], places: readonly PlaceRow[], from: string): string[] {
  const days = new Set([from])
  const add = (day: string) => day > from && days.add(day)
  for (const { rules, rates } of worlds) {
    for (const rule of rules) {
      add(rule.from)
      if (rule.to !== null) add(new Date(Date.parse(rule.to) + 86_400_000).toISOString().slice(0, 10))
    }
    for (const row of rates) add(row.from)
  }
  for (const place of places) for (const { from: day } of place.plans) add(day)
  return [...days].sort()
}

/** Refuses contradictory rules, naming place and day. */
export function refuseFault(ctx: Context, fault: SplitFault, place: NamedSplitPlace, day: string): never {
  const placeName = place.unitName ?? place.centreName ?? translate(scopeNames.allUnits, ctx.language)
  if (fault.kind === 'whole') throw new Refusal('overWhole', feeRefusals.overWhole, { place: placeName, day, total: `${formatPpm(fault.totalPpm)}%` })
  const rate = (rule: SplitRule) => `${formatPpm(rule.floorRatePpm ?? ppm(0))}%`
  const [lower, upper] = [translate(roleNames[fault.lower.role], ctx.language), translate(roleNames[fault.upper.role], ctx.language)]
  throw new Refusal('floorOrder', feeRefusals.floorOrder, { place: placeName, day, lower, low: rate(fault.lower), upper, up: rate(fault.upper) })
}

/**
 * Returns the worst floor that the change undercuts newly or further than before; null when there is none. Refuses
 * contradictory rules after the change.
 */
export function worstUndercutOf(
  ctx: Context,
  worlds: { readonly before: RulesAndRates; readonly after: RulesAndRates },
  places: readonly PlaceRow[],
  from: string,
): FeeUndercut | null {
  const { before, after } = worlds
  const [foundBefore, foundAfter] = [createLookup(before), createLookup(after)]
  let worstCase: FeeUndercut | null = null
  for (const day of changeDays([before, after], places, from))
    for (const place of [...places, ...unitlessPlaces([before, after])]) {
      const [was, is] = [foundBefore(place, day), foundAfter(place, day)]
      if (comparableFigures(was) === comparableFigures(is)) continue
      const fault = splitProblem(is.rates === null ? null : ppm(is.rates.highest), is.rules)
      if (fault) refuseFault(ctx, fault, place, day)
      if (is.rates === null) continue
      const [missed, missing] = [
        worstUndercut(ppm(was.rates?.lowest ?? is.rates.lowest), assignedRules(was.rules, place)),
        worstUndercut(ppm(is.rates.lowest), assignedRules(is.rules, place)),
      ]
      if (!missing) continue
      const undercutPpm = missing.floorRatePpm - is.rates.lowest
      if (missed && missed.floorRatePpm - (was.rates?.lowest ?? 0) >= undercutPpm) continue
      if (worstCase && worstCase.floorPpm - worstCase.ratePpm >= undercutPpm) continue
      worstCase = { place: place.unitName ?? '', day, role: missing.role, ratePpm: is.rates.lowest, floorPpm: missing.floorRatePpm }
    }
  return worstCase
}

/** A larger share of an assigned party in the fees of a unit. */
export interface ShareRaise {
  readonly place: string
  readonly day: string
  readonly role: AssignedRole
}

/** Returns the first day and unit on which a change of rules raises an assigned party's share; null if there is none. */
export function firstRaiseOf(
  worlds: { readonly before: RulesAndRates; readonly after: RulesAndRates },
  places: readonly PlaceRow[],
  from: string,
): ShareRaise | null {
  const { before, after } = worlds
  const [foundBefore, foundAfter] = [createLookup(before), createLookup(after)]
  for (const day of changeDays([before, after], places, from))
    for (const place of places) {
      const [was, is] = [foundBefore(place, day), foundAfter(place, day)]
      if (is.rates === null || comparableFigures(was) === comparableFigures(is)) continue
      const role = raisedRole([is.rates.lowest, is.rates.highest], assignedRules(was.rules, place), assignedRules(is.rules, place))
      if (role) return { place: place.unitName, day, role }
    }
  return null
}

/** Refuses a removal that would raise an assigned party's share, because a second person cannot approve it. */
export function refuseRaise(ctx: Context, raise: ShareRaise | null): void {
  if (!raise) return
  throw new Refusal('raiseThen', feeRefusals.raiseThen, { place: raise.place, day: raise.day, role: translate(roleNames[raise.role], ctx.language) })
}

/** Refuses a removal that would undercut a floor, because a second person cannot approve such an undercut. */
export function refuseUndercut(ctx: Context, undercut: FeeUndercut | null): void {
  if (!undercut) return
  const rate = (value: number) => `${formatPpm(value)}%`
  const { place, day, role, ratePpm, floorPpm } = undercut
  throw new Refusal('undercutThen', feeRefusals.undercutThen, {
    place,
    day,
    rate: rate(ratePpm),
    role: translate(roleNames[role], ctx.language),
    floor: rate(floorPpm),
  })
}

/** Refuses a first day before the earliest possible one, or too far ahead. */
export function expectDay(ctx: Context, day: string, earliest: string): void {
  if (day < earliest) refuse(feeRefusals, 'inThePast', { day: earliest })
  const last = shiftDay(dayOf(ctx.now), maxDaysAhead)
  if (day > last) refuse(feeRefusals, 'tooFar', { day: last })
}
