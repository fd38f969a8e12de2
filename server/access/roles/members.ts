import { roleRefusals } from '#/api/access/roles.texts.ts'
import { dutyNames } from '#/api/access/users.texts.ts'
import { superKey } from '#/api/pages.ts'
import { needsReview, overlappingDuties } from '#/domain/access/duties.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { appendNote, joinWords, type Language } from '#/domain/base/text.ts'
import type * as store from '#/server/access/roles/store.ts'
import * as members from '#/server/access/roles/store-members.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const accountEditKey = 'employeeDw'
const maxListedPeople = 3

type Role = Pick<store.RoleRow, 'id' | 'usertype' | 'permissions'>

function listNames(people: readonly { username: string; name: string }[], language: Language): string {
  const names = people.slice(0, maxListedPeople).map(({ username, name }) => appendNote(name, username, language))
  return joinWords(names, language) + (people.length > maxListedPeople ? '…' : '')
}

/**
 * Returns the accounts to add or remove. Refuses accounts of another kind, and the caller's own without full rights.
 */
export async function membersToChange(
  ctx: Context,
  role: Role,
  ids: { add: readonly number[]; take: readonly number[] },
): Promise<Map<number, members.MemberRow>> {
  const requestedIds = [...new Set([...ids.add, ...ids.take])]
  if (requestedIds.length === 0) refuse(roleRefusals, 'nobody')
  if (requestedIds.includes(ctx.actor.userId) && !ctx.actor.permissions.has(superKey)) refuse(roleRefusals, 'ownRole')
  const peopleById = new Map((await members.membersByIds(ctx, requestedIds)).map((person) => [person.id, person]))
  const isFit = (id: number) => peopleById.get(id)?.usertype === role.usertype && peopleById.get(id)?.status !== accountStatus.closed
  if (!requestedIds.every((id) => peopleById.has(id)) || !ids.add.every(isFit)) refuse(roleRefusals, 'wrongPeople')
  return peopleById
}

function refuseOverlap(ctx: Context, rows: readonly members.MemberKeysRow[], keysOf: (person: members.MemberKeysRow) => readonly string[]): void {
  const overlap = [...new Set(rows.flatMap((person) => overlappingDuties(keysOf(person))))]
  if (overlap.length > 0)
    refuse(roleRefusals, 'twoDuties', { people: listNames(rows, ctx.language), duties: overlap.map((duty) => translate(dutyNames[duty], ctx.language)) })
}

/**
 * Refuses a role whose duties need a letter and a review, or a person with a pending application. Also refuses two
 * duties of one batch for one person of a unit with dual control, unless acknowledged.
 */
export async function expectAllowedDuties(ctx: Context, role: Role, changes: { ids: readonly number[]; acknowledged: boolean }): Promise<void> {
  if (role.usertype !== userType.unit || changes.ids.length === 0) return
  const people = await members.membersWithKeys(ctx, { ids: changes.ids })
  const peopleInReview = people.filter((person) => person.is_waiting)
  if (peopleInReview.length > 0) refuse(roleRefusals, 'pendingReview', { people: listNames(peopleInReview, ctx.language) })
  const keysAfter = (person: members.MemberKeysRow) => [...person.keys, ...role.permissions]
  const unreviewedPeople = people.filter((person) => needsReview(keysAfter(person), person.keys))
  if (unreviewedPeople.length > 0) refuse(roleRefusals, 'reviewNeeded', { people: listNames(unreviewedPeople, ctx.language) })
  if (changes.acknowledged) return
  const peopleWithOverlap = people.filter((person) => person.is_dual && overlappingDuties(keysAfter(person)).length > overlappingDuties(person.keys).length)
  refuseOverlap(ctx, peopleWithOverlap, keysAfter)
}

/** Counts the overlapping duties of each member of a unit role, before a change. */
export async function dutyOverlapsOf(ctx: Context, role: Role): Promise<ReadonlyMap<number, number>> {
  if (role.usertype !== userType.unit) return new Map()
  const people = await members.membersWithKeys(ctx, { roleId: role.id })
  return new Map(people.map((person) => [person.id, overlappingDuties(person.keys).length]))
}

/**
 * Refuses when new permissions of a role, given or proposed (`added`), give a member overlapping duties that the member
 * did not have before.
 */
export async function expectMembersKeepDuties(ctx: Context, role: Role, before: ReadonlyMap<number, number>, added: readonly string[]): Promise<void> {
  if (role.usertype !== userType.unit) return
  const people = await members.membersWithKeys(ctx, { roleId: role.id })
  const keysAfter = (person: members.MemberKeysRow) => [...person.keys, ...added]
  const peopleWithOverlap = people.filter((person) => person.is_dual && overlappingDuties(keysAfter(person)).length > (before.get(person.id) ?? 0))
  refuseOverlap(ctx, peopleWithOverlap, keysAfter)
}

/** Runs a change that may remove rights from members; refuses if a unit would lose its last administrator. */
export async function protectLastUnitAdmins<T>(ctx: Context, role: Role, work: () => Promise<T>): Promise<T> {
  if (role.usertype !== userType.unit || !role.permissions.includes(accountEditKey)) return work()
  const before = await members.unitsWithKeyHolder(ctx, { roleId: role.id, key: accountEditKey })
  const result = await work()
  const after = await members.unitsWithPermission(ctx, { unitIds: before.map((unit) => unit.id), key: accountEditKey })
  const unitWithoutAdmin = before.find((unit) => !after.includes(unit.id))
  if (unitWithoutAdmin) refuse(roleRefusals, 'lastUnitAdmin', { unit: unitWithoutAdmin.name })
  return result
}
