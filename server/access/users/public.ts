import { userRefusals } from '#/api/access/users.texts.ts'
import type { Permission } from '#/api/pages.ts'
import type { ApplicantType } from '#/domain/application.ts'
import { type AccountStatus, accountStatus, type Mode, type Post, postStatus, userType } from '#/domain/codes.ts'
import { cut } from '#/domain/text.ts'
import { createUser, expectFields, keepingAdmins } from '#/server/access/users/editing.ts'
import * as obstacles from '#/server/access/users/obstacles.ts'
import * as applicants from '#/server/access/users/store-applicants.ts'
import * as changes from '#/server/access/users/store-changes.ts'
import * as lookups from '#/server/access/users/store-lookups.ts'
import { take } from '#/server/access/users/taking.ts'
import type { Context } from '#/server/kernel/context.ts'
import { newPasswordFor } from '#/server/kernel/passwords.ts'
import { presetName } from '#/server/kernel/presets.ts'
import { say } from '#/server/kernel/say.ts'
import { endSessions } from '#/server/kernel/session.ts'
import { sendNotice } from '#/server/services/messages/public.ts'

const namesMost = 50

/** Somebody who applies: an account that waits, with a password that nobody knows yet. */
interface Applicant {
  readonly applicationId: number
  readonly name: string
  readonly mobile: string
  readonly usertype: ApplicantType
}

/** Makes the account of an applicant under the mobile number, or that with a letter behind it when it is taken; it waits for a review and has no rights. */
export async function createApplicant(ctx: Context, { applicationId, name, mobile, usertype }: Applicant): Promise<{ userId: number; username: string }> {
  const { hash: passwordHash } = await newPasswordFor(ctx, `application ${applicationId}`)
  for (let at = 0; at < namesMost; at++) {
    const username = at === 0 ? mobile : `${mobile}${'bcdefghjkmnpqrstuvwxyz'[(at - 1) % 22]}${at > 22 ? Math.ceil(at / 22) : ''}`
    const shown = cut(name, 30)
    const account = {
      username,
      name: shown,
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

/** A password for the first sign-in of an applicant, to be sent and kept nowhere else. */
export async function givePassword(ctx: Context, userId: number): Promise<string> {
  const { password, hash } = await newPasswordFor(ctx, `user ${userId}`)
  await changes.setPassword(ctx, userId, hash)
  return password
}

/** Where the account of an applicant stands now (domain.md §3.1). */
export async function setApplicantStatus(ctx: Context, userId: number, status: AccountStatus): Promise<void> {
  await changes.change(ctx, userId, { status })
}

/** Ties the account of an applicant to what became of the application, with the role that such accounts begin with. */
export async function settleApplicant(
  ctx: Context,
  userId: number,
  of: { readonly unitId?: number; readonly operatorId?: number; readonly partnerId?: number; readonly roleId: number },
): Promise<void> {
  await applicants.setSubject(ctx, userId, { unitId: of.unitId ?? null, operatorId: of.operatorId ?? null, partnerId: of.partnerId ?? null })
  await changes.setRoles(ctx, userId, [of.roleId])
}

/** A person of a centre to be. */
export interface NewColleague {
  readonly username: string
  readonly name: string
  readonly mobile: string
  readonly poststatus: Post
  readonly roleIds: number[]
  readonly centres: { readonly id: number; readonly modes: Mode[] }[]
}

/** Makes the account of a person of a centre, under the rules of every new account; its password is shown once. */
export async function createColleague(ctx: Context, person: NewColleague): Promise<{ userId: number; password: string }> {
  const { id, password } = await createUser(ctx, {
    ...person,
    centres: person.centres.map(({ id: centre, modes }) => ({ id: centre, modes: [...modes] })),
    usertype: userType.centre,
    acknowledge: false,
  })
  if (password === null) throw new Error('nobody reviews people of a centre')
  return { userId: id, password }
}

/** Changes name or mobile number of an account that the caller may maintain. */
export async function changeAccount(
  ctx: Context,
  userId: number,
  fields: { readonly name?: string | undefined; readonly mobile?: string | undefined },
): Promise<void> {
  await take(ctx, userId, 'edit')
  expectFields(ctx, fields)
  await changes.change(ctx, userId, { ...(fields.name !== undefined && { name: fields.name }), ...(fields.mobile !== undefined && { mobile: fields.mobile }) })
}

/** A password for one sign-in of an account that the caller may maintain; every session of it ends. */
export async function resetAccount(ctx: Context, userId: number): Promise<{ username: string; name: string; password: string }> {
  const row = await take(ctx, userId, 'reset')
  const { password, hash } = await newPasswordFor(ctx, `user ${userId}`)
  await changes.setPassword(ctx, userId, hash)
  await endSessions(ctx.db, { userId, why: 'password', now: ctx.real })
  await sendNotice(ctx, userId, 'passwordChanged', {})
  return { username: row.username, name: row.name, password }
}

/** Closes an account that the caller may maintain, and ends its sessions; or opens it again. */
export async function setAccountOpen(ctx: Context, userId: number, isOpen: boolean): Promise<void> {
  const row = await take(ctx, userId, isOpen ? 'enable' : 'disable')
  await keepingAdmins(ctx, row, () => changes.change(ctx, userId, { status: isOpen ? 8 : 5 }))
  if (!isOpen) await endSessions(ctx.db, { userId, why: 'disabled', now: ctx.real })
}

/** What a person of a centre can be given by the caller: posts, roles with what stands against each, centres with modes. */
export async function colleagueChoices(ctx: Context): Promise<{
  posts: Post[]
  roles: { id: number; name: string; reason: string }[]
  centres: { id: number; name: string; modes: Mode[] }[]
}> {
  const roles = (await lookups.roles(ctx)).filter((role) => role.usertype === userType.centre)
  const lacked = await obstacles.lackedWords(ctx, roles)
  const roleChoices = roles.map((role) => {
    const keys = lacked(role)
    return { id: role.id, name: presetName(role.name, ctx.language), reason: keys === '' ? '' : say(userRefusals.grantMissing, ctx.language, { keys }) }
  })
  const posts = obstacles.postsFor(ctx).filter((post) => post !== postStatus.none)
  return { posts, roles: roleChoices, centres: await lookups.centres(ctx) }
}

/** Who may review with this key: people of the centre and the platform's; without a centre (null) of every centre. */
export function reviewersAt(ctx: Context, centreId: number | null, key: Permission): Promise<{ id: number; name: string }[]> {
  return ctx.widen('who may review', () => lookups.reviewers(ctx.db, centreId, key))
}
