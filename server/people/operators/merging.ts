import { operatorRefusals } from '#/api/people/operators.texts.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { isSameName } from '#/domain/base/names.ts'
import type { Context } from '#/server/kernel/context.ts'
import { ask } from '#/server/kernel/declarations/question.ts'
import { refuse, refuseIf } from '#/server/kernel/request/refusal.ts'
import * as blockers from '#/server/people/operators/blockers.ts'
import { addCard } from '#/server/people/operators/cards.ts'
import { recheckBatches } from '#/server/people/operators/lifecycle.ts'
import { paymentsOnMerge } from '#/server/people/operators/questions.ts'
import { notifySubmitters, queueRevalidation, recordInTrail } from '#/server/people/operators/resolving.ts'
import * as store from '#/server/people/operators/store.ts'
import * as decisions from '#/server/people/operators/store-decisions.ts'
import * as merges from '#/server/people/operators/store-merging.ts'

/**
 * Returns whether candidate and operator are one person: the same number, the same card, or the same name and mobile.
 */
function isSamePerson(candidate: decisions.LockedCandidate, operator: { name: string; id_number: string; mobile: string; cards: readonly string[] }): boolean {
  if (operator.id_number === candidate.id_number) return true
  return operator.cards.includes(candidate.card_no) || (isSameName(operator.name, candidate.name) && operator.mobile === candidate.mobile)
}

/** Merges a candidate into a known operator: adds card and unit link, and keeps the previous state for a day. */
export async function mergeCandidate(ctx: Context, id: number, operatorId: number, version: number | undefined): Promise<void> {
  const candidate = (await decisions.lockCandidates(ctx, [id]))[0]
  refuseIf(operatorRefusals, blockers.blockerOf(ctx, candidate, 'merge', version))
  if (!candidate) refuse(operatorRefusals, 'candidateNotFound')
  const operator = await ctx.widen('the operator to merge into', () => store.findOperator(ctx, operatorId))
  if (!operator) refuse(operatorRefusals, 'operatorNotFound')
  if (!isSamePerson(candidate, operator)) {
    // Operators outside the scope get the same answer as missing ones, so that callers cannot probe ids.
    const isVisible = (await store.findOperator(ctx, operatorId)) !== undefined
    refuse(operatorRefusals, isVisible ? 'differentPerson' : 'operatorNotFound')
  }
  if (operator.status !== accountStatus.active) refuse(operatorRefusals, 'notActive')
  const previousState = await ctx.widen('rows changed by a merge', () =>
    merges.stateBeforeMerge(ctx, { operatorId, unitId: candidate.unit_id, cardIndex: candidate.card_no_index }),
  )
  const answer = await addCard(ctx, { operatorId, cardNo: candidate.card_no, bankName: candidate.bank_name, unitId: candidate.unit_id })
  if (answer === 'name_mismatch') refuse(operatorRefusals, 'identityMismatch')
  if (answer === 'card_mismatch') refuse(operatorRefusals, 'cardMismatch')
  await ctx.widen('merge into an operator', async () => {
    const verifier = answer === 'match' ? await store.verifierOf(ctx, operatorId, candidate.card_no) : ''
    if (verifier !== '') await store.markIdentityVerified(ctx, operatorId, verifier)
    await store.linkUnit(ctx, candidate.unit_id, operatorId)
  })
  const { centre_id, unit_id, card_no_index } = candidate
  await merges.insertMerge(ctx, { candidate_id: id, centre_id, unit_id, operator_id: operatorId, card_no_index, ...previousState })
  const decisionColumns = { decided_by: ctx.actor.userId, decided_at: ctx.now }
  await decisions.changeCandidate(ctx, id, {
    state: 'merged',
    reason: '',
    rejects: '[]',
    operator_id: operatorId,
    reviewer_id: ctx.actor.userId,
    ...decisionColumns,
  })
  recordInTrail(ctx, candidate, { decision: 'merged', operatorId })
  await queueRevalidation(ctx, candidate)
  await notifySubmitters(ctx, [candidate], 'candidatesAccepted', '')
}

/** Undoes a merge within a day and before any payment relies on it; the candidate is under review again. */
export async function undoMerge(ctx: Context, id: number): Promise<void> {
  const candidate = (await decisions.lockCandidates(ctx, [id]))[0]
  refuseIf(operatorRefusals, blockers.reviewBlocker(ctx, candidate, 'undo'))
  if (!candidate) refuse(operatorRefusals, 'candidateNotFound')
  const currentMerge = (await merges.lastMerge(ctx, id)) ?? refuse(operatorRefusals, 'undoLate')
  const paymentCount = await ctx.widen('payments on a merge', () => ask(ctx, paymentsOnMerge, currentMerge))
  if (paymentCount > 0) refuse(operatorRefusals, 'undoPaid', { count: paymentCount })
  if (await merges.hasPendingCandidate(ctx, candidate.unit_id, candidate.id_number_index)) refuse(operatorRefusals, 'openAgain')
  if (!(await merges.undoMerge(ctx, currentMerge.id))) refuse(operatorRefusals, 'undoLate')
  await decisions.changeCandidate(ctx, id, { state: 'open', reason: '', operator_id: null, decided_by: null, decided_at: null })
  recordInTrail(ctx, candidate, { decision: 'undone', operatorId: currentMerge.operator_id })
  await queueRevalidation(ctx, candidate)
  // Other batches may rely on the card or the link.
  await recheckBatches(ctx, currentMerge.operator_id, null)
}
