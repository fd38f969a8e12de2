import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import type { CandidateDocumentKind } from '#/domain/candidate.ts'
import { accountStatus, type OperatorType } from '#/domain/codes.ts'
import { maskMobile } from '#/domain/identity.ts'
import type { CardFacts } from '#/domain/line-check.ts'
import { languages } from '#/domain/text.ts'
import type { Context } from '#/server/kernel/context.ts'
import { event } from '#/server/kernel/job.ts'
import { verifyCards as askBank, type CardOutcome, type CardQuestion, verifyCard } from '#/server/people/identity/public.ts'
import { keeps } from '#/server/people/operators/keeping.ts'
import * as store from '#/server/people/operators/store.ts'
import * as candidates from '#/server/people/operators/store-candidates.ts'
import * as closing from '#/server/people/operators/store-closing.ts'
import * as deeds from '#/server/people/operators/store-deeds.ts'
import * as making from '#/server/people/operators/store-making.ts'
import * as merges from '#/server/people/operators/store-merging.ts'
import { particularsOf } from '#/server/people/operators/store-particulars.ts'
import { count as countListed } from '#/server/people/operators/store-roster.ts'

/** Somebody became payable or stopped being so: at this unit, or at all. */
export const operatorChanged = event('operators.changed', z.object({ operatorId: Id, unitId: Id.nullable() }))

/** Whom a batch that is being prepared pays has changed: somebody known, or somebody whose review (`candidateId`) went on. */
export const payeesChanged = event('operators.payeesChanged', z.object({ batchId: Id, candidateId: Id.nullable() }))

/** A review waits for pictures from the person under review. */
export const papersWanted = event('operators.papersWanted', z.object({ candidateId: Id, language: z.enum(languages) }))

/** The card of a known person that nobody has asked about yet. */
export interface UnknownCard extends CardQuestion {
  readonly operatorId: number
  readonly bankName: string
}

/** A person of a line whom the system does not know, or not like this. */
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
 * Asks the bank about cards that are not on file and that a unit brings of people who work with it, and keeps the answers, so that each is asked once; the
 * cards of each operator (by id) come back.
 */
export async function verifyCards(ctx: Context, unitId: number, cards: readonly UnknownCard[]): Promise<Map<number, CardFacts[]>> {
  const found = new Map<number, CardFacts[]>()
  if (cards.length === 0) return found
  const answers = await askBank(ctx, cards)
  const kept = cards.map((card, index) => ({
    operator_id: card.operatorId,
    card_no: card.cardNo,
    bank_name: card.bankName,
    is_verified: answers[index]?.answer === 'match',
    verified_by: answers[index]?.by ?? '',
  }))
  await ctx.widen('card answers', () => store.saveCards(ctx, kept, unitId))
  for (const card of kept) {
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
  /** The unit that brings it; null for the person, or who keeps the file. */
  readonly unitId: number | null
}

async function keepAsked(ctx: Context, { operatorId, cardNo, bankName, unitId }: NewCard): Promise<CardOutcome> {
  const operator = await store.findOperator(ctx, operatorId)
  if (!operator) return 'card_mismatch'
  if (unitId !== null && (await store.isConfirmed(ctx, operatorId, cardNo))) return 'match'
  const { name, id_kind: idKind, id_number: idNumber, mobile } = operator
  const { answer, by } = await verifyCard(ctx, { name, idKind, idNumber, mobile, cardNo, ref: `operator ${operatorId}` })
  await store.saveCards(ctx, [{ operator_id: operatorId, card_no: cardNo, bank_name: bankName, is_verified: answer === 'match', verified_by: by }], unitId)
  return answer
}

/**
 * Puts another card of a person on file after the bank confirmed that it is theirs. Answers what the bank said; a refused card is remembered as refused and
 * never used, a card of a unit that the bank has confirmed before is not asked about again, and one that nobody could be asked about waits for people to verify
 * it by hand.
 */
export function addCard(ctx: Context, card: NewCard): Promise<CardOutcome> {
  return ctx.widen('a new card', () => keepAsked(ctx, card))
}

/** The same, and every unit pays the person on it from now on: for the person, and who keeps the file for the person. */
export function setOwnCard(ctx: Context, card: Omit<NewCard, 'unitId'>): Promise<CardOutcome> {
  return ctx.widen('a new card', async () => {
    const answer = await keepAsked(ctx, { ...card, unitId: null })
    if (answer === 'match') await store.setDefaultCard(ctx, card.operatorId, card.cardNo)
    return answer
  })
}

/** The same, and this unit alone pays the person on it from now on; 'not_linked' when the person does not work with the unit, and nothing is asked or kept. */
export function setUnitCard(ctx: Context, card: NewCard & { readonly unitId: number }): Promise<CardOutcome | 'not_linked'> {
  return ctx.widen('a new card', async () => {
    if (!(await store.isLinked(ctx, card.operatorId, card.unitId))) return 'not_linked'
    const answer = await keepAsked(ctx, card)
    if (answer === 'match') await store.setUnitCard(ctx, card)
    return answer
  })
}

/** Hands strangers to the centre for review, one review per person and unit; answers how many people that was. */
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

/** How the lines of somebody under review are to read, as the review stands now. */
export interface Resolution {
  readonly idIndex: string
  /** Whose name and number the lines of this number take: somebody the system knows. */
  readonly becomes: { readonly name: string; readonly idNumber: string } | null
  /** These lines took another's name and number, and get their own back. */
  readonly restored: { readonly lineIds: readonly number[]; readonly name: string; readonly idNumber: string } | null
  readonly bringerId: number
  /** Who decided so; null where the lines stay as they are. */
  readonly decidedBy: number | null
  /** Keeps which lines took another's name and number. */
  readonly keep: (lineIds: readonly number[]) => Promise<void>
}

/** What the review of a person means for the lines; for the system's own work. */
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
      keep: (lineIds) => merges.keepLines(ctx, made.id, [...new Set([...made.line_ids, ...lineIds])]),
    }
  }
  const undone = await merges.lastUndone(ctx, candidateId)
  if (!undone || undone.line_ids.length === 0) return { ...facts, ...nothing }
  const restored = { lineIds: undone.line_ids, name: row.name, idNumber: row.id_number }
  return { ...facts, becomes: null, restored, decidedBy: undone.undone_by, keep: () => merges.keepLines(ctx, undone.id, []) }
}

/** Somebody of whom pictures were asked. */
export interface AskedPerson {
  readonly id: number
  readonly name: string
  readonly mobile: string
  readonly unitName: string
  readonly centreId: number
  readonly wanted: readonly CandidateDocumentKind[]
  readonly reason: string
  readonly reviewerId: number | null
}

/** The person of whom pictures are wanted right now, locked; null when none are. Whoever calls has proved the right by a ticket. */
export async function askedPerson(ctx: Context, candidateId: number): Promise<AskedPerson | null> {
  return ctx.widen('whose pictures are wanted', async () => {
    const row = await candidates.lockAsked(ctx, candidateId)
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

/** The pictures are there: the person is reviewed on. */
export async function papersArrived(ctx: Context, candidateId: number): Promise<void> {
  await ctx.widen('pictures arrived', () => candidates.changeCandidate(ctx, candidateId, { state: 'open', reason: '' }))
}

/** Whether this person is an operator of any centre. */
export function isKnownPerson(ctx: Context, idNumber: string): Promise<boolean> {
  return ctx.widen('known identity numbers', () => making.isKnown(ctx, idNumber))
}

/** Somebody whom a centre has agreed to take, with the card; confirmed by whoever is named, or by nobody yet. */
interface NewOperator extends making.OperatorRow {
  readonly card: { readonly cardNo: string; readonly bankName: string }
  /** The unit that invited this person. */
  readonly unitId?: number | null
}

/** Makes an operator with the card and the tie to a unit. Whether the caller may, and whether the bank agrees, is the caller's to ask. */
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
 * Batches that are still being prepared are looked at again: this person's lines may have become payable, or stopped being so; at one unit or at all. What was
 * paid and not sent yet is taken back if they stopped being so.
 */
export async function checkAgain(ctx: Context, operatorId: number, unitId: number | null): Promise<void> {
  const batches = await ctx.widen('batches that pay an operator', () => deeds.preparedBatches(ctx, operatorId, unitId))
  for (const batchId of batches) await ctx.publish(payeesChanged, { batchId, candidateId: null })
  await ctx.publish(operatorChanged, { operatorId, unitId })
}

/**
 * Another number for an operator who has proved it: refused when another operator has it ('taken'), and as everywhere when the bank does not know it with the
 * card in use. Nothing changes where it is refused.
 */
export async function changeOwnMobile(ctx: Context, operatorId: number, mobile: string): Promise<CardOutcome | 'taken'> {
  return ctx.widen('the own mobile number', async () => {
    const { code, centre_id, is_taken } = await deeds.aroundMobile(ctx, operatorId, mobile)
    if (is_taken) return 'taken'
    const operator = await store.findOperator(ctx, operatorId)
    if (!operator) throw new Error('an account without its operator')
    const cardNo = await deeds.usualCard(ctx, operatorId)
    const { name, id_kind: idKind, id_number: idNumber } = operator
    const answer = cardNo === null ? 'match' : (await verifyCard(ctx, { name, idKind, idNumber, mobile, cardNo, ref: `operator ${operatorId}` })).answer
    // Where nobody can be asked, the codes that the person proved stand for themselves: nothing is called verified by it.
    if (answer !== 'match' && answer !== 'unverified') return answer
    await deeds.setMobile(ctx, operatorId, mobile)
    const [before, after] = [maskMobile(operator.mobile), maskMobile(mobile)]
    const detail = { no: code, words: `${before} → ${after}` }
    ctx.note({ refType: 'operator', refId: operatorId, centreId: centre_id, before: { mobile: before }, after: { mobile: after }, detail })
    return 'match'
  })
}

/** The person works with this unit no longer. */
export async function endTie(ctx: Context, operatorId: number, unitId: number): Promise<void> {
  await ctx.widen('a tie ends', () => deeds.unlink(ctx, operatorId, unitId))
}

/** What an operator is in law from now on: 1 a natural person, 2 with an individual business, 3 with a sole proprietorship. */
export async function setLegalForm(ctx: Context, operatorId: number, yztype: OperatorType): Promise<void> {
  await ctx.widen('the legal form follows the register', () => making.setLegalForm(ctx, operatorId, yztype))
}

/** Puts an operator to work whose papers are signed; nothing happens when there is nothing to wait for. */
export async function activateOperator(ctx: Context, operatorId: number): Promise<void> {
  if (!(await ctx.widen('signed papers open an operator', () => making.activate(ctx, operatorId)))) return
  ctx.note({ refType: 'operator', refId: operatorId, detail: { status: accountStatus.active } })
  await checkAgain(ctx, operatorId, null)
}

/** Puts somebody to work who came in by a list, once the own agreement is signed; whoever registered waits for all papers of the registration. */
export async function activateImported(ctx: Context, operatorId: number): Promise<void> {
  if (await ctx.widen('a signed agreement opens an operator of a list', () => making.activate(ctx, operatorId, 'imported')))
    ctx.note({ refType: 'operator', refId: operatorId, detail: { status: accountStatus.active } })
}

/** The same for everybody of a list whose agreements were taken over. */
export async function activateListed(ctx: Context, operatorIds: readonly number[]): Promise<void> {
  const active = await ctx.widen('a signed agreement opens an operator of a list', () => making.activateListed(ctx, operatorIds))
  for (const operatorId of active) ctx.note({ refType: 'operator', refId: operatorId, detail: { status: accountStatus.active } })
}

/** How the comparison of somebody's face with the register ended: it is theirs, or it failed too often. */
export async function keepFaceAnswer(ctx: Context, operatorId: number, isTheirs: boolean, by: string): Promise<void> {
  await ctx.widen('a face was compared', () => making.setFace(ctx, operatorId, isTheirs ? 1 : 2, by))
  ctx.note({ refType: 'operator', refId: operatorId, detail: { verifyFace: isTheirs ? 1 : 2 } })
}

/** Somebody's numbers in the plain, and whose records they stand in. */
export interface PlainPerson {
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
  readonly cardNo: string
  /** Absent where there is none, or none for the caller. */
  readonly address?: string
  readonly unitId: number | null
  readonly centreId: number | null
}

/** Whole numbers of somebody under review in the caller's scope; null when there is none. */
export async function plainOfCandidate(ctx: Context, id: number): Promise<PlainPerson | null> {
  const [row] = await candidates.lockCandidates(ctx, [id])
  if (!row) return null
  const { name, id_number: idNumber, mobile, card_no: cardNo, unit_id: unitId, centre_id: centreId } = row
  return { name, idNumber, mobile, cardNo, unitId, centreId }
}

/** Whole numbers of an operator in the caller's scope, with the card used when nothing else is said; null when there is none. */
export async function plainOfOperator(ctx: Context, id: number): Promise<PlainPerson | null> {
  const row = await store.findOwn(ctx, id)
  if (!row) return null
  const address = keeps(ctx) ? (await particularsOf(ctx, id))?.particulars.address : undefined
  const numbers = { idNumber: row.id_number, mobile: row.mobile, cardNo: row.card_no, ...(address && { address }) }
  return { name: row.name, ...numbers, unitId: null, centreId: row.centre_id }
}

/** How many people the caller sees who have not signed yet (待签约). */
export function countToSign(ctx: Context): Promise<number> {
  return countListed(ctx, { kind: 'platform', status: accountStatus.signing })
}

export { type Acquaintance, acquaintance, type ListedPerson, payeesNamed, takeIn } from '#/server/people/operators/importing.ts'
export { confirmByHand, provable, proveAgain } from '#/server/people/operators/proving.ts'
export { disbelieve } from '#/server/people/operators/store-proofs.ts'

/** The operator works no more: nobody can pay them, and no unit is tied to them. */
export async function closeOperator(ctx: Context, operatorId: number): Promise<void> {
  await ctx.widen('an account is closed', () => closing.close(ctx, operatorId))
  await checkAgain(ctx, operatorId, null)
}

/** Where somebody is reached whose account was closed, for the last message; null once that is forgotten, or after they have come back. */
export function contactOfClosed(ctx: Context, operatorId: number): Promise<string | null> {
  return closing.contactOf(ctx, operatorId)
}

/**
 * Removes what nobody has to keep of a closed operator: number, cards, and where they were never paid and signed nothing, who they were. What stays is locked: it
 * belongs to payments, contracts and tax returns. False when the operator is not closed any more.
 */
export function forgetOperator(ctx: Context, operatorId: number): Promise<boolean> {
  return closing.forget(ctx, operatorId)
}
