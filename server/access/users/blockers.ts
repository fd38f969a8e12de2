import { dutyNames, userRefusals } from '#/api/access/users.texts.ts'
import { type Permission, superKey } from '#/api/pages.ts'
import { type Duty, overlappingDuties } from '#/domain/access/duties.ts'
import { accountStatus, postStatus, type UserType, userType } from '#/domain/base/codes.ts'
import { joinWords } from '#/domain/base/text.ts'
import { permissionNames, type RoleKeys } from '#/server/access/roles/public.ts'
import type { CentrePost, UserRow } from '#/server/access/users/store.ts'
import type { Context, Mode } from '#/server/kernel/context.ts'
import { type BlockerOf, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

/** The reason why an action is not allowed. */
export type Blocker = BlockerOf<typeof userRefusals>

const listKeyByUsertype: Readonly<Partial<Record<number, Permission>>> = {
  [userType.platform]: 'PtUserList',
  [userType.unit]: 'employeeDw',
  [userType.centre]: 'userYzSfList',
}

/** Returns whether the caller may open the account list for their kind of user. */
export function mayManageAccounts(ctx: Context): boolean {
  const key = listKeyByUsertype[ctx.actor.usertype]
  return key !== undefined && ctx.actor.may(key)
}

/** Returns whether the caller may review units' applications; only the platform and centres can. */
export function mayReviewApplications(ctx: Context): boolean {
  return (ctx.actor.usertype === userType.platform || ctx.actor.usertype === userType.centre) && ctx.actor.may('dwEmployeeCheck')
}

/** Returns the kinds of account that the caller may create. */
export function usertypesFor(ctx: Context): UserType[] {
  if (ctx.actor.usertype === userType.platform) return [userType.platform, userType.centre, userType.unit, userType.operator, userType.partner]
  if (ctx.actor.usertype === userType.centre) return [userType.centre, userType.unit, userType.operator]
  return ctx.actor.usertype === userType.unit ? [userType.unit] : []
}

/**
 * Returns the posts that the caller may assign. Only the platform and directors may assign director and cross-centre
 * posts.
 */
export function postsFor(ctx: Context): UserRow['poststatus'][] {
  if (ctx.actor.usertype === userType.platform || (ctx.actor.usertype === userType.centre && ctx.actor.poststatus === postStatus.director))
    return Object.values(postStatus).filter((post) => post !== postStatus.none)
  return ctx.actor.usertype === userType.centre ? [postStatus.marketer, postStatus.salesman, postStatus.finance, postStatus.auditor] : []
}

const rank = (usertype: number) => (usertype === userType.platform ? 3 : usertype === userType.centre ? 2 : 1)
const holdsKey = (ctx: Context, key: string) => ctx.actor.may(key as Permission)

/** Returns whether the second list contains every centre of the first with all its modes. */
export function areCentresWithin(centres: readonly { id: number; modes: readonly Mode[] }[], among: readonly CentrePost[]): boolean {
  return centres.every((centre) => {
    const visibleCentre = among.find((each) => each.id === centre.id)
    return visibleCentre !== undefined && centre.modes.every((mode) => visibleCentre.modes.includes(mode))
  })
}

/**
 * Returns why the caller may not manage an account, or null. For accounts below the caller's level, the page and the
 * permission are enough. On the same level the caller must have all the account's permissions. Otherwise resetting its
 * password would grant them.
 */
export function blockerOf(ctx: Context, target: UserRow, posts: readonly CentrePost[]): Blocker {
  if (!mayManageAccounts(ctx) && !(mayReviewApplications(ctx) && target.usertype === userType.unit)) return 'noPage'
  if (!ctx.actor.may('user:edit')) return 'noRight'
  if (target.id === ctx.actor.userId) return 'ownAccount'
  const rankDifference = rank(target.usertype) - rank(ctx.actor.usertype)
  if (rankDifference > 0) return 'aboveYou'
  if (rankDifference < 0) return null
  if (target.usertype === userType.centre && !areCentresWithin(target.centres, posts)) return 'otherCentres'
  return target.keys.every((key) => holdsKey(ctx, key)) ? null : 'aboveYou'
}

export type AccountAction = 'askAgain' | 'edit' | 'roles' | 'centres' | 'reset' | 'paper' | 'mobile' | 'factor' | 'unlock' | 'disable' | 'enable' | 'signOut'

export function isLocked(ctx: Context, target: UserRow): boolean {
  return target.status === accountStatus.locked || (target.locked_until !== null && target.locked_until > ctx.real)
}

const usableStatuses: readonly number[] = [accountStatus.active, accountStatus.locked, accountStatus.disabled]

/** Returns whether two people must change this account's mobile number. A trigger on `app_user` enforces it. */
export function needsTwoPeople(target: Pick<UserRow, 'status' | 'moves_money'>): boolean {
  return target.moves_money && usableStatuses.includes(target.status)
}

/** Refuses a new mobile number that two people must change, or that a reviewer is comparing with the letter. */
export function expectMobileChangeable(target: UserRow, mobile: string | undefined): void {
  if (mobile !== undefined && mobile !== target.mobile && target.review?.state === 'pending') refuse(userRefusals, 'pendingReview')
  if (mobile !== undefined && mobile !== target.mobile && needsTwoPeople(target)) refuse(userRefusals, 'mobileByTwo')
}

/** Returns, for each action on an account, why the caller may not take the action, or null. */
export function blockersOf(ctx: Context, target: UserRow, posts: readonly CentrePost[]): Record<AccountAction, Blocker> {
  const generalBlocker = blockerOf(ctx, target, posts)
  const blockUnless = (holdsTrue: boolean, name: keyof typeof userRefusals): Blocker => generalBlocker ?? (holdsTrue ? null : name)
  const isOpen = target.status === accountStatus.active || target.status === accountStatus.locked
  const isReturned = target.review?.state === 'rejected' && (target.status === accountStatus.rejected || target.status === accountStatus.active)
  const roleBlocker: Blocker = target.review?.state === 'pending' ? 'pendingReview' : target.status === accountStatus.closed ? 'wrongStatus' : null
  return {
    askAgain: blockUnless(isReturned, 'notRejected'),
    // After a rejection only the rejected fields are open, through `askAgain`.
    edit: blockUnless(target.status !== accountStatus.closed, 'wrongStatus') ?? (isReturned && target.status === accountStatus.rejected ? 'askAgain' : null),
    roles: generalBlocker ?? roleBlocker,
    centres: blockUnless(target.usertype === userType.centre, 'centresMisfit'),
    reset: blockUnless(isOpen, 'wrongStatus'),
    paper: blockUnless(isOpen, 'wrongStatus'),
    mobile: blockUnless(isOpen, 'wrongStatus') ?? (needsTwoPeople(target) ? null : 'mobileAlone'),
    factor: blockUnless(isOpen, 'wrongStatus') ?? (target.has_factor ? null : 'noFactor'),
    unlock: blockUnless(isLocked(ctx, target), 'notLocked'),
    disable: blockUnless(isOpen, 'wrongStatus'),
    enable: blockUnless(target.status === accountStatus.disabled, 'wrongStatus'),
    signOut: blockUnless(target.is_online, 'notOnline'),
  }
}

const maxListedNames = 4

/** Returns a function that lists, for a role, the names of the permissions that the caller lacks; empty if none. */
export async function missingPermissionNames(ctx: Context, roles: readonly RoleKeys[]): Promise<(role: RoleKeys) => string> {
  const missingKeys = (role: RoleKeys) => role.keys.filter((key) => !holdsKey(ctx, key))
  const nameOf = await permissionNames(ctx, [...new Set(roles.flatMap(missingKeys))])
  return (role) => {
    const missingNames = [...new Set(missingKeys(role).map((key) => translate(nameOf(key), ctx.language)))]
    return missingNames.length > maxListedNames ? `${joinWords(missingNames.slice(0, maxListedNames), ctx.language)}…` : joinWords(missingNames, ctx.language)
  }
}

/** Refuses roles of another kind of user, and new roles with permissions that the caller lacks. */
export async function expectGrantable(ctx: Context, requested: readonly RoleKeys[], target: { usertype: number; has: readonly number[] }): Promise<void> {
  const missingNamesOf = await missingPermissionNames(ctx, requested)
  for (const role of requested) {
    if (role.usertype !== target.usertype) refuse(userRefusals, 'roleMisfit', { role: role.name })
    if (target.has.includes(role.id)) continue
    const keys = missingNamesOf(role)
    if (keys !== '') refuse(userRefusals, 'grantBeyond', { role: role.name, keys })
  }
}

/** Refuses roles with permissions that the applicant has lost since applying. */
export function expectApplicantPermissions(
  held: readonly string[],
  requested: readonly RoleKeys[],
  target: { usertype: number; has: readonly number[] },
): void {
  for (const role of requested) {
    if (role.usertype !== target.usertype) refuse(userRefusals, 'roleMisfit', { role: role.name })
    if (target.has.includes(role.id) || held.includes(superKey)) continue
    if (!role.keys.every((key) => held.includes(key))) refuse(userRefusals, 'requesterLacks', { role: role.name })
  }
}

export const keysOfRoles = (requested: readonly RoleKeys[]): string[] => [...new Set(requested.flatMap((role) => role.keys))]

/** Returns the duties of one batch that these keys combine, if the unit has dual control. */
export function overlappingDutiesOf(isDual: boolean, keys: readonly string[]): Duty[] {
  return isDual ? overlappingDuties(keys) : []
}

/** Refuses overlapping duties unless the caller acknowledges them. */
export function expectAcknowledged(ctx: Context, overlap: readonly Duty[], acknowledge: boolean): void {
  if (overlap.length === 0 || acknowledge) return
  refuse(userRefusals, 'twoDuties', { duties: overlap.map((duty) => translate(dutyNames[duty], ctx.language)) })
}

/** Refuses a post that does not fit the account or that the caller cannot assign. */
export function expectAssignablePost(ctx: Context, usertype: number, post: UserRow['poststatus'], before: UserRow['poststatus'] = postStatus.none): void {
  if (usertype !== userType.centre && post !== postStatus.none) refuse(userRefusals, 'postMisfit')
  if (usertype === userType.centre && post === postStatus.none) refuse(userRefusals, 'postNeeded')
  if (usertype === userType.centre && post !== before && !postsFor(ctx).includes(post)) refuse(userRefusals, 'postBeyond')
}

/**
 * Refuses marks that the caller may not give. Only platform and centre staff give marks. Only such staff can have the
 * right to enter data for others (`islr`), and only callers with that right give it.
 */
export function expectAssignableMarks(
  ctx: Context,
  target: Pick<UserRow, 'usertype'>,
  { islr, isdl }: { islr: '0' | '1' | undefined; isdl: '0' | '1' | undefined },
): void {
  const isStaff = (usertype: number) => usertype === userType.platform || usertype === userType.centre
  if ((islr !== undefined || isdl !== undefined) && !isStaff(ctx.actor.usertype)) refuse(userRefusals, 'markBeyond')
  if (islr === '1' && !isStaff(target.usertype)) refuse(userRefusals, 'keyInMisfit')
  if (islr === '1' && !ctx.actor.keysIn) refuse(userRefusals, 'markBeyond')
}

/** Refuses centres outside the caller's own, and several centres where the post allows one. */
export function expectAssignableCentres(
  usertype: number,
  post: number,
  requested: readonly { id: number; modes: readonly Mode[] }[],
  posts: readonly CentrePost[],
): void {
  if (usertype !== userType.centre) {
    if (requested.length > 0) refuse(userRefusals, 'centresMisfit')
    return
  }
  if (requested.length === 0) refuse(userRefusals, 'centresNeeded')
  if (new Set(requested.map((centre) => centre.id)).size !== requested.length || !areCentresWithin(requested, posts)) refuse(userRefusals, 'centresBeyond')
  if (requested.length > 1 && post !== 1 && post !== 4) refuse(userRefusals, 'oneCentre')
}
