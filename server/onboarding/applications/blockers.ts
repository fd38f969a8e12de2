import { type applicationRefusals, applicationStateNames } from '#/api/onboarding/applications.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { BlockerOf } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { isOtherPerson, type ReviewRow } from '#/server/onboarding/applications/store-review.ts'

/** The reason why an action is not allowed. */
export type Blocker = BlockerOf<typeof applicationRefusals>

export type ReviewAction = 'take' | 'decide' | 'assign' | 'reveal'

/** Returns whether the caller may review applications: the platform and centres, with the right. */
export function mayReviewApplications(ctx: Context): boolean {
  return (ctx.actor.usertype === userType.platform || ctx.actor.usertype === userType.centre) && ctx.actor.may('hzhb:audit')
}

/** Returns why this user may not review an application, or null. The inviter may earn from the unit. */
export async function ownApplicationBlocker(ctx: Context, userId: number, row: ReviewRow): Promise<Blocker> {
  const isOwn = row.user_id === userId || (row.inviter_id !== null && !(await isOtherPerson(ctx, userId, row.inviter_id)))
  return isOwn ? 'ownApplication' : null
}

/** Returns the obstacle to each action on an application. */
export async function blockersOf(ctx: Context, row: ReviewRow): Promise<Record<ReviewAction, Blocker>> {
  const state = translate(applicationStateNames[row.state], ctx.language)
  const stateBlocker =
    row.state === 'pending' ? null : row.decider !== null ? (['decided', { name: row.decider, state }] as const) : (['state', { state }] as const)
  const generalBlocker: Blocker = mayReviewApplications(ctx) ? await ownApplicationBlocker(ctx, ctx.actor.userId, row) : 'noReview'
  const isTaken = row.reviewer_id !== null && row.reviewer_id !== ctx.actor.userId
  const takenBlocker: Blocker = isTaken ? ['taken', { name: row.reviewer ?? '' }] : null
  return {
    take: generalBlocker ?? stateBlocker,
    decide: generalBlocker ?? stateBlocker ?? takenBlocker,
    assign: mayReviewApplications(ctx) ? stateBlocker : 'noReview',
    reveal: generalBlocker,
  }
}
