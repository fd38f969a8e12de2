import { accountStatus, type OperatorType } from '#/domain/base/codes.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { type CardOutcome, verifyCard } from '#/server/people/identity/public.ts'
import { operatorChanged, payeesChanged } from '#/server/people/operators/events.ts'
import { unsubmittedBatchesOf } from '#/server/people/operators/questions.ts'
import * as store from '#/server/people/operators/store.ts'
import * as actions from '#/server/people/operators/store-actions.ts'
import * as closing from '#/server/people/operators/store-closing.ts'
import * as making from '#/server/people/operators/store-creation.ts'
import { count as countListed } from '#/server/people/operators/store-roster.ts'

/** Returns whether a person with this identity number is an operator, not closed, of any centre. */
export function isKnownPerson(ctx: Context, idNumber: string): Promise<boolean> {
  return ctx.widen('known identity numbers', () => making.isIdentityKnown(ctx, idNumber))
}

/** An accepted operator with a card, possibly unverified. */
interface NewOperator extends making.OperatorRow {
  readonly card: { readonly cardNo: string; readonly bankName: string }
  /** The unit that invited this person. */
  readonly unitId?: number | null
}

/** Creates an operator with card and unit link. Callers must have checked the permission and asked the bank. */
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
export async function recheckBatches(ctx: Context, operatorId: number, unitId: number | null): Promise<void> {
  const batchIds = await ctx.widen('batches that pay an operator', () => ask(ctx, unsubmittedBatchesOf, operatorId, unitId))
  for (const batchId of batchIds) await ctx.publish(payeesChanged, { batchId, candidateId: null })
  await ctx.publish(operatorChanged, { operatorId, unitId })
}

/**
 * Changes the mobile number that an operator has verified. Returns 'taken' if another operator has it, or the bank's
 * refusal for the default card.
 * A refusal changes nothing.
 */
export async function changeOwnMobile(ctx: Context, operatorId: number, mobile: string): Promise<CardOutcome | 'taken'> {
  return ctx.widen('the own mobile number', async () => {
    const { code, centre_id, is_taken } = await actions.lockForMobile(ctx, operatorId, mobile)
    if (is_taken) return 'taken'
    const operator = await store.findOperator(ctx, operatorId)
    if (!operator) throw new Error('an account without its operator')
    const cardNo = await actions.confirmedDefaultCard(ctx, operatorId)
    const { name, id_kind: idKind, id_number: idNumber } = operator
    const answer = cardNo === null ? 'match' : (await verifyCard(ctx, { name, idKind, idNumber, mobile, cardNo, ref: `operator ${operatorId}` })).answer
    // Without a provider the codes prove the number, but they confirm no other data.
    if (answer !== 'match' && answer !== 'unverified') return answer
    await actions.setMobile(ctx, operatorId, mobile)
    const [before, after] = [maskMobile(operator.mobile), maskMobile(mobile)]
    const detail = { no: code, words: `${before} → ${after}` }
    ctx.note({ refType: 'operator', refId: operatorId, centreId: centre_id, before: { mobile: before }, after: { mobile: after }, detail })
    return 'match'
  })
}

/** Ends the link between a person and a unit. */
export async function endLink(ctx: Context, operatorId: number, unitId: number): Promise<void> {
  await ctx.widen('a tie ends', () => actions.endUnitLink(ctx, operatorId, unitId))
}

/** Sets an operator's legal form: 1 natural person, 2 individual business, 3 sole proprietorship. */
export async function setLegalForm(ctx: Context, operatorId: number, yztype: OperatorType): Promise<void> {
  await ctx.widen('the legal form follows the register', () => making.setLegalForm(ctx, operatorId, yztype))
}

/** Activates an operator whose documents are signed. Does nothing for other states. */
export async function activateOperator(ctx: Context, operatorId: number): Promise<void> {
  if (!(await ctx.widen('signed papers open an operator', () => making.activateOperator(ctx, operatorId)))) return
  ctx.note({ refType: 'operator', refId: operatorId, detail: { status: accountStatus.active } })
  await recheckBatches(ctx, operatorId, null)
}

/** Activates an imported operator once the agreement is signed; registered operators wait for all documents. */
export async function activateImportedOperator(ctx: Context, operatorId: number): Promise<void> {
  if (await ctx.widen('a signed agreement opens an operator of a list', () => making.activateOperator(ctx, operatorId, 'imported')))
    ctx.note({ refType: 'operator', refId: operatorId, detail: { status: accountStatus.active } })
}

/** Activates the imported operators whose agreements were imported too. */
export async function activateImportedOperators(ctx: Context, operatorIds: readonly number[]): Promise<void> {
  const activatedIds = await ctx.widen('a signed agreement opens an operator of a list', () => making.activateImported(ctx, operatorIds))
  for (const operatorId of activatedIds) ctx.note({ refType: 'operator', refId: operatorId, detail: { status: accountStatus.active } })
}

/** Records the result of a face check: matched, or failed too often. */
export async function recordFaceResult(ctx: Context, operatorId: number, isFaceOfOperator: boolean, by: string): Promise<void> {
  await ctx.widen('a face was compared', () => making.setFaceResult(ctx, operatorId, isFaceOfOperator ? 1 : 2, by))
  ctx.note({ refType: 'operator', refId: operatorId, detail: { verifyFace: isFaceOfOperator ? 1 : 2 } })
}

/** Counts visible people who have not signed yet (待签约). */
export function countUnsignedOperators(ctx: Context): Promise<number> {
  return countListed(ctx, { kind: 'platform', status: accountStatus.signing })
}

/** Closes an operator, who can no longer be paid and is unlinked from all units. */
export async function closeOperator(ctx: Context, operatorId: number): Promise<void> {
  await ctx.widen('an account is closed', () => closing.closeOperator(ctx, operatorId))
  await recheckBatches(ctx, operatorId, null)
}

/** Returns the mobile number of a closed operator for the last message, or null once forgotten or reopened. */
export function contactOfClosedOperator(ctx: Context, operatorId: number): Promise<string | null> {
  return closing.contactOf(ctx, operatorId)
}

/**
 * Deletes a closed operator's number and cards, and the identity if no payment or contract refers to it. The rest
 * belongs to payments, contracts and tax records.
 * Returns false when the operator is no longer closed.
 */
export function eraseOperator(ctx: Context, operatorId: number): Promise<boolean> {
  return closing.deleteIdentity(ctx, operatorId)
}
