import type { Modules } from '#/api/modules.ts'
import { endReasons, relationRefusals } from '#/api/organisations/relations.texts.ts'
import { pages } from '#/api/pages.ts'
import { userType } from '#/domain/base/codes.ts'
import { maskIdNumber, readIdNumber } from '#/domain/base/identity.ts'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import { nameProblem } from '#/domain/base/validation.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { blockerText, refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'
import { sealedColumns, unsealRow } from '#/server/lib/vault/sealing.ts'
import { recheckBatches } from '#/server/organisations/relations/public.ts'
import * as store from '#/server/organisations/relations/store.ts'
import { storeDocument } from '#/server/services/files/public.ts'
import { notifyProposer, sendNotification } from '#/server/services/messages/public.ts'

const maxExceptionDays = 366

/** Returns the requested unit if the caller may see it; by default the caller's own. */
async function visibleUnitId(ctx: Context, named: number | undefined): Promise<number> {
  const unitId = named ?? ctx.actor.unitId ?? refuse(relationRefusals, 'unitUnknown')
  return (await store.canSeeUnit(ctx, unitId)) ? unitId : refuse(relationRefusals, 'unitUnknown')
}

const maskedIdNumber = (ctx: Context, row: Parameters<typeof unsealRow<store.PersonRow | store.ExceptionRow, 'id_number'>>[1]) =>
  maskIdNumber(unsealRow(ctx, row, ['id_number']).id_number)

/** Normalises entered or pasted people: numbers without spaces and in capitals. */
function cleanPeople(people: readonly { name: string; idNumber: string }[]) {
  return people.map(({ name, idNumber }) => {
    const number = idNumber.normalize('NFKC').replace(/\s/g, '').toUpperCase()
    if (nameProblem(name)) refuse(relationRefusals, 'badName', { name })
    if (!readIdNumber(number).isValid) refuse(relationRefusals, 'badNumber', { name })
    return { name, idNumber: number }
  })
}

type Blocker = keyof typeof relationRefusals | null

/** Returns why the caller may not decide a request or a proposed end, or null. */
function decisionBlocker(ctx: Context, of: { readonly isPending: boolean; readonly proposedBy: number | null }): Blocker {
  if (!of.isPending) return 'decided'
  if (!ctx.scope.all && !(ctx.actor.usertype === userType.centre && ctx.scope.centreIds.length > 0)) return 'noPlace'
  if (!ctx.actor.may('user:audit')) return 'noRight'
  return of.proposedBy === ctx.actor.userId ? 'ownRequest' : null
}

const exceptionBlocker = (ctx: Context, row: Pick<store.ExceptionRow, 'state' | 'created_by'>) =>
  decisionBlocker(ctx, { isPending: row.state === 'pending', proposedBy: row.created_by })

const endBlocker = (ctx: Context, row: Pick<store.PersonRow, 'end_proposed_by'>) =>
  decisionBlocker(ctx, { isPending: row.end_proposed_by !== null, proposedBy: row.end_proposed_by })

// The program stores the key of a reason, and people their own words.
const endReasonText = (ctx: Context, reason: string) =>
  Object.hasOwn(endReasons, reason) ? translate(endReasons[reason as keyof typeof endReasons], ctx.language) : reason

function presentPerson(ctx: Context, row: store.PersonRow) {
  return {
    id: row.id,
    unitName: row.unit_name,
    name: row.name,
    idNumber: maskedIdNumber(ctx, row),
    relation: row.relation,
    source: row.source,
    since: row.created_at.toISOString(),
    end: row.end_proposed_at && {
      reason: endReasonText(ctx, row.end_reason),
      proposedBy: row.proposer ?? '',
      proposedAt: row.end_proposed_at.toISOString(),
      mayDecide: blockerText(ctx, relationRefusals, endBlocker(ctx, row)),
      mayWithdraw: ctx.actor.may('unit:edit') ? '' : translate(relationRefusals.noEdit, ctx.language),
    },
  }
}

/** Locks and returns a related person of a unit that the caller sees. */
async function lockPerson(ctx: Context, id: number): Promise<store.PersonRow> {
  const row = (await store.lock(ctx, id)) ?? refuse(relationRefusals, 'notFound')
  return (await store.canSeeUnit(ctx, row.unit_id)) ? row : refuse(relationRefusals, 'notFound')
}

function notePerson(ctx: Context, row: store.PersonRow, detail: Record<string, unknown>): void {
  ctx.note({ refType: 'unit', refId: row.unit_id, unitId: row.unit_id, detail: { relation: row.relation, person: maskedIdNumber(ctx, row), ...detail } })
}

/** Returns the first day on which an approved exception does not count. */
function voidDayOf(row: store.ExceptionRow, reason: NonNullable<store.ExceptionRow['void_reason']>): string {
  if (reason === 'renewed') return dayOf(row.related_at)
  if (reason === 'ended' && row.ended_at) return dayOf(row.ended_at)
  return shiftDay(row.valid_to ?? dayOf(row.related_at), 1)
}

export const relations: Implementation<Modules['relations']> = {
  async list(ctx, { unitId: named, ...page }) {
    const unitId = await visibleUnitId(ctx, named)
    const { rows, count } = await store.list(ctx, unitId, page)
    return { count, rows: rows.map((row) => presentPerson(ctx, row)) }
  },

  async add(ctx, { unitId: of, relation, people }) {
    const unitId = await visibleUnitId(ctx, of)
    const cleanedPeople = cleanPeople(people)
    const source = ctx.actor.usertype === userType.unit ? 'unit' : 'centre'
    const addedCount = await store.addRelatedPeople(ctx, { unitId, relation, source }, cleanedPeople)
    await recheckBatches(
      ctx,
      unitId,
      cleanedPeople.map(({ idNumber }) => sealedColumns(ctx, { id_number: idNumber }).id_number_index),
    )
    ctx.note({ refType: 'unit', refId: unitId, unitId, detail: { relation, people: cleanedPeople.length, added: addedCount } })
    return { added: addedCount }
  },

  async remove(ctx, { relationId, reason }) {
    const row = await lockPerson(ctx, relationId)
    if (row.end_proposed_by !== null) refuse(relationRefusals, 'endProposed')
    await store.proposeEnd(ctx, relationId, reason)
    notePerson(ctx, row, { reason })
    return {}
  },

  async ends(ctx, { isForMe, ...page }) {
    const { rows, count } = await store.proposedEnds(ctx, isForMe, page)
    return { count, rows: rows.map((row) => presentPerson(ctx, row)) }
  },

  async decideEnd(ctx, { relationId, isApproved, reason }) {
    const row = await lockPerson(ctx, relationId)
    refuseIf(relationRefusals, endBlocker(ctx, row))
    if (!isApproved && reason.length < 2) refuse(relationRefusals, 'reasonNeeded')
    if (isApproved) await store.endRelation(ctx, relationId)
    else await store.dropProposedEnd(ctx, relationId)
    if (isApproved) await recheckBatches(ctx, row.unit_id, [row.id_number_index])
    await notifyProposer(ctx, {
      ...{ subject: 'relationEnd', proposedBy: row.end_proposed_by, name: row.name, isApproved, reason },
      ...{ path: `${pages.userDwList.path}?open=${row.unit_id}&pane=related`, refType: 'unit', refId: row.unit_id },
    })
    notePerson(ctx, row, { reason, isApproved, proposedReason: endReasonText(ctx, row.end_reason) })
    return {}
  },

  async withdrawEnd(ctx, { relationId, reason }) {
    const row = await lockPerson(ctx, relationId)
    if (row.end_proposed_by === null) refuse(relationRefusals, 'decided')
    await store.dropProposedEnd(ctx, relationId)
    notePerson(ctx, row, { reason })
    return {}
  },

  async exceptions(ctx, { state, ...turn }) {
    const { rows, count, next, open } = await store.exceptions(ctx, state, turn)
    return {
      count,
      next,
      open,
      rows: rows.map((row) => {
        return {
          ...fieldsOf(row, 'id', 'unit_name', 'centre_name', 'name'),
          state: row.void_reason === null ? row.state : ('void' as const),
          idNumber: maskedIdNumber(ctx, row),
          ...fieldsOf(row, 'relation', 'statement', 'file_id', 'requested_by'),
          requestedAt: row.created_at.toISOString(),
          decidedBy: row.decided_by ?? '',
          ...fieldsOf(row, 'decided_at', 'decision_reason', 'valid_to'),
          voided: row.void_reason && { reason: row.void_reason, on: voidDayOf(row, row.void_reason) },
          mayDecide: blockerText(ctx, relationRefusals, exceptionBlocker(ctx, row)),
        }
      }),
    }
  },

  async request(ctx, { lineId, statement, file }) {
    const payee = (await store.payeeOf(ctx, lineId)) ?? refuse(relationRefusals, 'lineUnknown')
    if (payee.related_id === null) refuse(relationRefusals, 'notRelated')
    const { unit_id: unitId, centre_id: centreId } = payee
    const { fileId, sha256 } = await storeDocument(ctx, { upload: file, pictures: true, purpose: 'relation', unitId, centreId })
    const id = (await store.addException(ctx, { relatedId: payee.related_id, unitId, centreId, statement, fileId })) ?? refuse(relationRefusals, 'openAlready')
    ctx.note({ refType: 'relation_exception', refId: id, unitId, centreId, detail: { line: lineId, reason: statement, sha256 } })
    return { id }
  },

  async decide(ctx, { exceptionId, isApproved, reason, validTo }) {
    const row = (await store.lockException(ctx, exceptionId)) ?? refuse(relationRefusals, 'exceptionUnknown')
    refuseIf(relationRefusals, exceptionBlocker(ctx, row))
    const today = dayOf(ctx.now)
    const lastDay = isApproved ? (validTo ?? refuse(relationRefusals, 'badDay')) : null
    if (lastDay !== null && (lastDay < today || lastDay > shiftDay(today, maxExceptionDays))) refuse(relationRefusals, 'badDay')
    await store.decideException(ctx, exceptionId, { state: isApproved ? 'approved' : 'rejected', reason, validTo: lastDay })
    await recheckBatches(ctx, row.unit_id, [row.id_number_index])
    const messageTarget = { to: [row.created_by], path: null, refType: 'relation_exception', refId: exceptionId } as const
    if (lastDay === null) await sendNotification(ctx, { ...messageTarget, kind: 'exceptionRefused', values: { name: row.name, reason } })
    else await sendNotification(ctx, { ...messageTarget, kind: 'exceptionAllowed', values: { name: row.name, day: lastDay } })
    ctx.note({
      refType: 'relation_exception',
      refId: exceptionId,
      unitId: row.unit_id,
      centreId: row.centre_id,
      before: { state: row.state },
      after: { state: isApproved ? 'approved' : 'rejected' },
      detail: { reason, validTo: lastDay },
    })
    return {}
  },
}
