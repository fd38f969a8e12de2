import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import type { UnitImportChoices } from '#/domain/onboarding/unit-import.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { priceFloorsOfCentres } from '#/server/organisations/fees/public.ts'
import { applyAssignments } from '#/server/organisations/units/assignments.ts'
import { makeUnit, makeUnits, type NewUnit } from '#/server/organisations/units/creation.ts'
import { isKeptOpen, reassignInRole, type WorkPlace } from '#/server/organisations/units/store.ts'
import * as store from '#/server/organisations/units/store-creation.ts'
import { choices } from '#/server/organisations/units/store-details.ts'

export type { NewUnit } from '#/server/organisations/units/creation.ts'
export { paymentsPath, unitsPath } from '#/server/organisations/units/paths.ts'
export {
  activeChannelsOfCentre,
  type ContractOfUnit,
  channelNames,
  contractStatus,
  contractsOfUnit,
  type OperatorOfUnit,
  operatorCount,
  operatorsOfUnit,
  ownChannels,
  paidByMonth,
  paidNet,
  type TitleOfUnit,
  titlesOfUnit,
  unitBalances,
  unknownCategories,
} from '#/server/organisations/units/questions.ts'
export { isVisibleUnit as unitSeen } from '#/server/organisations/units/store.ts'
export { unitsEverOfPartner } from '#/server/organisations/units/store-assignments.ts'

/**
 * Creates a unit with its centres and modes, terms in force, accounts and invoice title.
 * Refuses existing credit codes, plans that do not fit the mode or the floor, and people of other centres. Callers
 * must check the permission.
 */
export async function createUnit(ctx: Context, unit: NewUnit): Promise<{ unitId: number; code: string }> {
  return makeUnit(ctx, unit)
}

/** Creates units in a few statements. Refuses all if one is refused. */
export function createUnits(ctx: Context, units: readonly NewUnit[]): Promise<{ unitId: number; code: string }[]> {
  return makeUnits(ctx, units)
}

/**
 * Keeps a unit and a centre open until the transaction ends, so that closing waits. Returns false when the unit is
 * closed or the centre is disabled. Operations that begin work of a unit call this function (decision 0174).
 */
export function keepOpen(ctx: Context, of: WorkPlace): Promise<boolean> {
  return ctx.widen('a unit and a centre that stay open', () => isKeptOpen(ctx, of))
}

/** Returns the plans and people that units of a centre, or of any centre, can be given now. */
export async function unitImportChoices(ctx: Context, centreId: number | null): Promise<UnitImportChoices> {
  const day = dayOf(ctx.now)
  const scope = { ...ctx.scope, all: centreId === null, centreId }
  const { plans, centres, partners, ...people } = await choices({ ...ctx, scope }, day)
  const floorOf = await ctx.widen('floors of fees', () => priceFloorsOfCentres(ctx, day))
  return {
    ...people,
    partners: partners.filter((partner) => partner.isReady),
    centres: centres.map(({ id, name, modes }) => ({ id, name, modes, floors: { 1: floorOf(id, 1), 2: floorOf(id, 2) } })),
    plans: plans.map(({ id, name, mode, lowest }) => ({ id, name, mode, lowestPpm: lowest })),
  }
}

/** Returns which of these credit codes exist, whether the caller sees the units or not. */
export function existingCreditCodes(ctx: Context, creditCodes: readonly string[]): Promise<Set<string>> {
  return ctx.widen('credit codes in use', () => store.existingCreditCodes(ctx, creditCodes))
}

/** Activates a unit whose contract is signed. Does nothing if the unit does not wait for one. */
export async function activateUnit(ctx: Context, unitId: number): Promise<void> {
  if (await ctx.widen('a signed contract opens a unit', () => store.activateUnit(ctx, unitId)))
    ctx.note({ refType: 'unit', refId: unitId, unitId, detail: { status: accountStatus.active } })
}

/** Sets the contract under which a unit works at a centre in a mode. */
export async function attachContract(ctx: Context, of: { unitId: number; centreId: number; mode: Mode; contractId: number }): Promise<void> {
  await ctx.widen('a signed contract in the unit’s settings', () => store.setContract(ctx, of))
}

/**
 * Moves all or some units from one person's care to another's and returns their ids. Callers must check the
 * permission.
 */
export async function reassignUnits(
  ctx: Context,
  of: { readonly role: 'marketer' | 'salesman'; readonly from: number; readonly to: number; readonly unitIds: readonly number[] | null },
): Promise<number[]> {
  await applyAssignments(ctx, null)
  const ids = await ctx.widen('units change hands', () => reassignInRole(ctx, of))
  const column = `${of.role}Id`
  for (const id of ids) ctx.note({ refType: 'unit', refId: id, unitId: id, before: { [column]: of.from }, after: { [column]: of.to } })
  return ids
}
