import { unitRefusals } from '#/api/organisations/units.texts.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { fen, sumOf } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { nextUnitStatus, type UnitAction } from '#/domain/organisations/unit.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { paymentsPath } from '#/server/organisations/units/paths.ts'
import * as store from '#/server/organisations/units/store.ts'

export type UnitMove = 'edit' | 'assign' | Exclude<UnitAction, 'activate'>
type Blocker = keyof typeof unitRefusals & ('noPlace' | 'noRight' | 'noFreeze' | 'sharedUnit' | 'wrongStatus')

const freezeActions: readonly UnitMove[] = ['freeze', 'unfreeze', 'close', 'reopen']

/** Returns whether the caller manages units: the platform, and centre staff who see the whole centre. */
export function managesUnits(ctx: Context): boolean {
  return ctx.scope.all || (ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)
}

/** Refuses callers who do not manage units. */
export function expectUnitManager(ctx: Context): void {
  if (!managesUnits(ctx)) refuse(unitRefusals, 'noPlace')
}

/** Refuses a first day in the past or more than a year ahead. */
export function expectFutureDay(ctx: Context, day: string): void {
  const today = dayOf(ctx.now)
  if (day < today) refuse(unitRefusals, 'inThePast')
  if (day > shiftDay(today, 366)) refuse(unitRefusals, 'tooFar')
}

/**
 * Returns a function that counts the centres of a unit, visible or not, because only the platform may change data that
 * centres share. For the platform every count is 1.
 */
export async function centreCountsOf(ctx: Context, ids: readonly number[]): Promise<(id: number) => number> {
  if (ctx.scope.all || ids.length === 0) return () => 1
  const centreCountByUnit = await ctx.widen('whether a unit is shared', () => store.centreCountsOf(ctx, ids))
  return (id) => centreCountByUnit.get(id) ?? 0
}

/** Returns why the caller may not do something; `places` is the unit's number of centres. */
export function blockerOf(ctx: Context, unit: Pick<store.UnitRow, 'status'>, places: number, action: UnitMove): Blocker | null {
  if (!managesUnits(ctx)) return 'noPlace'
  const isFreezing = freezeActions.includes(action)
  if (!ctx.actor.may(isFreezing ? 'user:freeze' : 'unit:edit')) return isFreezing ? 'noFreeze' : 'noRight'
  if (!ctx.scope.all && places > 1) return 'sharedUnit'
  if (action === 'edit' || action === 'assign') return unit.status === accountStatus.closed ? 'wrongStatus' : null
  return nextUnitStatus(unit.status, action) === null ? 'wrongStatus' : null
}

/** Formats a unit for lists, with the actions that the caller may take. */
export function presentUnit(ctx: Context, row: store.UnitRow, places: number) {
  const blockerText = (action: UnitMove) => {
    const blocker = blockerOf(ctx, row, places, action)
    return blocker === null ? '' : translate(unitRefusals[blocker], ctx.language)
  }
  const placeViews = row.places.map((place) => ({
    settingId: place.id,
    centreId: place.centre_id,
    centreName: place.centre_name,
    mode: place.mode,
    isActive: place.is_active,
    planId: place.plan_id,
    planName: presetName(place.plan_name, ctx.language),
    memo: place.memo,
    available: fen(place.available),
    frozen: fen(place.frozen),
    contract: place.contract,
  }))
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    creditCode: row.credit_code,
    bizKind: row.biz_kind,
    industry: presetName(row.industry, ctx.language),
    status: row.status,
    statusReason: row.status_reason,
    places: placeViews,
    morePlaces: ctx.scope.all ? 0 : Math.max(0, places - new Set(placeViews.map((place) => place.centreId)).size),
    available: sumOf(placeViews, (place) => place.available),
    frozen: sumOf(placeViews, (place) => place.frozen),
    monthNet: fen(row.month_net),
    monthNetPath: paymentsPath(ctx, { unitId: row.id }),
    operatorCount: row.operators,
    marketer: row.marketer,
    salesman: row.salesman,
    partner: row.partner,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    may: {
      edit: blockerText('edit'),
      assign: blockerText('assign'),
      stop: blockerText('stop'),
      start: blockerText('start'),
      freeze: blockerText('freeze'),
      unfreeze: blockerText('unfreeze'),
      close: blockerText('close'),
      reopen: blockerText('reopen'),
    },
  }
}

/** Formats the further facts of a unit's drawer; the mobile number is masked. */
export function presentDetails(row: store.UnitRow) {
  return {
    legalPerson: row.legal_person,
    contactName: row.contact_name,
    contactMobile: maskMobile(row.contact_mobile),
    email: row.email,
    address: row.address,
    taxpayerKind: row.taxpayer_kind,
    description: row.description,
  }
}
