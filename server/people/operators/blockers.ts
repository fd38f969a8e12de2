import { candidateStateNames, type operatorRefusals } from '#/api/people/operators.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import { type CandidateMove, type CandidateState, canMoveCandidate } from '#/domain/people/candidate.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { BlockerOf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

/** The reason why an action on a candidate is not allowed. */
export type Blocker = BlockerOf<typeof operatorRefusals>

interface ReviewState {
  readonly state: CandidateState
  readonly version: number
  readonly reviewer_id: number | null
  readonly reviewer: string | null
  readonly submitted_by: number
}

/** Returns whether the caller may review candidates: the platform and centres, with the right. */
export function mayReview(ctx: Context): boolean {
  return (ctx.actor.usertype === userType.platform || ctx.actor.usertype === userType.centre) && ctx.actor.may('user:audit')
}

/** Returns why this user may not review, or null. No one reviews people they submitted. */
export function submitterBlocker(userId: number, candidate: ReviewState): Blocker {
  return candidate.submitted_by === userId ? 'ownSubmission' : null
}

/** Returns why the caller may not review, regardless of the current reviewer, or null. */
export function reviewBlocker(ctx: Context, candidate: ReviewState | undefined, move: CandidateMove = 'accept'): Blocker {
  if (!candidate) return 'candidateNotFound'
  if (!mayReview(ctx)) return 'noReview'
  if (!canMoveCandidate(candidate.state, move)) return ['decided', { state: translate(candidateStateNames[candidate.state], ctx.language) }]
  return submitterBlocker(ctx.actor.userId, candidate)
}

/** Returns why the caller may not perform this move, including another reviewer or a stale version, or null. */
export function blockerOf(ctx: Context, candidate: ReviewState | undefined, move: CandidateMove, version?: number): Blocker {
  const generalBlocker = reviewBlocker(ctx, candidate, move)
  if (generalBlocker || !candidate) return generalBlocker
  if (candidate.reviewer_id !== null && candidate.reviewer_id !== ctx.actor.userId) return ['taken', { name: candidate.reviewer ?? '' }]
  return version !== undefined && version !== candidate.version ? 'changed' : null
}
