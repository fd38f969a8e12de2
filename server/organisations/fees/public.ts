import { ppm } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { chargesMore } from '#/domain/organisations/fee.ts'
import { type SplitParty, splitPartiesFor, splitProblem, splitRulesFor, worstUndercut } from '#/domain/organisations/split.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import * as store from '#/server/organisations/fees/store.ts'
import { assignedRules, changeDays, refuseFault } from '#/server/organisations/fees/undercuts.ts'

export { type PlanOfDay, planName, rulesInForce } from '#/server/organisations/fees/store.ts'

/**
 * Returns whether a plan may charge more than another one on a day, or on a later first day of an approved version of
 * either. Days on which one of them is not in force do not count.
 */
export async function planChargesMoreFrom(ctx: Context, planId: number, heldPlanId: number, day: string): Promise<boolean> {
  if (planId === heldPlanId) return false
  const chargeOf = ({ is_progressive: isProgressive, basis, minimum_fen: minimumFen, tiers }: store.PlanOfDay) => ({ isProgressive, basis, minimumFen, tiers })
  for (const each of [day, ...(await store.versionDaysAfter(ctx, [planId, heldPlanId], day))]) {
    const [plan, heldPlan] = [await store.planOnDay(ctx, planId, each), await store.planOnDay(ctx, heldPlanId, each)]
    if (plan && heldPlan && chargesMore(chargeOf(plan), chargeOf(heldPlan))) return true
  }
  return false
}

/** Returns the fees of a plan on a day; undefined when the plan is not in force then. */
export function planOnDay(ctx: Context, planId: number, day: string): Promise<store.PlanOfDay | undefined> {
  return store.planOnDay(ctx, planId, day)
}

/**
 * Locks plans and rules against changes until the transaction ends, because the caller agrees on terms that depend on
 * them.
 */
export function lockFees(ctx: Context): Promise<void> {
  return store.lockFees(ctx, 'use')
}

/** A unit at a centre in a mode that will get a plan with these rates from a day on. */
export interface RatedPlace {
  readonly unitId: number
  readonly centreId: number
  readonly mode: Mode
  readonly lowestPpm: number
  readonly highestPpm: number
}

/**
 * Returns the highest floor of each place from a day on, in the order of the places; null where no party has a floor.
 * Refuses rates at which the shares would exceed the fee.
 */
export async function priceFloorsOf(ctx: Context, places: readonly RatedPlace[], day: string): Promise<(number | null)[]> {
  if (places.length === 0) return []
  const rulesByCentre = Map.groupBy(await store.rulesFrom(ctx, [...new Set(places.map((place) => place.centreId))], day), (rule) => rule.centreId)
  const unitsById = new Map((await store.unitsWithAssignees(ctx, [...new Set(places.map((place) => place.unitId))])).map((unit) => [unit.unitId, unit]))
  return places.map(({ unitId, centreId, mode, highestPpm }) => {
    const unit = unitsById.get(unitId)
    const place = { unitId, centreId, mode, unitName: unit?.name ?? '', assigned: unit?.assigned ?? { partner: null, marketer: null, salesman: null } }
    const centreRules = rulesByCentre.get(centreId) ?? []
    let floor: number | null = null
    for (const changeDay of changeDays([{ rules: centreRules, rates: [] }], [], day)) {
      const rulesOnDay = splitRulesFor(centreRules, place, changeDay)
      const fault = splitProblem(ppm(highestPpm), rulesOnDay)
      if (fault?.kind === 'whole') refuseFault(ctx, fault, place, changeDay)
      // A rate of zero undercuts every floor, so the worst one is the highest.
      const highestUndercut = worstUndercut(ppm(0), assignedRules(rulesOnDay, place))
      if (highestUndercut) floor = Math.max(floor ?? 0, highestUndercut.floorRatePpm)
    }
    return floor
  })
}

/**
 * Returns the highest floor of a centre's general rules on a day, by centre and mode. Leaves out rules for people,
 * because they apply only to their units.
 */
export async function priceFloorsOfCentres(ctx: Context, day: string): Promise<(centreId: number, mode: Mode) => number | null> {
  const rulesByCentre = Map.groupBy(await store.rulesFrom(ctx, null, day), (rule) => rule.centreId)
  return (centreId, mode) => {
    const place = { unitId: null, centreId, mode, assigned: { partner: null, marketer: null, salesman: null } }
    return worstUndercut(ppm(0), assignedRules(splitRulesFor(rulesByCentre.get(centreId) ?? [], place, day), place))?.floorRatePpm ?? null
  }
}

export interface PaymentPlace {
  readonly unitId: number
  readonly centreId: number
  readonly mode: Mode
  readonly at: Date
}

/**
 * Returns the parties that share the fees of payments, by the rules of the day and the unit's assignments at the time.
 */
export async function feeSharersOf(ctx: Context, payments: readonly PaymentPlace[]): Promise<(of: PaymentPlace) => SplitParty[]> {
  const firstDay = payments.reduce((day, { at }) => (dayOf(at) < day ? dayOf(at) : day), dayOf(ctx.now))
  const rulesByCentre = Map.groupBy(await store.rulesFrom(ctx, [...new Set(payments.map((payment) => payment.centreId))], firstDay), (rule) => rule.centreId)
  const assigneesByPlace = await store.assigneesAt(ctx, payments)
  return ({ unitId, centreId, mode, at }) => {
    const assignees = assigneesByPlace.get(`${unitId} ${at.toISOString()}`) ?? { partner: null, marketer: null, salesman: null }
    return splitPartiesFor(rulesByCentre.get(centreId) ?? [], { unitId, centreId, mode, assigned: assignees }, dayOf(at))
  }
}
