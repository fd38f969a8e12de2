import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import type { TermsInput } from '#/api/organisations/unit-terms.ts'
import { unitRefusals } from '#/api/organisations/units.texts.ts'
import { pages } from '#/api/pages.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { type GuardedTerm, highestRate, loosenedTerms, lowestRate, movesBearers, type UnitTerms, unitTermsProblem } from '#/domain/organisations/unit.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { lockFees, planChargesMoreFrom, priceFloorsOf } from '#/server/organisations/fees/public.ts'
import { blockerOf, expectFutureDay, expectUnitManager } from '#/server/organisations/units/blockers.ts'
import { expectTerms, openSetting } from '#/server/organisations/units/creation.ts'
import { announceLoosening } from '#/server/organisations/units/loosening.ts'
import * as units from '#/server/organisations/units/store.ts'
import * as making from '#/server/organisations/units/store-creation.ts'
import * as store from '#/server/organisations/units/store-terms.ts'
import {
  decideBlocker,
  parseTerms,
  presentTerms,
  presentVersions,
  type TermNames,
  termChangesBetween,
  termNamesOf,
  termsOf,
  withdrawBlocker,
} from '#/server/organisations/units/terms.ts'
import { notifyProposer } from '#/server/services/messages/public.ts'

type Setting = store.SettingRow

async function requireSetting(ctx: Context, id: number): Promise<Setting> {
  expectUnitManager(ctx)
  return (await store.find(ctx, id)) ?? refuse(unitRefusals, 'settingUnknown')
}

async function lockSetting(ctx: Context, id: number): Promise<Setting> {
  expectUnitManager(ctx)
  return (await store.lock(ctx, id)) ?? refuse(unitRefusals, 'settingUnknown')
}

function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`)
}

/** Returns when an approved version takes effect: on its day, or now if that day has begun. */
function effectiveTimeOf(ctx: Context, day: string): Date {
  const startTime = startOfDay(day)
  return startTime > ctx.now ? startTime : ctx.now
}

const ratedPlaceOf = (setting: Setting, rates: { lowest: number; highest: number }) => ({
  ...fieldsOf(setting, 'unit_id', 'centre_id', 'mode'),
  lowestPpm: rates.lowest,
  highestPpm: rates.highest,
})

async function detail(ctx: Context, id: number) {
  const setting = await requireSetting(ctx, id)
  const rows = await store.versions(ctx, id)
  const [floor = null] = await priceFloorsOf(ctx, [ratedPlaceOf(setting, { lowest: setting.lowest, highest: 0 })], dayOf(ctx.now))
  const currentVersion = { versionNo: setting.version_no, hasPending: setting.has_pending, terms: termsOf(setting) }
  return {
    ...fieldsOf(setting, 'id', 'unit_id', 'unit_code', 'unit_name', 'centre_id', 'centre_name', 'mode', 'is_active'),
    ...fieldsOf(setting, 'memo'),
    latestNo: rows[0]?.no ?? 1,
    terms: presentTerms(ctx, setting),
    floorPpm: floor,
    versions: presentVersions(ctx, rows, currentVersion),
    may: { propose: setting.has_pending ? translate(unitRefusals.pendingExists, ctx.language) : '' },
  }
}

interface CheckedTerms {
  readonly terms: UnitTerms
  readonly named: TermNames
  readonly rate: number
  readonly floor: number | null
  readonly loosened: readonly GuardedTerm[]
  /** Whether the plan may charge more than that of terms in force or approved for later. */
  readonly raisesFee: boolean
  /** Whether fee or tax moves between unit and payees. */
  readonly movesBearers: boolean
  readonly needsSecond: boolean
}

/** Returns the terms in force now and those approved for later. */
function heldTerms(ctx: Context, setting: Setting, rows: readonly store.VersionRow[]): UnitTerms[] {
  const laterRows = rows.filter((row) => row.in_force_at !== null && row.in_force_at > ctx.now)
  return [setting, ...laterRows].map(termsOf)
}

/** Returns the guarded terms that are looser than those in force now, or approved for later. */
function looseningOf(ctx: Context, setting: Setting, rows: readonly store.VersionRow[], terms: UnitTerms): GuardedTerm[] {
  return loosenedTerms(heldTerms(ctx, setting, rows), terms)
}

/** Returns whether a plan may charge more, from a day on, than a plan of the terms that a unit has. */
async function hasHigherFee(ctx: Context, held: readonly UnitTerms[], planId: number, day: string): Promise<boolean> {
  for (const heldPlanId of new Set(held.map((terms) => terms.feePlanId))) if (await planChargesMoreFrom(ctx, planId, heldPlanId, day)) return true
  return false
}

/**
 * Returns the plan of a change on its day, and whether a second person must approve it. That is so if its rate is below
 * the floor, it loosens guarded terms, its plan charges more, or fee or tax moves between unit and payees.
 */
async function checkTerms(ctx: Context, setting: Setting, given: z.output<typeof TermsInput>, day: string): Promise<CheckedTerms> {
  const terms = parseTerms(given)
  expectFutureDay(ctx, day)
  await lockFees(ctx)
  const plan = await expectTerms(ctx, { centreId: setting.centre_id, mode: setting.mode, day }, terms)
  const rate = lowestRate(plan.tiers)
  const [floor = null] = await priceFloorsOf(ctx, [ratedPlaceOf(setting, { lowest: rate, highest: highestRate(plan.tiers) })], day)
  const channels = await making.namesOfChannels(ctx, terms.channelIds)
  const rows = await store.versions(ctx, setting.id)
  const loosened = looseningOf(ctx, setting, rows, terms)
  const held = heldTerms(ctx, setting, rows)
  const [raisesFee, isBearerMoved] = [await hasHigherFee(ctx, held, terms.feePlanId, day), movesBearers(held, terms)]
  const needsSecond = (floor !== null && rate < floor) || loosened.length > 0 || raisesFee || isBearerMoved
  const named = { planName: plan.name, basis: plan.basis, channelNames: channels }
  return { terms, named, rate, floor, loosened, raisesFee, movesBearers: isBearerMoved, needsSecond }
}

function termChanges(ctx: Context, setting: Setting, weighed: CheckedTerms) {
  return termChangesBetween(ctx, { terms: termsOf(setting), named: termNamesOf(setting) }, weighed)
}

async function lockVersion(ctx: Context, versionId: number): Promise<{ setting: Setting; version: store.VersionRow; rows: store.VersionRow[] }> {
  expectUnitManager(ctx)
  const settingId = (await store.settingIdOf(ctx, versionId)) ?? refuse(unitRefusals, 'settingUnknown')
  const setting = await lockSetting(ctx, settingId)
  const rows = await store.versions(ctx, settingId)
  const version = rows.find((row) => row.id === versionId) ?? refuse(unitRefusals, 'settingUnknown')
  return { setting, version, rows }
}

function note(
  ctx: Context,
  setting: Setting,
  detail: Record<string, unknown>,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): void {
  ctx.note({
    refType: 'unit_setting',
    refId: setting.id,
    unitId: setting.unit_id,
    centreId: setting.centre_id,
    ...change,
    detail: { no: setting.unit_code, mode: setting.mode, ...detail },
  })
}

/**
 * Withdraws an approved version at the request of another person, or ends the request, which its author may do too.
 * Without the version, looser terms may stay in force.
 */
async function decideWithdrawal(ctx: Context, version: store.VersionRow, isConfirmed: boolean): Promise<void> {
  const blocker = decideBlocker(ctx, version, 'withdrawal')
  if (blocker === 'notPending' || (blocker && isConfirmed)) refuse(unitRefusals, blocker)
  await (isConfirmed ? store.confirmWithdrawal(ctx, version.id) : store.requestWithdrawal(ctx, version.id, null))
}

type Decision = Pick<Parameters<typeof notifyProposer>[1], 'subject' | 'proposedBy' | 'alsoTo' | 'isApproved' | 'reason'>

async function notifyOfDecision(ctx: Context, setting: Setting, decision: Decision): Promise<void> {
  const path = `${pages.ptbiliEdit.path}?open=${setting.id}&pane=history`
  await notifyProposer(ctx, { ...decision, name: setting.unit_name, path, refType: 'unit_setting', refId: setting.id })
}

type Operations = Pick<Implementation<Modules['units']>, 'settings' | 'terms' | 'preview' | 'propose' | 'decide' | 'withdraw' | 'openPlace' | 'setPlace'>

/** The operations of unit settings: reading, changing from a day, approving and withdrawing. */
export const settingOperations: Operations = {
  async settings(ctx, { page, size, ...filter }) {
    expectUnitManager(ctx)
    const { rows, count } = await store.list(ctx, filter, { page, size })
    const settingViews = rows.map((row) => ({
      ...fieldsOf(row, 'id', 'unit_id', 'unit_code', 'unit_name', 'centre_id', 'centre_name', 'mode', 'is_active'),
      planName: presetName(row.plan_name, ctx.language),
      lowestPpm: row.lowest,
      highestPpm: row.highest,
      ...fieldsOf(row, 'fee_bearer', 'tax_bearer', 'dual_control', 'single_limit_fen', 'month_limit_fen', 'version_no'),
      ...fieldsOf(row, 'has_pending', 'next_from'),
    }))
    return { rows: settingViews, count }
  },

  async terms(ctx, { settingId }) {
    return detail(ctx, settingId)
  },

  async preview(ctx, { settingId, terms, effectiveFrom }) {
    const setting = await requireSetting(ctx, settingId)
    const batchesWithOldTerms = await ctx.unfinished.submittedBatches(ctx, { unitId: setting.unit_id, centreId: setting.centre_id, mode: setting.mode })
    try {
      const checkedTerms = await checkTerms(ctx, setting, terms, effectiveFrom)
      const changes = termChanges(ctx, setting, checkedTerms)
      const refusalText = changes.length === 0 ? translate(unitRefusals.nothingChanges, ctx.language) : ''
      return {
        changes,
        problem: refusalText,
        needsSecond: checkedTerms.needsSecond,
        loosened: [...checkedTerms.loosened],
        raisesFee: checkedTerms.raisesFee,
        movesBearers: checkedTerms.movesBearers,
        floorPpm: checkedTerms.floor,
        ratePpm: checkedTerms.rate,
        keepingBatches: batchesWithOldTerms,
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return {
        changes: [],
        problem: translate(error.text, ctx.language, error.values),
        needsSecond: false,
        loosened: [],
        raisesFee: false,
        movesBearers: false,
        floorPpm: null,
        ratePpm: setting.lowest,
        keepingBatches: batchesWithOldTerms,
      }
    }
  },

  async propose(ctx, { settingId, baseNo, terms, effectiveFrom, reason, restoresNo }) {
    const setting = await lockSetting(ctx, settingId)
    const rows = await store.versions(ctx, settingId)
    const [latest] = rows
    if (latest && latest.no !== baseNo) refuse(unitRefusals, 'newerVersion', { name: latest.creator ?? '', no: latest.no })
    if (setting.has_pending) refuse(unitRefusals, 'pendingExists')
    if (restoresNo !== undefined && !rows.some((row) => row.no === restoresNo)) refuse(unitRefusals, 'settingUnknown')
    const checkedTerms = await checkTerms(ctx, setting, terms, effectiveFrom)
    const changes = termChanges(ctx, setting, checkedTerms)
    if (changes.length === 0) refuse(unitRefusals, 'nothingChanges')
    const no = (latest?.no ?? 0) + 1
    const effectiveAt = checkedTerms.needsSecond ? null : effectiveTimeOf(ctx, effectiveFrom)
    const place = { settingId, unitId: setting.unit_id, centreId: setting.centre_id, no }
    await making.insertVersion(ctx, {
      ...place,
      terms: checkedTerms.terms,
      effectiveFrom,
      inForceAt: effectiveAt,
      needsSecond: checkedTerms.needsSecond,
      reason,
      restoresNo: restoresNo ?? null,
    })
    const sideValues = (side: 'before' | 'after') => Object.fromEntries(changes.map((change) => [change.field, change[side]]))
    const versionText = `#${no} ${effectiveFrom}`
    note(
      ctx,
      setting,
      { words: versionText, reason, version: no, effectiveFrom, needsSecond: checkedTerms.needsSecond, restores: restoresNo ?? null },
      { before: sideValues('before'), after: sideValues('after') },
    )
    return detail(ctx, settingId)
  },

  async decide(ctx, { versionId, subject, isApproved, reason }) {
    const { setting, version, rows } = await lockVersion(ctx, versionId)
    if (subject === 'withdrawal') {
      await decideWithdrawal(ctx, version, isApproved)
      const alsoTo = isApproved ? [version.created_by] : []
      await notifyOfDecision(ctx, setting, { subject, proposedBy: version.withdraw_asked_by, alsoTo, isApproved, reason })
      note(ctx, setting, { words: `#${version.no}`, reason: version.withdraw_reason, version: version.no, isWithdrawn: isApproved })
      return detail(ctx, setting.id)
    }
    const blocker = decideBlocker(ctx, version, subject)
    if (blocker) refuse(unitRefusals, blocker)
    if (!isApproved && reason.length < 2) refuse(unitRefusals, 'reasonNeeded')
    if (isApproved) {
      const problem = unitTermsProblem(termsOf(version))
      if (problem) refuse(unitRefusals, problem)
      const day = version.effective_from < dayOf(ctx.now) ? dayOf(ctx.now) : version.effective_from
      await expectTerms(ctx, { centreId: setting.centre_id, mode: setting.mode, day }, termsOf(version))
    }
    const effectiveAt = isApproved ? effectiveTimeOf(ctx, version.effective_from) : null
    await store.decideVersion(ctx, versionId, { state: isApproved ? 'approved' : 'rejected', inForceAt: effectiveAt, reason })
    if (effectiveAt) await announceLoosening(ctx, versionId, effectiveAt, looseningOf(ctx, setting, rows, termsOf(version)))
    await notifyOfDecision(ctx, setting, { subject, proposedBy: version.created_by, isApproved, reason })
    note(ctx, setting, { words: `#${version.no}`, reason, version: version.no, isApproved })
    return detail(ctx, setting.id)
  },

  async withdraw(ctx, { versionId, reason }) {
    const { setting, version } = await lockVersion(ctx, versionId)
    const blocker = withdrawBlocker(ctx, version)
    if (blocker) refuse(unitRefusals, blocker)
    if (version.state === 'pending') await store.decideVersion(ctx, versionId, { state: 'withdrawn', inForceAt: null, reason })
    else await store.requestWithdrawal(ctx, versionId, reason)
    note(ctx, setting, { words: `#${version.no}`, reason, version: version.no, isRequest: version.state !== 'pending' })
    return detail(ctx, setting.id)
  },

  async openPlace(ctx, { unitId, centreId, mode, feePlanId }) {
    expectUnitManager(ctx)
    const [unit] = await units.listByIds(ctx, [unitId])
    if (!unit) refuse(unitRefusals, 'notFound')
    if (unit.status === accountStatus.closed) refuse(unitRefusals, 'wrongStatus')
    if (ctx.scope.centreId !== null && ctx.scope.centreId !== centreId) refuse(unitRefusals, 'centreUnfit')
    const settingId = await ctx.widen('a new place of a unit', async () => {
      if (!(await units.isKeptOpen(ctx, { unitId, centreId: null }))) refuse(unitRefusals, 'wrongStatus')
      if (await store.worksAtPlace(ctx, { unitId, centreId, mode })) refuse(unitRefusals, 'placeExists')
      return openSetting(ctx, unitId, { centreId, mode, feePlanId })
    })
    ctx.note({ refType: 'unit_setting', refId: settingId, unitId, centreId, detail: { no: unit.code, mode, feePlanId } })
    return { settingId }
  },

  async setPlace(ctx, { settingId, isActive, reason }) {
    const setting = await lockSetting(ctx, settingId)
    const blocker = blockerOf(ctx, { status: setting.unit_status === accountStatus.closed ? accountStatus.closed : accountStatus.active }, 1, 'assign')
    if (blocker) refuse(unitRefusals, blocker)
    if (setting.is_active === isActive) refuse(unitRefusals, 'wrongStatus')
    await store.setActive(ctx, settingId, isActive)
    note(ctx, setting, { reason }, { before: { isActive: setting.is_active }, after: { isActive } })
    return { settingId }
  },
}
