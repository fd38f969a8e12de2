import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { unitRefusals } from '#/api/organisations/units.texts.ts'
import { pages } from '#/api/pages.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { dayOf } from '#/domain/base/period.ts'
import { assignedRoles as splitOrder } from '#/domain/organisations/split.ts'
import { type AssignedRole, assignedRoles } from '#/domain/organisations/unit.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { expectAllFound } from '#/server/kernel/rows/bulk.ts'
import { blockerOf, centreCountsOf, expectFutureDay, expectUnitManager } from '#/server/organisations/units/blockers.ts'
import { assigneesProblem } from '#/server/organisations/units/creation.ts'
import * as units from '#/server/organisations/units/store.ts'
import * as store from '#/server/organisations/units/store-assignments.ts'
import { notifyProposer } from '#/server/services/messages/public.ts'

type AssignInput = z.output<Modules['units']['assign']['input']>

const maxHistory = 200

/**
 * Returns the parties that a second person approves: the new ones. A partner's or marketer's end waits too while a later
 * role is assigned, because that role may earn the difference.
 */
function partiesForSecond(unit: units.UnitRow, parties: store.Parties, day: string | undefined): store.Parties {
  const isAssigned = (role: AssignedRole) => (parties.has(role) ? parties.get(role) : unit[`${role}_id`]) !== null
  return new Map(
    [...parties].filter(([role, party]) =>
      party === null
        ? unit[`${role}_id`] !== null && splitOrder.slice(splitOrder.indexOf(role) + 1).some(isAssigned)
        : day !== undefined || party !== unit[`${role}_id`],
    ),
  )
}

/** Returns why these people cannot be assigned to this unit; empty if they can. */
async function assignmentBlocker(ctx: Context, unit: units.UnitRow, places: number, input: AssignInput): Promise<string> {
  const blocker = blockerOf(ctx, unit, places, 'assign')
  if (blocker) return translate(unitRefusals[blocker], ctx.language)
  const centreIds = unit.places.map((place) => place.centre_id)
  const refusalName = await assigneesProblem(ctx, centreIds, input)
  return refusalName === null ? '' : translate(unitRefusals[refusalName], ctx.language)
}

/**
 * Applies planned assignments that are due, skipping people who no longer qualify. Payments read the history directly
 * and so do not depend on this job.
 */
export function applyAssignments(ctx: Context, unitIds: readonly number[] | null): Promise<number> {
  return ctx.widen('units change hands', async () => {
    const dueAssignments = await store.lockDueAssignments(ctx, unitIds)
    for (const { id, unit_id, role, party_id, status, centre_ids } of dueAssignments) {
      const isFit = status !== accountStatus.closed && (await assigneesProblem(ctx, centre_ids, { [`${role}Id`]: party_id })) === null
      await store.closeAssignment(ctx, id, isFit ? 'held' : 'lapsed')
      if (isFit) await store.refreshAssignedParty(ctx, unit_id, role)
      ctx.note({ refType: 'unit', refId: unit_id, unitId: unit_id, after: { [`${role}Id`]: party_id }, detail: { assignment: id, isLapsed: !isFit } })
    }
    return dueAssignments.length
  })
}

/**
 * Assigns parties to one unit, now or from a day on. Returns 1 if a second person must approve some of them, otherwise 0.
 */
async function assignUnit(ctx: Context, unit: units.UnitRow, parties: store.Parties, day: string | undefined): Promise<0 | 1> {
  const forSecond = partiesForSecond(unit, parties, day)
  const forNow = new Map([...parties].filter(([role]) => !forSecond.has(role)))
  const since = day === undefined ? ctx.now.toISOString() : `${day}T00:00:00+08:00`
  if (forSecond.size > 0) await store.proposeAssignments(ctx, { unitId: unit.id, since, parties: forSecond })
  if (forNow.size > 0 && day !== undefined) await store.planAssignments(ctx, { unitId: unit.id, since, parties: forNow })
  else if (forNow.size > 0) await units.update(ctx, unit.id, Object.fromEntries([...forNow].map(([role, party]) => [`${role}_id` as const, party])))
  const after = Object.fromEntries([...parties].map(([role, party]) => [`${role}_id` as const, party]))
  const before = Object.fromEntries([...parties.keys()].map((role) => [`${role}_id`, unit[`${role}_id`]]))
  const detail = { no: unit.code, ...(day !== undefined && { effectiveOn: day }), ...(forSecond.size > 0 && { proposed: [...forSecond.keys()] }) }
  ctx.note({ refType: 'unit', refId: unit.id, unitId: unit.id, before, after, detail })
  return forSecond.size > 0 ? 1 : 0
}

/** Returns a waiting or planned assignment with its unit, locked, if the caller may assign the unit. */
async function lockAssignment(ctx: Context, assignmentId: number) {
  expectUnitManager(ctx)
  const assignment = (await store.findAssignment(ctx, assignmentId)) ?? refuse(unitRefusals, 'notFound')
  await units.lock(ctx, [assignment.unit_id])
  const [unit] = await units.listByIds(ctx, [assignment.unit_id])
  if (!unit) refuse(unitRefusals, 'notFound')
  const blocker = blockerOf(ctx, unit, (await centreCountsOf(ctx, [unit.id]))(unit.id), 'assign')
  if (blocker) refuse(unitRefusals, blocker)
  return { unit, row: (await store.findAssignment(ctx, assignmentId)) ?? refuse(unitRefusals, 'notFound') }
}

const canCancel = (ctx: Context, row: store.AssignmentRow) => row.state === 'proposed' || (row.state === 'ahead' && row.since > ctx.now)

function decisionBlocker(ctx: Context, row: store.AssignmentRow): 'notProposed' | 'ownProposal' | null {
  if (row.state !== 'proposed') return 'notProposed'
  return row.proposer === ctx.actor.userId ? 'ownProposal' : null
}

/** Formats the planned assignments of a unit. */
export async function presentUpcoming(ctx: Context, unitId: number) {
  return (await store.plannedAssignments(ctx, unitId)).map((row) => ({ id: row.id, role: row.role, partyName: row.party_name ?? '', from: dayOf(row.since) }))
}

export const assignmentOperations = {
  async assign(ctx, input) {
    const { ids, marketerId, salesmanId, partnerId, effectiveOn } = input
    expectUnitManager(ctx)
    const parties = new Map<AssignedRole, number | null>()
    for (const role of assignedRoles) {
      const party = { partner: partnerId, marketer: marketerId, salesman: salesmanId }[role]
      if (party !== undefined) parties.set(role, party)
    }
    if (parties.size === 0) refuse(unitRefusals, 'nothingToAssign')
    if (effectiveOn !== undefined) expectFutureDay(ctx, effectiveOn)
    const day = effectiveOn === dayOf(ctx.now) ? undefined : effectiveOn
    await units.lock(ctx, ids)
    await applyAssignments(ctx, ids)
    const rows = await units.listByIds(ctx, ids)
    expectAllFound(
      ids,
      rows.map((row) => row.id),
    )
    const centreCountOf = await centreCountsOf(ctx, ids)
    const fail: { id: number; name: string; reason: string }[] = []
    let pendingCount = 0
    const ok: number[] = []
    for (const row of rows) {
      const reason = await assignmentBlocker(ctx, row, centreCountOf(row.id), input)
      if (reason !== '') {
        fail.push({ id: row.id, name: row.name, reason })
        continue
      }
      pendingCount += await assignUnit(ctx, row, parties, day)
      ok.push(row.id)
    }
    return { ok, fail, okCount: ok.length, failCount: fail.length, pendingCount }
  },

  async assignments(ctx, { id }) {
    const [unit] = await units.listByIds(ctx, [id])
    if (!unit) refuse(unitRefusals, 'notFound')
    const blocker = blockerOf(ctx, unit, (await centreCountsOf(ctx, [id]))(id), 'assign')
    const blockerText = (name: keyof typeof unitRefusals | null) => (name === null ? '' : translate(unitRefusals[name], ctx.language))
    const seenRoles = new Set<AssignedRole>()
    return (await store.assignments(ctx, id, maxHistory)).map((row) => {
      const hasTakenEffect = row.since <= ctx.now && (row.state === 'held' || row.state === 'ahead')
      const state = !hasTakenEffect
        ? row.state === 'held'
          ? ('past' as const)
          : row.state
        : seenRoles.has(row.role)
          ? ('past' as const)
          : ('current' as const)
      if (hasTakenEffect) seenRoles.add(row.role)
      return {
        id: row.id,
        role: row.role,
        partyName: row.party_name ?? '',
        since: row.since.toISOString(),
        state,
        setBy: row.set_by ?? '',
        decidedBy: row.decided_by ?? '',
        may: {
          cancel: blockerText(state === 'ahead' || state === 'proposed' ? blocker : 'notAhead'),
          decide: blockerText(decisionBlocker(ctx, row) ?? blocker),
        },
      }
    })
  },

  async decideAssignment(ctx, { assignmentId, isApproved, reason }) {
    const { unit, row } = await lockAssignment(ctx, assignmentId)
    const refusalName = decisionBlocker(ctx, row)
    if (refusalName) refuse(unitRefusals, refusalName)
    if (!isApproved && reason.length < 2) refuse(unitRefusals, 'reasonNeeded')
    const centreIds = unit.places.map((place) => place.centre_id)
    const unfit = isApproved ? await assigneesProblem(ctx, centreIds, { [`${row.role}Id`]: row.party_id }) : null
    if (unfit) refuse(unitRefusals, unfit)
    await store.decideAssignment(ctx, assignmentId, isApproved)
    if (isApproved) await applyAssignments(ctx, [unit.id])
    const message = { subject: 'assignment', proposedBy: row.proposer, name: unit.name, isApproved, reason } as const
    await notifyProposer(ctx, { ...message, path: `${pages.userDwList.path}?open=${unit.id}&pane=team`, refType: 'unit', refId: unit.id })
    const change = isApproved && { before: { [`${row.role}Id`]: unit[`${row.role}_id`] }, after: { [`${row.role}Id`]: row.party_id } }
    ctx.note({ refType: 'unit', refId: unit.id, unitId: unit.id, ...change, detail: { no: unit.code, assignment: assignmentId, isApproved, reason } })
    return {}
  },

  async cancelAssignment(ctx, { assignmentId }) {
    const { unit, row } = await lockAssignment(ctx, assignmentId)
    if (!canCancel(ctx, row)) refuse(unitRefusals, 'notAhead')
    await store.closeAssignment(ctx, assignmentId, 'cancelled')
    ctx.note({
      refType: 'unit',
      refId: unit.id,
      unitId: unit.id,
      before: { [`${row.role}Id`]: row.party_id },
      detail: { no: unit.code, effectiveOn: dayOf(row.since) },
    })
    return {}
  },
} satisfies Pick<Implementation<Modules['units']>, 'assign' | 'assignments' | 'decideAssignment' | 'cancelAssignment'>
