import type { CardFacts } from '#/domain/money/line-check.ts'
import type { Context } from '#/server/kernel/context.ts'
import { verifyCards as askBank, type CardCheckRequest, type CardOutcome, verifyCard } from '#/server/people/identity/public.ts'
import * as store from '#/server/people/operators/store.ts'

/** A known person's card that was not yet verified. */
export interface UnverifiedCard extends CardCheckRequest {
  readonly operatorId: number
  readonly bankName: string
}

/**
 * Asks the bank once about the new cards of a unit's people, and stores the answers.
 * Returns the cards of each operator by id.
 */
export async function verifyCards(ctx: Context, unitId: number, cards: readonly UnverifiedCard[]): Promise<Map<number, CardFacts[]>> {
  const cardsByOperator = new Map<number, CardFacts[]>()
  if (cards.length === 0) return cardsByOperator
  const answers = await askBank(ctx, cards)
  const cardRows = cards.map((card, index) => ({
    operator_id: card.operatorId,
    card_no: card.cardNo,
    bank_name: card.bankName,
    is_verified: answers[index]?.answer === 'match',
    verified_by: answers[index]?.by ?? '',
  }))
  await ctx.widen('card answers', () => store.saveCards(ctx, cardRows, unitId))
  for (const card of cardRows) {
    const cardFacts = {
      cardNo: card.card_no,
      bankName: card.bank_name,
      isDefault: false,
      isVerified: card.is_verified,
      isRefused: !card.is_verified && card.verified_by !== '',
    }
    cardsByOperator.set(card.operator_id, [...(cardsByOperator.get(card.operator_id) ?? []), cardFacts])
  }
  return cardsByOperator
}

interface NewCard {
  readonly operatorId: number
  readonly cardNo: string
  readonly bankName: string
  /** The unit that submitted the card, or null for the person or the record keeper. */
  readonly unitId: number | null
}

async function verifyAndStoreCard(ctx: Context, { operatorId, cardNo, bankName, unitId }: NewCard): Promise<CardOutcome> {
  const operator = await store.findOperator(ctx, operatorId)
  if (!operator) return 'card_mismatch'
  if (unitId !== null && (await store.isConfirmed(ctx, operatorId, cardNo))) return 'match'
  const { name, id_kind: idKind, id_number: idNumber, mobile } = operator
  const { answer, by } = await verifyCard(ctx, { name, idKind, idNumber, mobile, cardNo, ref: `operator ${operatorId}` })
  await store.saveCards(ctx, [{ operator_id: operatorId, card_no: cardNo, bank_name: bankName, is_verified: answer === 'match', verified_by: by }], unitId)
  return answer
}

/**
 * Asks the bank about a card, stores the card and returns the answer. A refused card is never used. A unit's confirmed
 * card is not queried again. Unverified cards await manual verification.
 */
export function addCard(ctx: Context, card: NewCard): Promise<CardOutcome> {
  return ctx.widen('a new card', () => verifyAndStoreCard(ctx, card))
}

/** Adds a card for the person or the record keeper. A confirmed card becomes the default for every unit. */
export function setOwnCard(ctx: Context, card: Omit<NewCard, 'unitId'>): Promise<CardOutcome> {
  return ctx.widen('a new card', async () => {
    const answer = await verifyAndStoreCard(ctx, { ...card, unitId: null })
    if (answer === 'match') await store.setDefaultCard(ctx, card.operatorId, card.cardNo)
    return answer
  })
}

/**
 * Adds a card that only this unit uses, once the bank has confirmed the card. Returns 'not_linked' when the person does
 * not work with the unit.
 */
export function setUnitCard(ctx: Context, card: NewCard & { readonly unitId: number }): Promise<CardOutcome | 'not_linked'> {
  return ctx.widen('a new card', async () => {
    if (!(await store.worksWithUnit(ctx, card.operatorId, card.unitId))) return 'not_linked'
    const answer = await verifyAndStoreCard(ctx, card)
    if (answer === 'match') await store.setUnitCard(ctx, card)
    return answer
  })
}
