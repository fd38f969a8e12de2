import type { z } from 'zod'
import { userRefusals } from '#/api/access/users.texts.ts'
import type { PasswordDelivery } from '#/api/access/users.ts'
import type { Modules } from '#/api/modules.ts'
import type { Upload } from '#/api/operation.ts'
import { needsReview } from '#/domain/access/duties.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { maskMobile } from '#/domain/base/identity.ts'
import { joinWords, type Text } from '#/domain/base/text.ts'
import { mobileProblem, nameProblem } from '#/domain/base/validation.ts'
import { withdrawOpenChange } from '#/server/access/changes/public.ts'
import { proposeRoles, type RoleKeys, rolesWithKeys, twoPersonCheck } from '#/server/access/roles/public.ts'
import * as blockers from '#/server/access/users/blockers.ts'
import { deliverFirstPassword } from '#/server/access/users/proposing.ts'
import type { UserRow } from '#/server/access/users/store.ts'
import * as changes from '#/server/access/users/store-changes.ts'
import * as lookups from '#/server/access/users/store-lookups.ts'
import * as reviews from '#/server/access/users/store-review.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal, refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { newPasswordFor } from '#/server/kernel/session/passwords.ts'
import { storeDocument } from '#/server/services/files/public.ts'

type CreateInput = z.output<Modules['users']['create']['input']>

/** Refuses an invalid name or mobile number, with an issue for each field. */
export function expectValidFields(ctx: Context, fields: { name?: string | undefined; mobile?: string | undefined }): void {
  const problems: [string, Text | null][] = [
    ['name', fields.name === undefined ? null : nameProblem(fields.name)],
    ['mobile', fields.mobile === undefined ? null : mobileProblem(fields.mobile)],
  ]
  const issues = problems.flatMap(([path, message]) => (message ? [{ path, message }] : []))
  if (issues.length === 0) return
  const issueText = issues.map((issue) => translate(issue.message, ctx.language)).join(' ')
  throw new Refusal('fields', userRefusals.fields, { words: issueText }, { issues })
}

/** Returns the requested roles; refuses unknown ones. */
export async function loadRequestedRoles(ctx: Context, roleIds: readonly number[]): Promise<RoleKeys[]> {
  const distinctIds = [...new Set(roleIds)]
  const chosenRoles = await rolesWithKeys(ctx, distinctIds)
  if (chosenRoles.length !== distinctIds.length) refuse(userRefusals, 'unknownRole')
  return chosenRoles
}

/** Stores the letter of authorisation and returns its file id; refuses a missing or invalid file. */
export async function storeLetter(ctx: Context, unitId: number, letter: Upload | undefined): Promise<string> {
  if (!letter) refuse(userRefusals, 'letterNeeded')
  return (await storeDocument(ctx, { upload: letter, pictures: true, purpose: 'letter', unitId })).fileId
}

/**
 * Runs a change that may remove rights; refuses if no full-rights account, or no administrator of the unit, would
 * remain.
 */
export async function protectLastAdmins(ctx: Context, target: Pick<UserRow, 'id' | 'unit_id'>, work: () => Promise<void>): Promise<void> {
  await changes.lockAccess(ctx)
  const { id, unit_id: unitId } = target
  const superAdmins = await changes.activeSuperAdmins(ctx)
  const unitAdmins = unitId === null ? [] : await changes.activeAdmins(ctx, unitId)
  await work()
  if (superAdmins.includes(id) && (await changes.activeSuperAdmins(ctx)).length === 0) refuse(userRefusals, 'lastSuper')
  if (unitId !== null && unitAdmins.includes(id) && (await changes.activeAdmins(ctx, unitId)).length === 0) refuse(userRefusals, 'lastAdmin')
}

const subjectKinds: Readonly<Partial<Record<number, lookups.SubjectKind>>> = { 2: 'unit', 3: 'operator', 5: 'partner' }

/** Returns the owner of the new account within the caller's scope; for unit administrators their own unit. */
async function subjectOf(ctx: Context, { usertype, unitId, operatorId, partnerId }: CreateInput): Promise<{ kind: lookups.SubjectKind; id: number } | null> {
  const kind = subjectKinds[usertype]
  if (!kind) return null
  const subjectId = { unit: unitId, operator: operatorId, partner: partnerId }[kind]
  const id = subjectId ?? (ctx.actor.usertype === userType.unit ? ctx.actor.unitId : null) ?? refuse(userRefusals, 'subjectNeeded')
  const [subjectRow] = await lookups.subjects(ctx, kind, { id })
  if (!subjectRow) refuse(userRefusals, 'subjectUnknown')
  if (kind !== 'unit') {
    const username = await lookups.usernameOf(ctx, kind, id)
    if (username !== null) refuse(userRefusals, 'subjectTaken', { username })
  }
  return { kind, id }
}

/**
 * Sets an account's roles. New roles with a duty are only proposed, and another person approves them. Returns whether
 * any were proposed; otherwise withdraws an open proposal.
 */
async function assignRoles(ctx: Context, target: { id: number; has: readonly number[] }, roles: readonly RoleKeys[], why: string): Promise<boolean> {
  const needsTwoPeople = await twoPersonCheck(ctx)
  const proposedRoles = roles.filter((role) => needsTwoPeople(role) && !target.has.includes(role.id))
  await changes.setRoles(
    ctx,
    target.id,
    roles.filter((role) => !proposedRoles.includes(role)).map(({ id }) => id),
  )
  if (proposedRoles.length > 0) await proposeRoles(ctx, target.id, proposedRoles, why)
  else await withdrawOpenChange(ctx, 'app_user', target.id, why)
  return proposedRoles.length > 0
}

/**
 * Takes the roles with a duty from an account that gets more centres or modes, and proposes them again: there the account
 * has the duty only once another person approves. Returns whether any were proposed.
 */
export async function proposeRolesAgain(ctx: Context, target: UserRow, why: string): Promise<boolean> {
  const needsTwoPeople = await twoPersonCheck(ctx)
  const roles = await loadRequestedRoles(
    ctx,
    target.roles.map((role) => role.id),
  )
  return roles.some(needsTwoPeople) && assignRoles(ctx, { id: target.id, has: [] }, roles, why)
}

/** A new account. `delivery` is null while the account awaits review; the approval then sends the link. */
interface CreatedUser {
  readonly id: number
  readonly delivery: PasswordDelivery | null
  readonly rolesWaiting: boolean
}

/** Creates an account whose owner will choose the password. The account is pending if a duty needs review. */
export async function createUser(ctx: Context, input: CreateInput): Promise<CreatedUser> {
  if (!blockers.mayManageAccounts(ctx)) refuse(userRefusals, 'noPage')
  expectValidFields(ctx, input)
  const { username, name, mobile, usertype, poststatus } = input
  if (!blockers.usertypesFor(ctx).includes(usertype)) refuse(userRefusals, 'usertypeBeyond')
  blockers.expectAssignablePost(ctx, usertype, poststatus)
  blockers.expectAssignableCentres(usertype, poststatus, input.centres, await lookups.assignableCentres(ctx))
  const subject = await subjectOf(ctx, input)
  const roles = await loadRequestedRoles(ctx, input.roleIds)
  await blockers.expectGrantable(ctx, roles, { usertype, has: [] })
  const keys = blockers.keysOfRoles(roles)
  const unitId = subject?.kind === 'unit' ? subject.id : null
  if (unitId !== null) blockers.expectAcknowledged(ctx, blockers.overlappingDutiesOf(await lookups.hasDualControl(ctx, unitId), keys), input.acknowledge)
  if (await changes.isUsernameTaken(ctx, username)) refuse(userRefusals, 'usernameTaken', { username })
  const letterFileId = unitId !== null && needsReview(keys) ? await storeLetter(ctx, unitId, input.letterFile) : null
  const { hash } = await newPasswordFor(ctx, `user ${username}`)
  const id = await changes.insert(ctx, {
    username,
    name,
    mobile,
    usertype,
    poststatus,
    status: letterFileId === null ? 8 : 1,
    passwordHash: hash,
    unitId,
    operatorId: subject?.kind === 'operator' ? subject.id : null,
    partnerId: subject?.kind === 'partner' ? subject.id : null,
  })
  if (id === null) refuse(userRefusals, 'usernameTaken', { username })
  if (usertype === userType.centre) await changes.setCentres(ctx, id, input.centres)
  const roleIds = roles.map((role) => role.id)
  let rolesWaiting = false
  if (unitId !== null && letterFileId !== null) await reviews.insert(ctx, { userId: id, unitId, roleIds, letterFileId })
  else rolesWaiting = await assignRoles(ctx, { id, has: [] }, roles, input.why)
  const roleNames = joinWords(
    roles.map((role) => role.name),
    'zh',
  )
  const detail = {
    username,
    name,
    mobile: maskMobile(mobile),
    usertype,
    poststatus,
    words: roleNames,
    centres: input.centres,
    isWaiting: letterFileId !== null,
  }
  ctx.note({ refType: 'user', refId: id, unitId, detail })
  const delivery = letterFileId === null ? await deliverFirstPassword(ctx, { id, username, name, usertype, unit_id: unitId }) : null
  return { id, delivery, rolesWaiting }
}

/**
 * Sets an account's roles. New duties that need review become an application (`isWaiting`). New roles with a duty that
 * needs two people become a proposal (`rolesWaiting`).
 */
export async function changeRoles(
  ctx: Context,
  target: UserRow,
  requested: { roleIds: readonly number[]; letterFile?: Upload | undefined; acknowledge: boolean; why: string },
): Promise<{ isWaiting: boolean; rolesWaiting: boolean }> {
  const roles = await loadRequestedRoles(ctx, requested.roleIds)
  const currentRoleIds = target.roles.map((role) => role.id)
  await blockers.expectGrantable(ctx, roles, { usertype: target.usertype, has: currentRoleIds })
  const keys = blockers.keysOfRoles(roles)
  const { unit_id: unitId } = target
  if (unitId !== null) blockers.expectAcknowledged(ctx, blockers.overlappingDutiesOf(await lookups.hasDualControl(ctx, unitId), keys), requested.acknowledge)
  const roleIds = roles.map((role) => role.id)
  const isWaiting = unitId !== null && needsReview(keys, target.keys)
  let rolesWaiting = false
  if (unitId !== null && isWaiting) {
    if (target.status === accountStatus.rejected) refuse(userRefusals, 'askAgain')
    await reviews.insert(ctx, { userId: target.id, unitId, roleIds, letterFileId: await storeLetter(ctx, unitId, requested.letterFile) })
  } else {
    await protectLastAdmins(ctx, target, async () => {
      rolesWaiting = await assignRoles(ctx, { id: target.id, has: currentRoleIds }, roles, requested.why)
    })
    // A rejected account becomes active with roles that need no review.
    if (target.status === accountStatus.rejected) {
      await changes.update(ctx, target.id, { status: accountStatus.active })
      await deliverFirstPassword(ctx, target)
    }
  }
  const roleNames = joinWords(
    roles.map((role) => role.name),
    'zh',
  )
  ctx.note({ refType: 'user', refId: target.id, unitId, detail: { words: roleNames, before: target.roles.map((role) => role.name), isWaiting } })
  return { isWaiting, rolesWaiting }
}
