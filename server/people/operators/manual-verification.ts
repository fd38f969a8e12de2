import { manualVerifier } from '#/domain/services/gateway.ts'
import type { Context } from '#/server/kernel/context.ts'
import { type CardOutcome, type IdentityCheckRequest, verifyCard, verifyIdentity } from '#/server/people/identity/public.ts'
import { recheckBatches } from '#/server/people/operators/lifecycle.ts'
import * as store from '#/server/people/operators/store.ts'
import * as proofs from '#/server/people/operators/store-proofs.ts'

/** Returns a visible operator and one of the cards, for verification. */
export function lockForVerification(ctx: Context, operatorId: number, cardId: number | null): Promise<proofs.VerifiableOperator | undefined> {
  return proofs.lockVerifiableOperator(ctx, operatorId, cardId)
}

/** Applies a manual verification that two people have already recorded. */
export async function applyManualVerification(ctx: Context, operatorId: number, cardId: number | null): Promise<void> {
  await ctx.widen('manual verifications', async () => {
    if (cardId === null) await store.markIdentityVerified(ctx, operatorId, manualVerifier)
    else await proofs.verifyCardManually(ctx, operatorId, cardId)
  })
  await recheckBatches(ctx, operatorId, null)
}

/** Verifies name and number of an operator without a card. */
async function reverifyIdentity(
  ctx: Context,
  operatorId: number,
  who: Pick<IdentityCheckRequest, 'name' | 'idKind' | 'idNumber'>,
): Promise<VerificationResult> {
  const { answer, by, why } = await verifyIdentity(ctx, { ...who, ref: `operator ${operatorId}` })
  if (answer === 'match') await store.markIdentityVerified(ctx, operatorId, by)
  return { answer: answer === 'match' || answer === 'unverified' ? answer : 'name_mismatch', why }
}

/** The result of asking a provider again. */
interface VerificationResult {
  readonly answer: CardOutcome
  readonly why: string | null
}

/** Asks the bank again about an operator and the card in use; a match verifies both. */
export async function repeatVerification(ctx: Context, operatorId: number): Promise<VerificationResult> {
  return ctx.widen('a new card', async () => {
    const operator = await store.findOperator(ctx, operatorId)
    const card = await proofs.cardInUse(ctx, operatorId)
    if (!operator) return { answer: 'name_mismatch', why: null }
    const { name, id_kind: idKind, id_number: idNumber, mobile } = operator
    if (!card) return reverifyIdentity(ctx, operatorId, { name, idKind, idNumber })
    const { answer, by, why } = await verifyCard(ctx, { name, idKind, idNumber, mobile, cardNo: card.cardNo, ref: `operator ${operatorId}` })
    const cardRow = { operator_id: operatorId, card_no: card.cardNo, bank_name: card.bankName, is_verified: answer === 'match', verified_by: by }
    await store.saveCards(ctx, [cardRow], null)
    if (answer === 'match') await store.markIdentityVerified(ctx, operatorId, by)
    if (answer !== 'unverified') await recheckBatches(ctx, operatorId, null)
    return { answer, why }
  })
}
