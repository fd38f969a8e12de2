import { userRefusals } from '#/api/access/users.texts.ts'
import { superKey } from '#/api/pages.ts'
import { dutiesOf } from '#/domain/access/duties.ts'
import { accountStatus, postStatus, userType } from '#/domain/base/codes.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import {
  type AccountAction,
  type Blocker,
  blockersOf,
  isLocked,
  mayReviewApplications,
  needsTwoPeople,
  overlappingDutiesOf,
} from '#/server/access/users/blockers.ts'
import type { CentrePost, UserRow } from '#/server/access/users/store.ts'
import type { ApplicationRow } from '#/server/access/users/store-review.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { blockerText } from '#/server/kernel/request/refusal.ts'
import { fieldsOf } from '#/server/kernel/rows/fields.ts'

function paymentPasswordStatus(ctx: Context, row: UserRow): 'none' | 'unset' | 'set' | 'locked' {
  const canPay = row.keys.includes('payZfPt') || row.keys.includes(superKey)
  if (!canPay || !(row.usertype === userType.unit || row.poststatus === postStatus.director)) return 'none'
  if (row.payment_locked_until !== null && row.payment_locked_until > ctx.now) return 'locked'
  return row.has_payment ? 'set' : 'unset'
}

const maskFilled = (mobile: string) => (mobile === '' ? '' : maskMobile(mobile))

/**
 * Returns an account in its API form with the caller's allowed actions; `posts` are the caller's assignable centres.
 */
export function presentUser(ctx: Context, row: UserRow, posts: readonly CentrePost[]) {
  const blockers = blockersOf(ctx, row, posts)
  const may = Object.fromEntries(Object.entries(blockers).map(([action, obstacle]) => [action, blockerText(ctx, userRefusals, obstacle)])) as Record<
    AccountAction,
    string
  >
  // A colleague's other centres are visible only to people who work there.
  const isVisibleCentre = (centre: { id: number }) => ctx.actor.usertype !== userType.centre || posts.some((each) => each.id === centre.id)
  const area = row.area.filter(isVisibleCentre)
  return {
    id: row.id,
    username: row.username,
    name: row.name,
    mobile: maskFilled(row.mobile),
    usertype: row.usertype,
    poststatus: row.poststatus,
    islr: row.islr === 1 ? ('1' as const) : ('0' as const),
    isdl: row.isdl === '1' ? ('1' as const) : ('0' as const),
    subject: row.subject ?? '',
    unitId: row.unit_id,
    centres: row.centres.filter(isVisibleCentre),
    area: area.map((centre) => centre.name),
    moreCentres: row.area.length - area.length,
    province: row.province ?? '',
    roles: row.roles.map(({ id, name }) => ({ id, name: presetName(name, ctx.language) })),
    duties: row.usertype === userType.unit ? dutiesOf(row.keys) : [],
    status: row.status,
    isLocked: isLocked(ctx, row),
    mustChange: row.must_change_password,
    paymentPassword: paymentPasswordStatus(ctx, row),
    ...fieldsOf(row, 'is_online', 'last_login_at', 'created_at'),
    isTwo: needsTwoPeople(row),
    review: row.review && { ...row.review, roles: row.review.roles.map((role) => presetName(role, ctx.language)) },
    may,
  }
}

/** Returns why the caller may not review an application, or null. Ignores the current reviewer. */
function takeBlocker(ctx: Context, row: ApplicationRow): Blocker {
  if (!mayReviewApplications(ctx)) return 'noReview'
  if (!ctx.actor.may('user:edit')) return 'noRight'
  if (row.state !== 'pending') return 'applicationGone'
  return isOwnApplication(row, ctx.actor.userId) ? 'ownApplication' : null
}

/** Returns whether this user filed the application or is its subject. */
function isOwnApplication(row: ApplicationRow, userId: number): boolean {
  return row.requested_by === userId || row.user_id === userId
}

function decisionBlocker(ctx: Context, row: ApplicationRow): Blocker {
  const generalBlocker = takeBlocker(ctx, row)
  if (generalBlocker) return generalBlocker
  const isAssignedElsewhere = row.reviewer_id !== null && row.reviewer_id !== ctx.actor.userId
  return isAssignedElsewhere ? ['taken', { name: row.reviewer ?? '' }] : null
}

function disableBlocker(ctx: Context, row: ApplicationRow): Blocker {
  if (!ctx.actor.may('user:edit')) return 'noRight'
  return row.status === accountStatus.active || row.status === accountStatus.locked ? null : 'wrongStatus'
}

const hourMs = 3_600_000

export function presentApplication(ctx: Context, row: ApplicationRow) {
  const until = row.decided_at ?? ctx.now
  return {
    ...fieldsOf(row, 'id', 'user_id', 'unit_id', 'unit_name', 'applicant', 'username', 'name'),
    mobile: maskFilled(row.mobile),
    status: row.status,
    isNew: row.never_in,
    roles: row.roles.map((role) => presetName(role, ctx.language)),
    duties: dutiesOf(row.keys),
    overlap: overlappingDutiesOf(row.is_dual, row.keys),
    letter: { fileId: row.letter_file_id, name: row.letter_name },
    ...fieldsOf(row, 'state', 'reason', 'requested_at'),
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    waitingHours: Math.max(0, Math.round((until.getTime() - row.requested_at.getTime()) / hourMs)),
    reviewerId: row.reviewer_id,
    reviewer: row.reviewer ?? '',
    rejects: row.rejects,
    isAgain: row.corrects_id !== null,
    may: {
      decide: blockerText(ctx, userRefusals, decisionBlocker(ctx, row)),
      disable: blockerText(ctx, userRefusals, disableBlocker(ctx, row)),
      take: blockerText(ctx, userRefusals, takeBlocker(ctx, row)),
    },
  }
}

export { decisionBlocker, isOwnApplication, takeBlocker }
