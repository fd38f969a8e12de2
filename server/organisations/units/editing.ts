import type { Modules } from '#/api/modules.ts'
import { unitRefusals } from '#/api/organisations/units.texts.ts'
import { pages } from '#/api/pages.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { type GuardedUnitField, guardedUnitFields } from '#/domain/organisations/unit.ts'
import type { Context } from '#/server/kernel/context.ts'
import { storedName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { addProposedLegalPerson, confirmLegalPerson, setLegalPerson } from '#/server/organisations/relations/public.ts'
import { blockerOf, centreCountsOf } from '#/server/organisations/units/blockers.ts'
import { expectIdNumber } from '#/server/organisations/units/creation.ts'
import { lockForUpdate, requireUnit, unitResponse } from '#/server/organisations/units/locking.ts'
import * as units from '#/server/organisations/units/store.ts'
import * as store from '#/server/organisations/units/store-identity.ts'
import { notifyProposer } from '#/server/services/messages/public.ts'

const columnByField = {
  name: 'name',
  legalPerson: 'legal_person',
  bizKind: 'biz_kind',
  industry: 'industry',
  contactName: 'contact_name',
  contactMobile: 'contact_mobile',
  email: 'email',
  address: 'address',
  taxpayerKind: 'taxpayer_kind',
  description: 'description',
} as const

type Field = keyof typeof columnByField
type Blocker = keyof typeof unitRefusals | null

interface FieldChange {
  readonly field: Field
  readonly before: string
  readonly after: string
}

const isGuarded = (field: Field): field is GuardedUnitField => guardedUnitFields.some((guarded) => guarded === field)

const loggedValue = (field: Field, value: string) => (field === 'contactMobile' ? maskMobile(value) : value)

/** Returns one side of changes for the log, with masked numbers. */
const loggedSide = (changes: readonly FieldChange[], side: 'before' | 'after') =>
  Object.fromEntries(changes.map((change) => [change.field, loggedValue(change.field, change[side])]))

const loggedWords = (changes: readonly FieldChange[]) =>
  changes.map((change) => `${loggedValue(change.field, change.before)} → ${loggedValue(change.field, change.after)}`).join(' · ')

/** Lists what a proposal changes of a unit. */
const proposedChanges = (unit: units.UnitRow, proposal: store.IdentityChangeRow) =>
  guardedUnitFields.flatMap((field) => {
    const before = unit[columnByField[field]]
    const change = { field, before, after: proposal[columnByField[field]] ?? before }
    return change.before === change.after ? [] : [change]
  })

async function editBlocker(ctx: Context, unit: units.UnitRow): Promise<Blocker> {
  return blockerOf(ctx, unit, (await centreCountsOf(ctx, [unit.id]))(unit.id), 'edit')
}

/** Returns the open proposal of a unit with the actions of the caller. Only users who edit the unit see the new number. */
export async function presentIdentityChange(ctx: Context, unit: units.UnitRow) {
  const proposal = await store.openIdentityChange(ctx, unit.id)
  if (!proposal) return null
  const blocker = await editBlocker(ctx, unit)
  const blockerText = (name: Blocker) => (name === null ? '' : translate(unitRefusals[name], ctx.language))
  const isOwn = proposal.proposed_by === ctx.actor.userId
  return {
    id: proposal.id,
    changes: proposedChanges(unit, proposal).map(({ field, before, after }) => ({
      field,
      before: loggedValue(field, before),
      after: blocker === null ? after : loggedValue(field, after),
    })),
    proposedBy: proposal.proposer,
    proposedAt: proposal.proposed_at.toISOString(),
    may: { decide: blockerText(blocker ?? (isOwn ? 'ownProposal' : null)), withdraw: blockerText(blocker) },
  }
}

/** Locks an open proposal and its unit. Refuses callers who may not edit the unit. */
async function lockProposal(ctx: Context, id: number): Promise<{ unit: units.UnitRow; proposal: store.IdentityChangeRow }> {
  const unitId = (await store.unitOfIdentityChange(ctx, id)) ?? refuse(unitRefusals, 'notFound')
  await units.lock(ctx, [unitId])
  const unit = await requireUnit(ctx, unitId)
  const blocker = await editBlocker(ctx, unit)
  if (blocker) refuse(unitRefusals, blocker)
  const proposal = await store.openIdentityChange(ctx, unitId)
  return proposal?.id === id ? { unit, proposal } : refuse(unitRefusals, 'notPending')
}

/** Refuses a legal person's ID number while a new name awaits approval, because it would be stored with the former name. */
async function refuseWhileNameWaits(ctx: Context, unit: units.UnitRow): Promise<void> {
  const proposal = await store.openIdentityChange(ctx, unit.id)
  if (proposal && (proposal.legal_person ?? unit.legal_person) !== unit.legal_person) refuse(unitRefusals, 'pendingExists')
}

type Operations = Pick<Implementation<Modules['units']>, 'update' | 'decideIdentity' | 'withdrawIdentity'>

/** The operations that change a unit's data. */
export const editOperations: Operations = {
  async update(ctx, { id, version, legalIdNumber, ...fields }) {
    const row = await lockForUpdate(ctx, { id, version }, 'edit')
    const changes = Object.entries(columnByField).flatMap(([name, column]) => {
      const field = name as Field
      const typedValue = fields[field]
      const after = field === 'industry' && typedValue !== undefined ? storedName(typedValue, ctx.language) : typedValue
      return after === undefined || after === row[column] ? [] : [{ field, before: row[column], after }]
    })
    const guarded = changes.filter(({ field }) => isGuarded(field))
    const isProposed = guarded.length > 0 && (await store.isInUse(ctx, id))
    const applied = isProposed ? changes.filter((change) => !guarded.includes(change)) : changes
    if (applied.length > 0) await units.update(ctx, id, Object.fromEntries(applied.map(({ field, after }) => [columnByField[field], after])))
    const legalName = fields.legalPerson ?? row.legal_person
    const legalPerson = legalIdNumber ? ({ name: legalName, source: 'centre', idNumber: expectIdNumber(legalIdNumber) } as const) : null
    // The former legal person stays one until another person approves the new name.
    const isLegalPersonProposed = isProposed && guarded.some(({ field }) => field === 'legalPerson')
    if (legalPerson && !isLegalPersonProposed) await refuseWhileNameWaits(ctx, row)
    const legalRelatedId = legalPerson && isLegalPersonProposed ? await addProposedLegalPerson(ctx, id, legalPerson) : null
    const proposedEnds = legalPerson && !isLegalPersonProposed ? await setLegalPerson(ctx, id, legalPerson) : 0
    if (isProposed) {
      const { name = row.name, contactMobile = row.contact_mobile } = fields
      const identity = { unitId: id, name, legalPerson: legalName, legalRelatedId, contactMobile }
      if (!(await store.proposeIdentity(ctx, identity))) refuse(unitRefusals, 'pendingExists')
    }
    const proposal = isProposed && { words: loggedWords(guarded), proposed: loggedSide(guarded, 'after') }
    const detail = { no: row.code, ...proposal, ...(proposedEnds > 0 && { formerLegalPersons: proposedEnds }) }
    ctx.note({ refType: 'unit', refId: id, unitId: id, before: loggedSide(applied, 'before'), after: loggedSide(applied, 'after'), detail })
    return { ...(await unitResponse(ctx, id)), isProposed, isEndProposed: proposedEnds > 0 }
  },

  async decideIdentity(ctx, { identityChangeId, isApproved, reason }) {
    const { unit, proposal } = await lockProposal(ctx, identityChangeId)
    if (proposal.proposed_by === ctx.actor.userId) refuse(unitRefusals, 'ownProposal')
    if (!isApproved && reason.length < 2) refuse(unitRefusals, 'reasonNeeded')
    const changes = proposedChanges(unit, proposal)
    await store.endIdentityChange(ctx, identityChangeId, isApproved ? 'approved' : 'rejected', reason)
    if (isApproved) await units.update(ctx, unit.id, Object.fromEntries(changes.map(({ field, after }) => [columnByField[field], after])))
    const { legal_related_id: relatedId, legal_person: name } = proposal
    const proposedEnds = isApproved && relatedId !== null ? await confirmLegalPerson(ctx, unit.id, { relatedId, name: name ?? unit.legal_person }) : 0
    const values = isApproved
      ? { before: loggedSide(changes, 'before'), after: loggedSide(changes, 'after') }
      : { before: { state: 'waiting' }, after: { state: 'rejected' } }
    const message = { subject: 'identity', proposedBy: proposal.proposed_by, name: unit.name, isApproved, reason } as const
    await notifyProposer(ctx, { ...message, path: `${pages.userDwList.path}?open=${unit.id}`, refType: 'unit', refId: unit.id })
    const detail = { no: unit.code, words: loggedWords(changes), reason, isApproved, ...(proposedEnds > 0 && { formerLegalPersons: proposedEnds }) }
    ctx.note({ refType: 'unit', refId: unit.id, unitId: unit.id, ...values, detail })
    return { ...(await unitResponse(ctx, unit.id)), isEndProposed: proposedEnds > 0 }
  },

  async withdrawIdentity(ctx, { identityChangeId, reason }) {
    const { unit, proposal } = await lockProposal(ctx, identityChangeId)
    await store.endIdentityChange(ctx, identityChangeId, 'withdrawn', reason)
    const detail = { no: unit.code, words: loggedWords(proposedChanges(unit, proposal)), reason }
    ctx.note({ refType: 'unit', refId: unit.id, unitId: unit.id, before: { state: 'waiting' }, after: { state: 'withdrawn' }, detail })
    return unitResponse(ctx, unit.id)
  },
}
