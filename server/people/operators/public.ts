import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { accountStatus, type OperatorType } from '#/domain/base/codes.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { languages } from '#/domain/base/text.ts'
import type { CardFacts } from '#/domain/money/line-check.ts'
import type { CandidateDocumentKind } from '#/domain/people/candidate.ts'
import type { Context } from '#/server/kernel/context.ts'
import { event } from '#/server/kernel/job.ts'
import { verifyCards as askBank, type CardOutcome, type CardQuestion, verifyCard } from '#/server/people/identity/public.ts'
import { keeps } from '#/server/people/operators/permission.ts'
import * as store from '#/server/people/operators/store.ts'
import * as actions from '#/server/people/operators/store-actions.ts'
import * as candidates from '#/server/people/operators/store-candidates.ts'
import * as closing from '#/server/people/operators/store-closing.ts'
import * as making from '#/server/people/operators/store-making.ts'
import * as merges from '#/server/people/operators/store-merging.ts'
import { particularsOf } from '#/server/people/operators/store-particulars.ts'
import { count as countListed } from '#/server/people/operators/store-roster.ts'

/** An operator became payable or stopped being so, at one unit or at all. */
export const operatorChanged = event('operators.changed', z.object({ operatorId: Id, unitId: Id.nullable() }))

/** A payee of a draft batch changed: an operator, or a candidate whose review advanced (`candidateId`). */
export const payeesChanged = event('operators.payeesChanged', z.object({ batchId: Id, candidateId: Id.nullable() }))

/** A review needs pictures from the candidate. */
export const documentsRequested = event('operators.papersWanted', z.object({ candidateId: Id, language: z.enum(languages) }))

/** A known person's card that was not yet verified. */
export interface UnknownCard extends CardQuestion {
  readonly operatorId: number
  readonly bankName: string
}

/** A payee of a line who is unknown or does not match. */
export interface Stranger {
  readonly lineId: number
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
  readonly cardNo: string
  readonly bankName: string
  readonly problems: readonly string[]
}

/**
 * Asks the bank once about the new cards of a unit's people, and stores the answers.
 * Returns the cards of each operator by id.
 */
export async function verifyCards(ctx: Context, unitId: number, cards: readonly UnknownCard[]): Promise<Map<number, CardFacts[]>> {
  const found = new Map<number, CardFacts[]>()
  if (cards.length === 0) return found
  const answers = await askBank(ctx, cards)
  const stored = cards.map((card, index) => ({
    operator_id: card.operatorId,
    card_no: card.cardNo,
    bank_name: card.bankName,
    is_verified: answers[index]?.answer === 'match',
    verified_by: answers[index]?.by ?? '',
  }))
  await ctx.widen('card answers', () => store.saveCards(ctx, stored, unitId))
  for (const card of stored) {
    const facts = {
      cardNo: card.card_no,
      bankName: card.bank_name,
      isDefault: false,
      isVerified: card.is_verified,
      isRefused: !card.is_verified && card.verified_by !== '',
    }
    found.set(card.operator_id, [...(found.get(card.operator_id) ?? []), facts])
  }
  return found
}

interface NewCard {
  readonly operatorId: number
  readonly cardNo: string
  readonly bankName: string
  /** The unit that submitted the card, or null for the person or the record keeper. */
  readonly unitId: number | null
}

async function storeRequestedCard(ctx: Context, { operatorId, cardNo, bankName, unitId }: NewCard): Promise<CardOutcome> {
  const operator = await store.findOperator(ctx, operatorId)
  if (!operator) return 'card_mismatch'
  if (unitId !== null && (await store.isConfirmed(ctx, operatorId, cardNo))) return 'match'
  const { name, id_kind: idKind, id_number: idNumber, mobile } = operator
  const { answer, by } = await verifyCard(ctx, { name, idKind, idNumber, mobile, cardNo, ref: `operator ${operatorId}` })
  await store.saveCards(ctx, [{ operator_id: operatorId, card_no: cardNo, bank_name: bankName, is_verified: answer === 'match', verified_by: by }], unitId)
  return answer
}

/**
 * Adds a card once the bank has confirmed it. Returns the bank's answer. Refused cards are stored and never used.
 * A unit's card that is already confirmed is not asked about again. Unverified cards await manual verification.
 */
export function addCard(ctx: Context, card: NewCard): Promise<CardOutcome> {
  return ctx.widen('a new card', () => storeRequestedCard(ctx, card))
}

/** Adds a card and makes it the default for every unit; for the person or the record keeper. */
export function setOwnCard(ctx: Context, card: Omit<NewCard, 'unitId'>): Promise<CardOutcome> {
  return ctx.widen('a new card', async () => {
    const answer = await storeRequestedCard(ctx, { ...card, unitId: null })
    if (answer === 'match') await store.setDefaultCard(ctx, card.operatorId, card.cardNo)
    return answer
  })
}

/** Adds a card that only this unit uses. Returns 'not_linked' when the person does not work with it. */
export function setUnitCard(ctx: Context, card: NewCard & { readonly unitId: number }): Promise<CardOutcome | 'not_linked'> {
  return ctx.widen('a new card', async () => {
    if (!(await store.isLinked(ctx, card.operatorId, card.unitId))) return 'not_linked'
    const answer = await storeRequestedCard(ctx, card)
    if (answer === 'match') await store.setUnitCard(ctx, card)
    return answer
  })
}

/** Submits unknown payees to the centre, one review per person and unit. Returns the number of people. */
export async function refer(
  ctx: Context,
  of: { readonly centreId: number; readonly unitId: number; readonly batchId: number },
  people: readonly Stranger[],
): Promise<number> {
  const once = new Map(people.map((person) => [person.idNumber, person]))
  if (once.size === 0) return 0
  const rows = [...once.values()].map((person) => ({
    line_id: person.lineId,
    name: person.name,
    id_number: person.idNumber,
    mobile: person.mobile,
    card_no: person.cardNo,
    bank_name: person.bankName,
    problems: person.problems,
  }))
  await candidates.addCandidates(ctx, of, rows)
  return once.size
}

/** The effect of a review on a candidate's lines. */
export interface Resolution {
  readonly idIndex: string
  /** The known person whose name and number the lines receive. */
  readonly becomes: { readonly name: string; readonly idNumber: string } | null
  /** Lines that get their original name and number back. */
  readonly restored: { readonly lineIds: readonly number[]; readonly name: string; readonly idNumber: string } | null
  readonly bringerId: number
  /** The deciding user, or null when the lines stay unchanged. */
  readonly decidedBy: number | null
  /** Stores which lines received another name and number. */
  readonly keep: (lineIds: readonly number[]) => Promise<void>
}

/** Returns the effect of a review on its lines, or null when there is none. For system jobs. */
export async function resolutionOf(ctx: Context, candidateId: number): Promise<Resolution | null> {
  const [row] = await candidates.lockCandidates(ctx, [candidateId])
  if (!row) return null
  const facts = { idIndex: row.id_number_index, bringerId: row.submitted_by }
  const nothing = { becomes: null, restored: null, decidedBy: null, keep: async () => undefined }
  if (row.state === 'merged') {
    const made = await merges.lastMerge(ctx, candidateId)
    const operator = made ? await store.findOperator(ctx, made.operator_id) : undefined
    if (!made || !operator) return { ...facts, ...nothing }
    const becomes = { name: operator.name, idNumber: operator.id_number }
    return {
      ...facts,
      becomes,
      restored: null,
      decidedBy: made.merged_by,
      keep: (lineIds) => merges.storeLines(ctx, made.id, [...new Set([...made.line_ids, ...lineIds])]),
    }
  }
  const undone = await merges.lastUndone(ctx, candidateId)
  if (!undone || undone.line_ids.length === 0) return { ...facts, ...nothing }
  const restored = { lineIds: undone.line_ids, name: row.name, idNumber: row.id_number }
  return { ...facts, becomes: null, restored, decidedBy: undone.undone_by, keep: () => merges.storeLines(ctx, undone.id, []) }
}

/** A candidate asked to send pictures. */
export interface RecipientPerson {
  readonly id: number
  readonly name: string
  readonly mobile: string
  readonly unitName: string
  readonly centreId: number
  readonly wanted: readonly CandidateDocumentKind[]
  readonly reason: string
  readonly reviewerId: number | null
}

/**
 * Locks and returns the candidate whose pictures are requested, or null when none are. The caller has checked the
 * ticket.
 */
export async function requestedPerson(ctx: Context, candidateId: number): Promise<RecipientPerson | null> {
  return ctx.widen('whose pictures are wanted', async () => {
    const row = await candidates.lockRequested(ctx, candidateId)
    return row?.state === 'waiting'
      ? {
          id: row.id,
          name: row.name,
          mobile: row.mobile,
          unitName: row.unit_name,
          centreId: row.centre_id,
          wanted: row.wanted,
          reason: row.wanted_reason,
          reviewerId: row.reviewer_id,
        }
      : null
  })
}

/** Reopens the review after the pictures arrived. */
export async function papersArrived(ctx: Context, candidateId: number): Promise<void> {
  await ctx.widen('pictures arrived', () => candidates.changeCandidate(ctx, candidateId, { state: 'open', reason: '' }))
}

/** Returns whether this person is an operator of any centre. */
export function isKnownPerson(ctx: Context, idNumber: string): Promise<boolean> {
  return ctx.widen('known identity numbers', () => making.isKnown(ctx, idNumber))
}

/** An accepted operator with a card, possibly unverified. */
interface NewOperator extends making.OperatorRow {
  readonly card: { readonly cardNo: string; readonly bankName: string }
  /** The unit that invited this person. */
  readonly unitId?: number | null
}

/** Creates an operator with card and unit link. The caller has checked permission and bank. */
export async function createOperator(ctx: Context, { card, unitId, ...person }: NewOperator): Promise<{ operatorId: number }> {
  return ctx.widen('a new operator', async () => {
    const operatorId = await making.insertOperator(ctx, person)
    await store.saveCards(
      ctx,
      [{ operator_id: operatorId, card_no: card.cardNo, bank_name: card.bankName, is_verified: person.verifiedBy !== '', verified_by: person.verifiedBy }],
      null,
    )
    await store.setDefaultCard(ctx, operatorId, card.cardNo)
    if (unitId) await store.linkUnit(ctx, unitId, operatorId)
    ctx.note({ refType: 'operator', refId: operatorId, centreId: person.centreId, detail: { kind: person.kind, yztype: person.yztype, status: person.status } })
    return { operatorId }
  })
}

/**
 * Rechecks draft batches that pay this person, at one unit or all. If the person is no longer payable, paid but
 * unsent lines are recalled.
 */
export async function checkAgain(ctx: Context, operatorId: number, unitId: number | null): Promise<void> {
  const batches = await ctx.widen('batches that pay an operator', () => actions.preparedBatches(ctx, operatorId, unitId))
  for (const batchId of batches) await ctx.publish(payeesChanged, { batchId, candidateId: null })
  await ctx.publish(operatorChanged, { operatorId, unitId })
}

/**
 * Changes the mobile number that an operator has verified. Returns 'taken' if another operator has it, or the bank's
 * refusal for the default card.
 * A refusal changes nothing.
 */
export async function changeOwnMobile(ctx: Context, operatorId: number, mobile: string): Promise<CardOutcome | 'taken'> {
  return ctx.widen('the own mobile number', async () => {
    const { code, centre_id, is_taken } = await actions.aroundMobile(ctx, operatorId, mobile)
    if (is_taken) return 'taken'
    const operator = await store.findOperator(ctx, operatorId)
    if (!operator) throw new Error('an account without its operator')
    const cardNo = await actions.usualCard(ctx, operatorId)
    const { name, id_kind: idKind, id_number: idNumber } = operator
    const answer = cardNo === null ? 'match' : (await verifyCard(ctx, { name, idKind, idNumber, mobile, cardNo, ref: `operator ${operatorId}` })).answer
    // Without a verifier the codes alone suffice, but they verify nothing else.
    if (answer !== 'match' && answer !== 'unverified') return answer
    await actions.setMobile(ctx, operatorId, mobile)
    const [before, after] = [maskMobile(operator.mobile), maskMobile(mobile)]
    const detail = { no: code, words: `${before} → ${after}` }
    ctx.note({ refType: 'operator', refId: operatorId, centreId: centre_id, before: { mobile: before }, after: { mobile: after }, detail })
    return 'match'
  })
}

/** Ends the link between a person and a unit. */
export async function endTie(ctx: Context, operatorId: number, unitId: number): Promise<void> {
  await ctx.widen('a tie ends', () => actions.unlink(ctx, operatorId, unitId))
}

/** Sets an operator's legal form: 1 natural person, 2 individual business, 3 sole proprietorship. */
export async function setLegalForm(ctx: Context, operatorId: number, yztype: OperatorType): Promise<void> {
  await ctx.widen('the legal form follows the register', () => making.setLegalForm(ctx, operatorId, yztype))
}

/** Activates an operator whose documents are signed. Does nothing for other states. */
export async function activateOperator(ctx: Context, operatorId: number): Promise<void> {
  if (!(await ctx.widen('signed papers open an operator', () => making.activate(ctx, operatorId)))) return
  ctx.note({ refType: 'operator', refId: operatorId, detail: { status: accountStatus.active } })
  await checkAgain(ctx, operatorId, null)
}

/** Activates an imported operator once the agreement is signed; registered operators wait for all documents. */
export async function activateImported(ctx: Context, operatorId: number): Promise<void> {
  if (await ctx.widen('a signed agreement opens an operator of a list', () => making.activate(ctx, operatorId, 'imported')))
    ctx.note({ refType: 'operator', refId: operatorId, detail: { status: accountStatus.active } })
}

/** Activates the imported operators whose agreements were imported too. */
export async function activateListed(ctx: Context, operatorIds: readonly number[]): Promise<void> {
  const active = await ctx.widen('a signed agreement opens an operator of a list', () => making.activateListed(ctx, operatorIds))
  for (const operatorId of active) ctx.note({ refType: 'operator', refId: operatorId, detail: { status: accountStatus.active } })
}

/** Records the result of a face check: matched, or failed too often. */
export async function recordFaceAnswer(ctx: Context, operatorId: number, isTheirs: boolean, by: string): Promise<void> {
  await ctx.widen('a face was compared', () => making.setFace(ctx, operatorId, isTheirs ? 1 : 2, by))
  ctx.note({ refType: 'operator', refId: operatorId, detail: { verifyFace: isTheirs ? 1 : 2 } })
}

/** A person's full numbers and the owner of the record. */
export interface PlainPerson {
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
  readonly cardNo: string
  /** Absent when unknown or hidden from the caller. */
  readonly address?: string
  readonly unitId: number | null
  readonly centreId: number | null
}

/** Returns full numbers of a candidate in the caller's scope, or null when there is none. */
export async function plainOfCandidate(ctx: Context, id: number): Promise<PlainPerson | null> {
  const [row] = await candidates.lockCandidates(ctx, [id])
  if (!row) return null
  const { name, id_number: idNumber, mobile, card_no: cardNo, unit_id: unitId, centre_id: centreId } = row
  return { name, idNumber, mobile, cardNo, unitId, centreId }
}

/** Returns full numbers of an operator in the caller's scope, with the default card, or null when there is none. */
export async function plainOfOperator(ctx: Context, id: number): Promise<PlainPerson | null> {
  const row = await store.findOwn(ctx, id)
  if (!row) return null
  const address = keeps(ctx) ? (await particularsOf(ctx, id))?.particulars.address : undefined
  const numbers = { idNumber: row.id_number, mobile: row.mobile, cardNo: row.card_no, ...(address && { address }) }
  return { name: row.name, ...numbers, unitId: null, centreId: row.centre_id }
}

/** Counts visible people who have not signed yet (待签约). */
export function countToSign(ctx: Context): Promise<number> {
  return countListed(ctx, { kind: 'platform', status: accountStatus.signing })
}

export { type Acquaintance, acquaintance, importPeople, type ListedPerson, payeesNamed } from '#/server/people/operators/importing.ts'
export { confirmByHand, provable, proveAgain } from '#/server/people/operators/proving.ts'
export { withdrawVerifications } from '#/server/people/operators/store-proofs.ts'

/** Closes an operator, who can no longer be paid and is unlinked from all units. */
export async function closeOperator(ctx: Context, operatorId: number): Promise<void> {
  await ctx.widen('an account is closed', () => closing.close(ctx, operatorId))
  await checkAgain(ctx, operatorId, null)
}

/** Returns the mobile number of a closed operator for the last message, or null once forgotten or reopened. */
export function contactOfClosed(ctx: Context, operatorId: number): Promise<string | null> {
  return closing.contactOf(ctx, operatorId)
}

/**
 * Deletes a closed operator's number and cards, and the identity if no payment or contract refers to it. The rest
 * belongs to payments, contracts and tax records.
 * Returns false when the operator is no longer closed.
 */
export function forgetOperator(ctx: Context, operatorId: number): Promise<boolean> {
  return closing.forget(ctx, operatorId)
}
