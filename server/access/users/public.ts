import { userRefusals } from '#/api/access/users.texts.ts'
import type { PasswordDelivery } from '#/api/access/users.ts'
import type { Permission } from '#/api/pages.ts'
import { type AccountStatus, accountStatus, type Mode, type Post, postStatus, userType } from '#/domain/base/codes.ts'
import { truncateUnits } from '#/domain/base/text.ts'
import type { ApplicantType } from '#/domain/onboarding/application.ts'
import { rolesWithKeys, twoPersonCheck } from '#/server/access/roles/public.ts'
import * as blockers from '#/server/access/users/blockers.ts'
import { createUser, expectValidFields, protectLastAdmins } from '#/server/access/users/editing.ts'
import { lockForUpdate } from '#/server/access/users/locking.ts'
import { notifyFormerMobile, sendResetLink } from '#/server/access/users/notifications.ts'
import * as applicants from '#/server/access/users/store-applicants.ts'
import * as changes from '#/server/access/users/store-changes.ts'
import * as lookups from '#/server/access/users/store-lookups.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName } from '#/server/kernel/installation/presets.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { newPasswordFor } from '#/server/kernel/session/passwords.ts'
import { endSessions } from '#/server/kernel/session/session.ts'

export { countAccountsToReview } from '#/server/access/users/pending.ts'

const maxUsernameTries = 50

/** An applicant with a pending account and an unknown password. */
interface Applicant {
  readonly applicationId: number
  readonly name: string
  readonly mobile: string
  readonly usertype: ApplicantType
}

/**
 * Creates a pending account without permissions. The user name is the mobile number, with a letter appended if that is
 * taken.
 */
export async function createApplicant(ctx: Context, { applicationId, name, mobile, usertype }: Applicant): Promise<{ userId: number; username: string }> {
  const { hash: passwordHash } = await newPasswordFor(ctx, `application ${applicationId}`)
  for (let at = 0; at < maxUsernameTries; at++) {
    const username = at === 0 ? mobile : `${mobile}${'bcdefghjkmnpqrstuvwxyz'[(at - 1) % 22]}${at > 22 ? Math.ceil(at / 22) : ''}`
    const shortName = truncateUnits(name, 30)
    const account = {
      username,
      name: shortName,
      mobile,
      usertype,
      poststatus: postStatus.none,
      status: accountStatus.pending,
      passwordHash,
      unitId: null,
      operatorId: null,
      partnerId: null,
    }
    const userId = await changes.insert(ctx, account)
    if (userId === null) continue
    await applicants.setApplication(ctx, userId, applicationId)
    return { userId, username }
  }
  throw new Error('no user name is left for an applicant')
}

/** Sets and returns an applicant's one-time password. The caller sends it and must not store it. */
export async function setOneTimePassword(ctx: Context, userId: number): Promise<string> {
  const { password, hash } = await newPasswordFor(ctx, `user ${userId}`)
  await changes.setPassword(ctx, userId, hash)
  return password
}

/** Copies the mail address of an application to its account. The account has no other source of an address. */
export async function setApplicantMail(ctx: Context, userId: number, email: string): Promise<void> {
  if (email !== '') await changes.update(ctx, userId, { email })
}

/** Sets the account status, which limits the pages and actions of an applicant. */
export async function setApplicantStatus(ctx: Context, userId: number, status: AccountStatus): Promise<void> {
  await changes.update(ctx, userId, { status })
}

/** Links an applicant's account to the unit, operator or partner created for it, and gives it the initial role. */
export async function linkApplicantToRecord(
  ctx: Context,
  userId: number,
  of: { readonly unitId?: number; readonly operatorId?: number; readonly partnerId?: number; readonly roleId: number },
): Promise<void> {
  await applicants.setSubject(ctx, userId, { unitId: of.unitId ?? null, operatorId: of.operatorId ?? null, partnerId: of.partnerId ?? null })
  await changes.setRoles(ctx, userId, [of.roleId])
}

/** A new account for centre staff. */
export interface NewColleague {
  readonly username: string
  readonly name: string
  readonly mobile: string
  readonly poststatus: Post
  readonly roleIds: number[]
  /** The reason given for roles with a duty, which another person decides on. */
  readonly why: string
  readonly centres: { readonly id: number; readonly modes: Mode[] }[]
}

/** Creates an account for centre staff under the usual rules. The owner receives a link to choose the password. */
export async function createColleague(ctx: Context, person: NewColleague): Promise<PasswordDelivery & { userId: number; rolesWaiting: boolean }> {
  const { id, delivery, rolesWaiting } = await createUser(ctx, {
    ...person,
    centres: person.centres.map(({ id: centre, modes }) => ({ id: centre, modes: [...modes] })),
    usertype: userType.centre,
    acknowledge: false,
  })
  if (delivery === null) throw new Error('accounts of centres have no review')
  return { userId: id, ...delivery, rolesWaiting }
}

/** Changes the name or mobile number of an account that the caller may manage. */
export async function changeAccount(
  ctx: Context,
  userId: number,
  fields: { readonly name?: string | undefined; readonly mobile?: string | undefined },
): Promise<void> {
  const row = await lockForUpdate(ctx, userId, 'edit')
  expectValidFields(ctx, fields)
  blockers.expectMobileChangeable(row, fields.mobile)
  await changes.update(ctx, userId, { ...(fields.name !== undefined && { name: fields.name }), ...(fields.mobile !== undefined && { mobile: fields.mobile }) })
  if (fields.mobile !== undefined && fields.mobile !== row.mobile) await notifyFormerMobile(ctx, row, fields.mobile)
}

/** Ends the password and all sessions of an account that the caller may manage, and sends its owner a one-time link. */
export async function resetAccountPassword(ctx: Context, userId: number): Promise<Omit<PasswordDelivery, 'isOnPaper'>> {
  await lockForUpdate(ctx, userId, 'reset')
  return sendResetLink(ctx, userId)
}

/** Enables an account that the caller may manage, or disables it and ends its sessions. */
export async function setAccountEnabled(ctx: Context, userId: number, isOpen: boolean): Promise<void> {
  const row = await lockForUpdate(ctx, userId, isOpen ? 'enable' : 'disable')
  await protectLastAdmins(ctx, row, () => changes.update(ctx, userId, { status: isOpen ? 8 : 5 }))
  if (!isOpen) await endSessions(ctx.db, { userId, why: 'disabled', now: ctx.real })
}

/**
 * Returns the posts, roles and centres that the caller may give to centre staff. Each role has the reason why it cannot
 * be given, or none.
 */
export async function colleagueChoices(ctx: Context): Promise<{
  posts: Post[]
  roles: { id: number; name: string; needsTwo: boolean; reason: string }[]
  centres: { id: number; name: string; modes: Mode[] }[]
}> {
  const roles = (await rolesWithKeys(ctx)).filter((role) => role.usertype === userType.centre)
  const missingNamesOf = await blockers.missingPermissionNames(ctx, roles)
  const needsTwoPeople = await twoPersonCheck(ctx)
  const roleChoices = roles.map((role) => {
    const keys = missingNamesOf(role)
    const reason = keys === '' ? '' : translate(userRefusals.grantMissing, ctx.language, { keys })
    return { id: role.id, name: presetName(role.name, ctx.language), needsTwo: needsTwoPeople(role), reason }
  })
  const posts = blockers.postsFor(ctx).filter((post) => post !== postStatus.none)
  return { posts, roles: roleChoices, centres: await lookups.assignableCentres(ctx) }
}

/**
 * Returns the reviewers with this key: staff of the centre and of the platform; of every centre when `centreId` is
 * null.
 */
export function reviewersAt(ctx: Context, centreId: number | null, key: Permission): Promise<{ id: number; name: string }[]> {
  return ctx.widen('possible reviewers', () => lookups.reviewers(ctx.db, centreId, key))
}
