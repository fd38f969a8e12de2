import { accountStatus } from '#/domain/codes.ts'
import { dayOf } from '#/domain/period.ts'
import type { UnitOffer } from '#/domain/unit-import.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { floorsOfCentres } from '#/server/organisations/fees/public.ts'
import { carryOut } from '#/server/organisations/units/assignments.ts'
import { makeUnit, makeUnits, type NewUnit } from '#/server/organisations/units/making.ts'
import { reassign } from '#/server/organisations/units/store.ts'
import { choices } from '#/server/organisations/units/store-around.ts'
import * as store from '#/server/organisations/units/store-making.ts'

export type { NewSetting, NewUnit } from '#/server/organisations/units/making.ts'
export { arrivedPath, unitsPath } from '#/server/organisations/units/paths.ts'
export { arrivedNet } from '#/server/organisations/units/store-arrived.ts'

/**
 * Makes a unit with its centres and modes: numbers, terms that are in force at once, its own account at each centre, and the title of its invoices. Refuses a
 * credit code that is taken, a plan that is not for the mode or below the floor, and people who do not belong there. Whether the caller may is the caller's to ask.
 */
export async function createUnit(ctx: Context, unit: NewUnit): Promise<{ unitId: number; code: string }> {
  return makeUnit(ctx, unit)
}

/** The same for a list of units, in a few statements; refuses them all when one of them cannot be made. */
export function createUnits(ctx: Context, units: readonly NewUnit[]): Promise<{ unitId: number; code: string }[]> {
  return makeUnits(ctx, units)
}

/** What units of a centre, or of any centre, can be given now. */
export async function unitOffer(ctx: Context, centreId: number | null): Promise<UnitOffer> {
  const day = dayOf(ctx.now)
  const scope = { ...ctx.scope, all: centreId === null, centreId }
  const { plans, centres, partners, ...people } = await choices({ ...ctx, scope }, day)
  const floorOf = await ctx.widen('floors of fees', () => floorsOfCentres(ctx, day))
  return {
    ...people,
    partners: partners.filter((each) => each.isReady),
    centres: centres.map(({ id, name, modes }) => ({ id, name, modes, floors: { 1: floorOf(id, 1), 2: floorOf(id, 2) } })),
    plans: plans.map(({ id, name, mode, lowest }) => ({ id, name, mode, lowestPpm: lowest })),
  }
}

/** Which of these credit codes belong to units already, whoever may see them. */
export function takenCreditCodes(ctx: Context, creditCodes: readonly string[]): Promise<Set<string>> {
  return ctx.widen('credit codes in use', () => store.takenCodes(ctx, creditCodes))
}

/** Puts a unit to work whose contract is signed; nothing happens when it does not wait for one. */
export async function activateUnit(ctx: Context, unitId: number): Promise<void> {
  if (await ctx.widen('a signed contract opens a unit', () => store.activate(ctx, unitId)))
    ctx.note({ refType: 'unit', refId: unitId, unitId, detail: { status: accountStatus.active } })
}

/** Names the contract under which a unit works at a centre in a mode from now on. */
export async function attachContract(ctx: Context, of: { unitId: number; centreId: number; mode: Mode; contractId: number }): Promise<void> {
  await ctx.widen('a signed contract stands in the unit’s settings', () => store.setContract(ctx, of))
}

/** Gives units from one person's care into another's, all of them or some; answers which. Whether that may be is the caller's to ask. */
export async function reassignUnits(
  ctx: Context,
  of: { readonly role: 'marketer' | 'salesman'; readonly from: number; readonly to: number; readonly unitIds: readonly number[] | null },
): Promise<number[]> {
  await carryOut(ctx, null)
  const ids = await ctx.widen('units change hands', () => reassign(ctx, of))
  const column = `${of.role}Id`
  for (const id of ids) ctx.note({ refType: 'unit', refId: id, unitId: id, before: { [column]: of.from }, after: { [column]: of.to } })
  return ids
}

export { unknownCategories } from '#/server/organisations/units/store-terms.ts'
