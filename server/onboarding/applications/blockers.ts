import { applicationRefusals, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse, type Values } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { ReviewRow } from '#/server/onboarding/applications/store-review.ts'

/** The reason why an action is not allowed. */
export interface Blocker {
  readonly name: keyof typeof applicationRefusals
  readonly values?: Values
}

export type ReviewAction = 'take' | 'decide' | 'assign' | 'reveal'

/** Returns whether the caller may review applications: the platform and centres, with the right. */
export function mayReviewApplications(ctx: Context): boolean {
  return (ctx.actor.usertype === userType.platform || ctx.actor.usertype === userType.centre) && ctx.actor.may('hzhb:audit')
}

const isOwnApplication = (userId: number, row: ReviewRow) => row.user_id === userId || row.inviter_id === userId

/** Returns why this user may not review an application, or null. */
export function ownApplicationBlocker(userId: number, row: ReviewRow): Blocker | null {
  return isOwnApplication(userId, row) ? { name: 'ownApplication' } : null
}

/** Returns the obstacle to each action on an application. */
export function blockersOf(ctx: Context, row: ReviewRow): Record<ReviewAction, Blocker | null> {
  const state = translate(applicationStateNames[row.state], ctx.language)
  const stateBlocker =
    row.state === 'pending'
      ? null
      : row.decider !== null
        ? { name: 'decided' as const, values: { name: row.decider, state } }
        : { name: 'state' as const, values: { state } }
  const generalBlocker: Blocker | null = mayReviewApplications(ctx) ? ownApplicationBlocker(ctx.actor.userId, row) : { name: 'noReview' }
  const isTaken = row.reviewer_id !== null && row.reviewer_id !== ctx.actor.userId
  const takenBlocker: Blocker | null = isTaken ? { name: 'taken', values: { name: row.reviewer ?? '' } } : null
  return {
    take: generalBlocker ?? stateBlocker,
    decide: generalBlocker ?? stateBlocker ?? takenBlocker,
    assign: mayReviewApplications(ctx) ? stateBlocker : { name: 'noReview' },
    reveal: generalBlocker,
  }
}

export function refuseIfBlocked(blocker: Blocker | null): void {
  if (blocker) refuse(applicationRefusals, blocker.name, blocker.values)
}

/** Returns the obstacle's message in the caller's language; empty if there is none. */
export function reasonOf(ctx: Context, blocker: Blocker | null): string {
  return blocker ? translate(applicationRefusals[blocker.name], ctx.language, blocker.values) : ''
}
