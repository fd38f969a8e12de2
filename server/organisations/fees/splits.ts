import type { Modules } from '#/api/modules.ts'
import { feeRefusals, roleNames, scopeNames } from '#/api/organisations/fees.texts.ts'
import { formatPpm, ppm } from '#/domain/base/money.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { assignedRoles, givesMore, parsePartPercent, type SplitMethod, splitRulesOverlap } from '#/domain/organisations/split.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { splitsForExport } from '#/server/organisations/fees/sheet.ts'
import * as fees from '#/server/organisations/fees/store.ts'
import * as store from '#/server/organisations/fees/store-splits.ts'
import {
  type CentreRule,
  expectDay,
  type FeeUndercut,
  firstRaiseOf,
  refuseRaise,
  refuseUndercut,
  type ShareRaise,
  worstUndercutOf,
} from '#/server/organisations/fees/undercuts.ts'

type RefusalKey = keyof typeof feeRefusals &
  ('notPlatform' | 'noSplitRight' | 'hasNext' | 'notInForce' | 'notPending' | 'ownProposal' | 'notWaiting' | 'pendingExists')

function editBlocker(ctx: Context): RefusalKey | null {
  if (!ctx.scope.all) return 'notPlatform'
  return ctx.actor.may('split:edit') ? null : 'noSplitRight'
}

function actionBlocker(ctx: Context, row: store.SplitRow, action: 'revise' | 'stop' | 'decide' | 'withdraw'): RefusalKey | null {
  const callerBlocker = editBlocker(ctx)
  if (callerBlocker) return callerBlocker
  if (action === 'decide') return row.state !== 'pending' ? 'notPending' : row.created_by === ctx.actor.userId ? 'ownProposal' : null
  if (action === 'withdraw') {
    if (row.has_next) return 'hasNext'
    return row.state === 'pending' || (row.state === 'approved' && row.stand === 'later') ? null : 'notWaiting'
  }
  if (row.state !== 'approved' || row.stand === 'ended') return 'notInForce'
  return row.has_next ? 'hasNext' : null
}

const rateOf = (row: store.SplitRow) => row.floor_rate_ppm ?? row.ratio_ppm ?? 0
const formatPercent = (rate: number) => `${formatPpm(rate)}%`

function present(ctx: Context, row: store.SplitRow) {
  const refusalText = (action: Parameters<typeof actionBlocker>[2]) => blockerText(ctx, feeRefusals, actionBlocker(ctx, row, action))
  return {
    ...fieldsOf(row, 'id', 'centre_id', 'centre_name', 'unit_id'),
    unitName: row.unit_name ?? '',
    role: row.role,
    partyId: row.party_id,
    partyName: row.party_name ?? '',
    mode: row.mode,
    method: row.method,
    ratePpm: rateOf(row),
    ...fieldsOf(row, 'effective_from', 'effective_to', 'state', 'stand', 'needs_second', 'reason'),
    createdBy: row.creator ?? '',
    createdAt: row.created_at.toISOString(),
    decidedBy: row.decider ?? '',
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
    stoppedBy: row.stopper ?? '',
    stopReason: row.stop_reason,
    may: { revise: refusalText('revise'), stop: refusalText('stop'), decide: refusalText('decide'), withdraw: refusalText('withdraw') },
  }
}

/** Formats a rule for the log. */
const describeRule = (of: { method: SplitMethod; ratePpm: number; from: string; to: string | null }) => ({
  method: of.method,
  rate: formatPercent(of.ratePpm),
  effectiveFrom: of.from,
  effectiveTo: of.to,
})
const describeRow = (row: store.SplitRow) => describeRule({ method: row.method, ratePpm: rateOf(row), from: row.effective_from, to: row.effective_to })

function note(
  ctx: Context,
  of: { id: number; centreId: number; unitId: number | null; role: string },
  detail: Record<string, unknown>,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
): void {
  ctx.note({ refType: 'split_rule', refId: of.id, centreId: of.centreId, unitId: of.unitId, ...change, detail: { role: of.role, ...detail } })
}

async function ruleResponse(ctx: Context, id: number) {
  return present(ctx, (await store.find(ctx, id)) ?? refuse(feeRefusals, 'splitUnknown'))
}

/** Returns the rule if the caller may perform the action. Locks rules and plans until the transaction ends. */
async function lockForUpdate(ctx: Context, id: number, action: Parameters<typeof actionBlocker>[2]): Promise<store.SplitRow> {
  await fees.lockFees(ctx, 'change')
  const row = (await store.find(ctx, id)) ?? refuse(feeRefusals, 'splitUnknown')
  refuseIf(feeRefusals, actionBlocker(ctx, row, action))
  return row
}

const toCentreRule = (row: store.SplitRow): CentreRule => ({
  ...fieldsOf(row, 'id', 'centre_id', 'unit_id', 'role', 'party_id', 'mode', 'method'),
  floorRatePpm: row.floor_rate_ppm === null ? null : ppm(row.floor_rate_ppm),
  ratioPpm: row.ratio_ppm === null ? null : ppm(row.ratio_ppm),
  from: row.effective_from,
  to: row.effective_to,
})

/** The worst floor that a change of rules undercuts, and the first share that it raises; null without one. */
interface RuleEffects {
  readonly undercut: FeeUndercut | null
  readonly raise: ShareRaise | null
}

/** Returns the effects of a change of a centre's rules. Refuses contradictory rules. */
async function effectsOfRules(ctx: Context, centreId: number, change: (rules: CentreRule[]) => CentreRule[], day: string): Promise<RuleEffects> {
  const [places, rates] = [await fees.places(ctx, { centreIds: [centreId] }), await fees.planRates(ctx)]
  const rules = await fees.rulesFrom(ctx, [centreId], dayOf(ctx.now))
  const worlds = { before: { rules, rates }, after: { rules: change(rules), rates } }
  return { undercut: worstUndercutOf(ctx, worlds, places, day), raise: firstRaiseOf(worlds, places, day) }
}

/** Refuses a removal that needs a second person, because only a new version can be approved. */
async function refuseRemoval(ctx: Context, centreId: number, change: (rules: CentreRule[]) => CentreRule[], day: string): Promise<void> {
  const { undercut, raise } = await effectsOfRules(ctx, centreId, change, day)
  refuseUndercut(ctx, undercut)
  refuseRaise(ctx, raise)
}

type SplitDraft = Omit<store.NewSplit, 'needsSecond'>

/** Returns the rules with the previous version ending on the day before `from`. Stores nothing. */
const endPrevious = (rules: readonly CentreRule[], previousId: number | null, from: string): CentreRule[] =>
  rules.map((rule) => (rule.id === previousId && (rule.to === null || rule.to >= from) ? { ...rule, to: shiftDay(from, -1) } : rule))

/** The effects of a new rule, and whether it needs a second person. */
interface CheckedRule extends RuleEffects {
  readonly needsSecond: boolean
}

/**
 * Refuses a contradictory rule, or one that overlaps another rule for the same party. A second person approves a rule
 * that undercuts a floor or raises an assigned party's share.
 */
async function checkNewRule(ctx: Context, draft: SplitDraft, earliest: string, before: store.SplitRow | null): Promise<CheckedRule> {
  const { centreId, role, partyId, unitId, mode, method, ratePpm, from, to, previousId } = draft
  expectDay(ctx, from, earliest)
  if (to !== null && to < from) refuse(feeRefusals, 'daysReversed')
  if (method === 'ratio' && role === 'platform') refuse(feeRefusals, 'ratioOfPlatform')
  if (method === 'ratio' && ratePpm === 0) refuse(feeRefusals, 'ratioZero')
  const newRule: CentreRule = {
    id: 0,
    centreId,
    role,
    partyId,
    unitId,
    mode,
    method,
    floorRatePpm: method === 'difference' ? ppm(ratePpm) : null,
    ratioPpm: method === 'ratio' ? ppm(ratePpm) : null,
    from,
    to,
  }
  const rules = endPrevious(await fees.rulesFrom(ctx, [centreId], dayOf(ctx.now)), previousId, from)
  const pendingRules = (await store.list(ctx, { centreId, state: 'pending' }, { page: 1, size: 1000 })).rows.map(toCentreRule)
  const overlappingRule = [...rules, ...pendingRules].find((rule) => splitRulesOverlap(rule, newRule))
  if (overlappingRule) {
    const row = (await store.find(ctx, overlappingRule.id)) ?? refuse(feeRefusals, 'splitUnknown')
    const party = row.party_name ?? translate(roleNames[row.role], ctx.language)
    refuse(feeRefusals, 'ruleOverlap', { party, scope: row.unit_name ?? row.centre_name, from: row.effective_from })
  }
  const effects = await effectsOfRules(ctx, centreId, (all) => [...endPrevious(all, previousId, from), newRule], from)
  const needsSecond = effects.undercut !== null || effects.raise !== null || givesMore(newRule, before && toCentreRule(before))
  return { ...effects, needsSecond }
}

/** Saves a checked rule. The previous version ends at once, or after the second approval if one is needed. */
async function saveRule(ctx: Context, draft: SplitDraft, { needsSecond, undercut, raise }: CheckedRule, before: store.SplitRow | null) {
  const id = await store.insert(ctx, { ...draft, needsSecond })
  if (before && !needsSecond) await endPreviousRule(ctx, before, draft.from)
  const { centreId, unitId, role, from, reason } = draft
  note(
    ctx,
    { id, centreId, unitId, role },
    { words: from, reason, partyId: draft.partyId, mode: draft.mode, needsSecond, undercut, raise },
    { ...(before && { before: describeRow(before) }), after: describeRule(draft) },
  )
  return ruleResponse(ctx, id)
}

async function endPreviousRule(ctx: Context, before: store.SplitRow, from: string): Promise<void> {
  if (before.effective_to === null || before.effective_to >= from) await store.setLastDay(ctx, before.id, shiftDay(from, -1))
}

type Operations = Pick<
  Implementation<Modules['fees']>,
  'splits' | 'split' | 'splitChoices' | 'createSplit' | 'reviseSplit' | 'decideSplit' | 'withdrawSplit' | 'stopSplit' | 'exportSplits'
>

/** Operations on split rules: read, create, change from a day on, approve, withdraw and stop. */
export const splitRuleOperations: Operations = {
  async splits(ctx, { page, size, ...filter }) {
    const { rows, count } = await store.list(ctx, filter, { page, size })
    return { rows: rows.map((row) => present(ctx, row)), count }
  },

  async split(ctx, { splitId }) {
    const row = (await store.find(ctx, splitId)) ?? refuse(feeRefusals, 'splitUnknown')
    const versions = await store.ruleHistory(ctx, row)
    return { ...present(ctx, row), versions: versions.map((version) => present(ctx, version)) }
  },

  async splitChoices(ctx) {
    return ctx.scope.all ? store.choices(ctx) : { centres: [], partners: [], staff: [] }
  },

  async createSplit(ctx, { rate, effectiveFrom, effectiveTo, ...given }) {
    refuseIf(feeRefusals, editBlocker(ctx))
    const { centreId, unitId, role, partyId, mode } = given
    await fees.lockFees(ctx, 'change')
    if (!(await store.hasMode(ctx, centreId, mode))) refuse(feeRefusals, 'centreUnfit')
    if (unitId !== null && !(await store.unitWorksAt(ctx, unitId, centreId, mode))) refuse(feeRefusals, 'unitUnfit')
    if (partyId !== null) {
      const assignableRole = assignedRoles.find((assignedRole) => assignedRole === role)
      if (!assignableRole || !(await store.canHoldRole(ctx, { role: assignableRole, partyId, centreId }))) refuse(feeRefusals, 'partyUnfit')
    }
    const draft: SplitDraft = { ...given, ratePpm: parsePartPercent(rate) ?? 0, from: effectiveFrom, to: effectiveTo, previousId: null }
    return saveRule(ctx, draft, await checkNewRule(ctx, draft, dayOf(ctx.now), null), null)
  },

  async reviseSplit(ctx, { splitId, rate, method, effectiveFrom, effectiveTo, reason }) {
    const before = await lockForUpdate(ctx, splitId, 'revise')
    const { centre_id: centreId, unit_id: unitId, role, party_id: partyId, mode } = before
    const ratePpm = parsePartPercent(rate) ?? 0
    const draft: SplitDraft = { centreId, unitId, role, partyId, mode, method, ratePpm, from: effectiveFrom, to: effectiveTo, previousId: splitId, reason }
    if (method === before.method && ratePpm === rateOf(before) && effectiveTo === before.effective_to) refuse(feeRefusals, 'nothingChanges')
    const tomorrow = shiftDay(dayOf(ctx.now), 1)
    const followingDay = shiftDay(before.effective_from, 1)
    return saveRule(ctx, draft, await checkNewRule(ctx, draft, followingDay > tomorrow ? followingDay : tomorrow, before), before)
  },

  async decideSplit(ctx, { splitId, isApproved, reason }) {
    const row = await lockForUpdate(ctx, splitId, 'decide')
    if (!isApproved && reason.length < 2) refuse(feeRefusals, 'reasonNeeded')
    const tomorrow = shiftDay(dayOf(ctx.now), 1)
    const earliest = row.previous_id === null ? dayOf(ctx.now) : tomorrow
    const from = isApproved && row.effective_from < earliest ? earliest : row.effective_from
    if (isApproved && row.effective_to !== null && row.effective_to < from) refuse(feeRefusals, 'daysReversed')
    const rule = { ...toCentreRule(row), from }
    if (isApproved) await effectsOfRules(ctx, row.centre_id, (all) => [...endPrevious(all, row.previous_id, from), rule], from)
    await store.decideRule(ctx, splitId, { state: isApproved ? 'approved' : 'rejected', from, reason })
    const before = row.previous_id === null ? undefined : await store.find(ctx, row.previous_id)
    if (isApproved && before) await endPreviousRule(ctx, before, from)
    const noteSubject = { id: splitId, centreId: row.centre_id, unitId: row.unit_id, role: row.role }
    note(ctx, noteSubject, { words: from, reason, isApproved }, { before: { state: row.state }, after: { state: isApproved ? 'approved' : 'rejected' } })
    return ruleResponse(ctx, splitId)
  },

  async withdrawSplit(ctx, { splitId, reason }) {
    const row = await lockForUpdate(ctx, splitId, 'withdraw')
    const before = row.previous_id === null ? undefined : await store.find(ctx, row.previous_id)
    if (row.state === 'approved') {
      const withPreviousRevived = (all: CentreRule[]) =>
        all.filter((rule) => rule.id !== splitId).map((rule) => (rule.id === before?.id ? { ...rule, to: before.agreed_to } : rule))
      await refuseRemoval(ctx, row.centre_id, withPreviousRevived, row.effective_from)
      if (before && before.effective_to === shiftDay(row.effective_from, -1)) await store.setLastDay(ctx, before.id, before.agreed_to)
    }
    await store.decideRule(ctx, splitId, { state: 'withdrawn', from: row.effective_from, reason })
    const noteSubject = { id: splitId, centreId: row.centre_id, unitId: row.unit_id, role: row.role }
    note(ctx, noteSubject, { words: row.effective_from, reason }, { before: describeRow(row), ...(before && { after: describeRow(before) }) })
    return ruleResponse(ctx, splitId)
  },

  async stopSplit(ctx, { splitId, lastDay, reason }) {
    const row = await lockForUpdate(ctx, splitId, 'stop')
    const today = dayOf(ctx.now)
    const from = row.effective_from > today ? row.effective_from : today
    if (lastDay < from || (row.effective_to !== null && lastDay > row.effective_to))
      refuse(feeRefusals, 'stopOrder', { from, to: row.effective_to ?? translate(scopeNames.openEnd, ctx.language) })
    const withEarlierEnd = (all: CentreRule[]) => all.map((rule) => (rule.id === splitId ? { ...rule, to: lastDay } : rule))
    await refuseRemoval(ctx, row.centre_id, withEarlierEnd, shiftDay(lastDay, 1))
    await store.stopRule(ctx, splitId, { lastDay, reason })
    const noteSubject = { id: splitId, centreId: row.centre_id, unitId: row.unit_id, role: row.role }
    note(ctx, noteSubject, { words: lastDay, reason }, { before: { effectiveTo: row.effective_to }, after: { effectiveTo: lastDay } })
    return ruleResponse(ctx, splitId)
  },

  async exportSplits(ctx, filter) {
    const { fileId } = await storeExport(ctx, filter, () => splitsForExport(ctx, filter))
    return { fileId }
  },
}
