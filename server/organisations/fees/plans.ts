import type { Modules } from '#/api/modules.ts'
import { feeRefusals } from '#/api/organisations/fees.texts.ts'
import type { planDecisions } from '#/api/organisations/fees.ts'
import { pages } from '#/api/pages.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { chargesMore } from '#/domain/organisations/fee.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName, storedName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { displayedFigures, figureChanges, type PlanFigures, parsePlanFigures, planFiguresOf, presentFigures } from '#/server/organisations/fees/plan-figures.ts'
import { plansForExport } from '#/server/organisations/fees/sheet.ts'
import * as fees from '#/server/organisations/fees/store.ts'
import * as store from '#/server/organisations/fees/store-plans.ts'
import { expectDay, type FeeUndercut, refuseUndercut, worstUndercutOf } from '#/server/organisations/fees/undercuts.ts'
import { notifyProposer } from '#/server/services/messages/public.ts'

type RefusalKey = keyof typeof feeRefusals &
  ('notPlatform' | 'noFeeRight' | 'planEnded' | 'pendingExists' | 'notPending' | 'ownProposal' | 'notWaiting' | 'withdrawalAsked' | 'ownWithdrawal')
type PlanSubject = (typeof planDecisions)[number]

/** Returns why the caller may not edit plans, or null. */
function editBlocker(ctx: Context): RefusalKey | null {
  if (!ctx.scope.all) return 'notPlatform'
  return ctx.actor.may('fee:edit') ? null : 'noFeeRight'
}

function present(ctx: Context, row: store.PlanRow) {
  const endedBlocker = row.stand === 'ended' ? ('planEnded' as const) : null
  return {
    id: row.id,
    name: presetName(row.name, ctx.language),
    mode: row.mode,
    ...presentFigures(row),
    versionNo: row.no,
    ...fieldsOf(row, 'effective_from', 'stand', 'ended_on', 'next_from', 'has_pending'),
    unitCount: row.units,
    may: {
      revise: blockerText(ctx, feeRefusals, editBlocker(ctx) ?? endedBlocker ?? (row.has_pending ? 'pendingExists' : null)),
      end: blockerText(ctx, feeRefusals, editBlocker(ctx) ?? (row.ended_on === null ? null : 'planEnded')),
    },
  }
}

const startsLater = (ctx: Context, version: store.VersionRow) => version.state === 'approved' && version.effective_from > dayOf(ctx.now)

const isWithdrawalRequested = (ctx: Context, version: store.VersionRow) => version.withdraw_asked_by !== null && startsLater(ctx, version)

/** Returns what a second person decides about a version, if anything. */
function decisionOf(ctx: Context, version: store.VersionRow): PlanSubject | null {
  return isWithdrawalRequested(ctx, version) ? 'withdrawal' : version.state === 'pending' ? 'charges' : null
}

/** Returns why the caller may not make this decision about a version, or null. Without a decision, takes the one that waits. */
function decideBlocker(ctx: Context, version: store.VersionRow, subject = decisionOf(ctx, version)): RefusalKey | null {
  if (subject === null || subject !== decisionOf(ctx, version)) return 'notPending'
  const blocker = editBlocker(ctx)
  if (blocker) return blocker
  if (subject === 'withdrawal') return version.withdraw_asked_by === ctx.actor.userId ? 'ownWithdrawal' : null
  return version.proposed_by === ctx.actor.userId ? 'ownProposal' : null
}

function withdrawBlocker(ctx: Context, version: store.VersionRow): RefusalKey | null {
  if (isWithdrawalRequested(ctx, version)) return 'withdrawalAsked'
  return version.state === 'pending' || startsLater(ctx, version) ? editBlocker(ctx) : 'notWaiting'
}

/** Returns the withdrawal of an approved version that awaits a second person or was confirmed, or null. */
function presentWithdrawal(ctx: Context, version: store.VersionRow) {
  if (!version.withdraw_asked_at || (version.state !== 'withdrawn' && !isWithdrawalRequested(ctx, version))) return null
  return {
    askedBy: version.withdraw_asker ?? '',
    askedAt: version.withdraw_asked_at.toISOString(),
    reason: version.withdraw_reason,
    confirmedBy: version.withdraw_confirmer ?? '',
    confirmedAt: version.withdraw_confirmed_at?.toISOString() ?? null,
  }
}

/** Returns the approved versions next to a day: the last one before it, the one that starts on it, the first one after. */
function approvedAround(rows: readonly store.VersionRow[], day: string) {
  const versions = rows.filter((row) => row.state === 'approved').sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1))
  return {
    previous: versions.findLast((row) => row.effective_from < day),
    same: versions.find((row) => row.effective_from === day),
    next: versions.find((row) => row.effective_from > day),
  }
}

function presentVersions(ctx: Context, rows: readonly store.VersionRow[], endedOn: string | null) {
  const today = dayOf(ctx.now)
  const approvedVersions = rows.filter((row) => row.state === 'approved').sort((a, b) => (a.effective_from < b.effective_from ? -1 : 1))
  return rows.map((row) => {
    const at = approvedVersions.indexOf(row)
    const next = at < 0 ? undefined : approvedVersions[at + 1]
    const until = next ? shiftDay(next.effective_from, -1) : at < 0 ? null : endedOn
    const { previous, same } = approvedAround(rows, row.effective_from)
    const before = row.state === 'pending' ? (same ?? previous) : previous
    const status =
      at < 0 ? ('none' as const) : row.effective_from > today ? ('later' as const) : until !== null && until < today ? ('past' as const) : ('now' as const)
    return {
      id: row.id,
      no: row.no,
      ...presentFigures(row),
      state: row.state,
      stand: status,
      effectiveFrom: row.effective_from,
      until,
      needsSecond: row.needs_second,
      reason: row.reason,
      createdBy: row.creator ?? '',
      createdAt: row.created_at.toISOString(),
      decidedBy: row.decider ?? '',
      decidedAt: row.decided_at?.toISOString() ?? null,
      decisionReason: row.decision_reason,
      withdrawal: presentWithdrawal(ctx, row),
      changes: before ? figureChanges(ctx, planFiguresOf(before), planFiguresOf(row)) : [],
      may: { decide: blockerText(ctx, feeRefusals, decideBlocker(ctx, row)), withdraw: blockerText(ctx, feeRefusals, withdrawBlocker(ctx, row)) },
    }
  })
}

async function detail(ctx: Context, planId: number) {
  const row = (await store.find(ctx, planId)) ?? refuse(feeRefusals, 'planUnknown')
  const rows = await store.versions(ctx, planId)
  return { ...present(ctx, row), latestNo: rows[0]?.no ?? 0, versions: presentVersions(ctx, rows, row.ended_on) }
}

/** Refuses callers who may not edit plans. Takes the exclusive lock on fees until the transaction ends. */
async function lockForUpdate(ctx: Context): Promise<void> {
  refuseIf(feeRefusals, editBlocker(ctx))
  await fees.lockFees(ctx, 'change')
}

/**
 * Returns the worst floor that a change of a plan's versions would undercut at the plan's units; null when there is
 * none.
 */
async function undercutByPlan(
  ctx: Context,
  planId: number,
  change: (rates: readonly fees.PlanRates[]) => fees.PlanRates[],
  day: string,
): Promise<FeeUndercut | null> {
  const places = await fees.places(ctx, { planId })
  const rules = await fees.rulesFrom(ctx, [...new Set(places.map((place) => place.centreId))], dayOf(ctx.now))
  const rates = await fees.planRates(ctx)
  const after = change(rates).sort((a, b) => (a.from < b.from ? -1 : 1))
  return worstUndercutOf(ctx, { before: { rules, rates }, after: { rules, rates: after } }, places, day)
}

function undercutByVersion(ctx: Context, planId: number, figures: PlanFigures, day: string): Promise<FeeUndercut | null> {
  const tierRates = figures.tiers.map((tier) => tier.ratePpm)
  const fresh = { id: 0, planId, from: day, lowest: Math.min(...tierRates), highest: Math.max(...tierRates) }
  return undercutByPlan(ctx, planId, (rates) => [...rates.filter((row) => row.planId !== planId || row.from !== day), fresh], day)
}

function note(
  ctx: Context,
  plan: { id: number; name: string },
  detail: Record<string, unknown>,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> } = {},
): void {
  ctx.note({ refType: 'fee_plan', refId: plan.id, ...change, detail: { no: plan.name, ...detail } })
}

async function lockVersion(ctx: Context, versionId: number) {
  await lockForUpdate(ctx)
  const planId = (await store.planIdOf(ctx, versionId)) ?? refuse(feeRefusals, 'planUnknown')
  const plan = (await store.find(ctx, planId)) ?? refuse(feeRefusals, 'planUnknown')
  const version = (await store.versions(ctx, planId)).find((row) => row.id === versionId) ?? refuse(feeRefusals, 'planUnknown')
  return { plan, version }
}

/** Refuses a step up to the next version: a second person approved it only if it charges more than the one before it then. */
function expectNextCharges(next: store.VersionRow | undefined, figures: PlanFigures): void {
  if (next && chargesMore(planFiguresOf(next), figures)) refuse(feeRefusals, 'nextChargesMore', { no: next.no, day: next.effective_from })
}

/**
 * Refuses to withdraw an approved version if units have the plan and would pay more, below a floor, or nothing at all.
 * Refuses also if the next version would then charge more than the version before it.
 */
async function expectWithdrawable(ctx: Context, planId: number, version: store.VersionRow): Promise<void> {
  const settingsInUse = await store.settingsUsingPlanAfter(ctx, planId, dayOf(ctx.now))
  const { previous, next } = approvedAround(await store.versions(ctx, planId), version.effective_from)
  if (settingsInUse.count > 0 && !previous && !next) refuse(feeRefusals, 'planInUse', { count: settingsInUse.count, units: settingsInUse.names })
  if (settingsInUse.count > 0 && previous && chargesMore(planFiguresOf(previous), planFiguresOf(version)))
    refuse(feeRefusals, 'chargesMoreThen', { day: version.effective_from })
  if (previous) expectNextCharges(next, planFiguresOf(previous))
  refuseUndercut(ctx, await undercutByPlan(ctx, planId, (rates) => rates.filter((row) => row.id !== version.id), version.effective_from))
}

/** Withdraws an approved version at the request of another person, or ends the request, which its author may do too. */
async function decideWithdrawal(ctx: Context, planId: number, version: store.VersionRow, isConfirmed: boolean): Promise<void> {
  const blocker = decideBlocker(ctx, version, 'withdrawal')
  if (blocker && (isConfirmed || blocker !== 'ownWithdrawal')) refuse(feeRefusals, blocker)
  if (!isConfirmed) return store.requestWithdrawal(ctx, version.id, null)
  await expectWithdrawable(ctx, planId, version)
  await store.confirmWithdrawal(ctx, version.id)
}

type Decision = Pick<Parameters<typeof notifyProposer>[1], 'subject' | 'proposedBy' | 'alsoTo' | 'isApproved' | 'reason'>

async function notifyOfDecision(ctx: Context, plan: store.PlanRow, decision: Decision): Promise<void> {
  const path = `${pages.shoufeiblList.path}?open=${plan.id}&pane=history`
  await notifyProposer(ctx, { ...decision, name: plan.name, path, refType: 'fee_plan', refId: plan.id })
}

type Operations = Pick<
  Implementation<Modules['fees']>,
  'plans' | 'plan' | 'planUnits' | 'createPlan' | 'revisePlan' | 'decidePlan' | 'withdrawPlan' | 'endPlan' | 'exportPlans'
>

/** Operations on fee plans: read, create, change from a day on, approve, withdraw and end. */
export const planOperations: Operations = {
  async plans(ctx, { page, size, ...filter }) {
    const { rows, count } = await store.list(ctx, filter, { page, size })
    return { rows: rows.map((row) => present(ctx, row)), count }
  },

  async plan(ctx, { planId }) {
    return detail(ctx, planId)
  },

  async planUnits(ctx, { planId, ...page }) {
    const { rows, count } = await store.settingsOfPlan(ctx, planId, page)
    const visibleRows = rows.map((row) => ({
      settingId: row.id,
      ...fieldsOf(row, 'unit_id', 'unit_code', 'unit_name', 'centre_name', 'mode', 'is_active', 'from'),
    }))
    return { rows: visibleRows, count }
  },

  async createPlan(ctx, { name, mode, terms, effectiveFrom, reason }) {
    const figures = parsePlanFigures(terms)
    await lockForUpdate(ctx)
    expectDay(ctx, effectiveFrom, dayOf(ctx.now))
    const storedPlanName = storedName(name, ctx.language)
    if (await store.isNameTaken(ctx, { name: storedPlanName, mode })) refuse(feeRefusals, 'nameTaken', { name })
    const planId = await store.insertPlan(ctx, { name: storedPlanName, mode })
    await store.insertVersion(ctx, { planId, no: 1, ...figures, effectiveFrom, needsSecond: false, reason })
    note(ctx, { id: planId, name: storedPlanName }, { words: `#1 ${effectiveFrom}`, reason, mode, effectiveFrom }, { after: displayedFigures(ctx, figures) })
    return detail(ctx, planId)
  },

  async revisePlan(ctx, { planId, baseNo, terms, effectiveFrom, reason }) {
    const figures = parsePlanFigures(terms)
    await lockForUpdate(ctx)
    const plan = (await store.find(ctx, planId)) ?? refuse(feeRefusals, 'planUnknown')
    const today = dayOf(ctx.now)
    if (plan.ended_on !== null) refuse(feeRefusals, 'planEnded')
    const rows = await store.versions(ctx, planId)
    const [latest] = rows
    if (latest && latest.no !== baseNo) refuse(feeRefusals, 'newerVersion', { no: latest.no })
    if (plan.has_pending) refuse(feeRefusals, 'pendingExists')
    const approvedVersions = rows.filter((row) => row.state === 'approved')
    // Payments of today were charged by the current version, so a new one starts tomorrow at the earliest.
    expectDay(ctx, effectiveFrom, approvedVersions.some((row) => row.effective_from <= today) ? shiftDay(today, 1) : today)
    const { previous, same: replaced, next } = approvedAround(rows, effectiveFrom)
    // Units may rely on the date of a planned version, so only one of the same day can replace it.
    if (next && !replaced) refuse(feeRefusals, 'versionOverlap', { no: next.no, day: next.effective_from })
    const before = replaced ?? previous
    const changes = before ? figureChanges(ctx, planFiguresOf(before), figures) : []
    if (before && changes.length === 0) refuse(feeRefusals, 'nothingChanges')
    expectNextCharges(next, figures)
    const feeUndercut = await undercutByVersion(ctx, planId, figures, effectiveFrom)
    const no = (latest?.no ?? 0) + 1
    const needsSecond = replaced !== undefined || feeUndercut !== null || (before !== undefined && chargesMore(figures, planFiguresOf(before)))
    await store.insertVersion(ctx, { planId, no, ...figures, effectiveFrom, needsSecond, reason })
    const sideValues = (side: 'before' | 'after') => Object.fromEntries(changes.map((change) => [change.field, change[side]]))
    note(
      ctx,
      plan,
      { words: `#${no} ${effectiveFrom}`, reason, version: no, effectiveFrom, needsSecond, undercut: feeUndercut },
      before ? { before: sideValues('before'), after: sideValues('after') } : { after: displayedFigures(ctx, figures) },
    )
    return detail(ctx, planId)
  },

  async decidePlan(ctx, { planVersionId, subject, isApproved, reason }) {
    const { plan, version } = await lockVersion(ctx, planVersionId)
    if (subject === 'withdrawal') {
      await decideWithdrawal(ctx, plan.id, version, isApproved)
      const alsoTo = isApproved ? [version.proposed_by] : []
      await notifyOfDecision(ctx, plan, { subject: 'planWithdrawal', proposedBy: version.withdraw_asked_by, alsoTo, isApproved, reason })
      note(ctx, plan, { words: `#${version.no}`, reason: version.withdraw_reason, version: version.no, isWithdrawn: isApproved })
      return detail(ctx, plan.id)
    }
    refuseIf(feeRefusals, decideBlocker(ctx, version, subject))
    if (!isApproved && reason.length < 2) refuse(feeRefusals, 'reasonNeeded')
    // An approval after the planned day takes effect tomorrow, because today's payments were already charged.
    const tomorrow = shiftDay(dayOf(ctx.now), 1)
    const effectiveFrom = isApproved && version.effective_from < tomorrow ? tomorrow : version.effective_from
    const rows = await store.versions(ctx, plan.id)
    if (isApproved) {
      const { next } = approvedAround(rows, version.effective_from)
      if (next && next.effective_from <= effectiveFrom) refuse(feeRefusals, 'replacementLate', { no: next.no, day: next.effective_from, from: effectiveFrom })
      expectNextCharges(next, planFiguresOf(version))
      await undercutByVersion(ctx, plan.id, planFiguresOf(version), effectiveFrom)
    }
    const { same: replaced } = approvedAround(rows, effectiveFrom)
    await store.decideVersion(ctx, version.id, { state: isApproved ? 'approved' : 'rejected', effectiveFrom, reason })
    await notifyOfDecision(ctx, plan, { subject: 'feePlan', proposedBy: version.proposed_by, isApproved, reason })
    const replaces = isApproved ? (replaced?.no ?? null) : null
    note(ctx, plan, { words: `#${version.no} ${effectiveFrom}`, reason, version: version.no, isApproved, effectiveFrom, replaces })
    return detail(ctx, plan.id)
  },

  async withdrawPlan(ctx, { planVersionId, reason }) {
    const { plan, version } = await lockVersion(ctx, planVersionId)
    refuseIf(feeRefusals, withdrawBlocker(ctx, version))
    const isRequest = version.state === 'approved'
    if (isRequest) {
      await expectWithdrawable(ctx, plan.id, version)
      await store.requestWithdrawal(ctx, version.id, reason)
    } else await store.decideVersion(ctx, version.id, { state: 'withdrawn', effectiveFrom: version.effective_from, reason })
    note(ctx, plan, { words: `#${version.no}`, reason, version: version.no, isRequest })
    return detail(ctx, plan.id)
  },

  async endPlan(ctx, { planId, lastDay, reason }) {
    await lockForUpdate(ctx)
    const plan = (await store.find(ctx, planId)) ?? refuse(feeRefusals, 'planUnknown')
    if (plan.ended_on !== null) refuse(feeRefusals, 'planEnded')
    if (plan.has_pending) refuse(feeRefusals, 'pendingExists')
    if (lastDay < dayOf(ctx.now)) refuse(feeRefusals, 'endInThePast')
    const settingsInUse = await store.settingsUsingPlanAfter(ctx, planId, lastDay)
    if (settingsInUse.count > 0) refuse(feeRefusals, 'planInUse', { count: settingsInUse.count, units: settingsInUse.names })
    await store.endPlan(ctx, planId, lastDay)
    note(ctx, plan, { words: lastDay, reason }, { before: { endedOn: null }, after: { endedOn: lastDay } })
    return detail(ctx, planId)
  },

  async exportPlans(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => plansForExport(ctx, filter), { centreId: ctx.scope.centreId })
    return { fileId }
  },
}
