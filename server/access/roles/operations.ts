import type { z } from 'zod'
import { roleRefusals } from '#/api/access/roles.texts.ts'
import type { Modules } from '#/api/modules.ts'
import { superKey } from '#/api/pages.ts'
import { expectProposer, openChangesOf, withdrawOpenChange } from '#/server/access/changes/public.ts'
import { proposeDuties, proposeRoles, splitDuties, twoPersonCheck } from '#/server/access/roles/duties.ts'
import { arrangePermissions, loadLabels, renamePermission } from '#/server/access/roles/labels.ts'
import { dutyOverlapsOf, expectAllowedDuties, expectMembersKeepDuties, membersToChange, protectLastUnitAdmins } from '#/server/access/roles/members.ts'
import { permissionList, permissionReport } from '#/server/access/roles/permissions.ts'
import { editBlockerOf, expectCanEdit, expectPlatform, expectRemainingAdmin, expectValidKeys } from '#/server/access/roles/rules.ts'
import * as store from '#/server/access/roles/store.ts'
import * as members from '#/server/access/roles/store-members.ts'
import type { Context } from '#/server/kernel/context.ts'
import { presetName, storedName } from '#/server/kernel/installation/presets.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const maxCandidates = 50

type Role = z.input<Modules['roles']['get']['output']>

type Changes = Awaited<ReturnType<typeof openChangesOf>>

function present(ctx: Context, row: store.RoleRow, changes: Changes = []): Role {
  const editBlocker = editBlockerOf(ctx.actor, row)
  const blockerText = editBlocker ? translate(roleRefusals[editBlocker.name], ctx.language, { keys: editBlocker.keys }) : ''
  const deletionBlocker = row.is_system
    ? translate(roleRefusals.builtIn, ctx.language)
    : row.members > 0
      ? translate(roleRefusals.hasMembers, ctx.language, { count: row.members })
      : ''
  return {
    id: row.id,
    name: presetName(row.name, ctx.language),
    usertype: row.usertype,
    keyCount: row.permissions.length,
    memberCount: row.members,
    isBuiltIn: row.is_system,
    updatedAt: row.updated_at?.toISOString() ?? null,
    updatedBy: row.updater,
    version: row.version,
    permissions: row.permissions,
    changes,
    may: { edit: blockerText, remove: blockerText || deletionBlocker, give: blockerText },
  }
}

const presentMember = ({ id, username, name, place, status }: members.MemberRow) => ({ id, username, name, place, status })
const loggedRole = (row: Pick<store.RoleRow, 'name' | 'usertype' | 'permissions'>) => ({ name: row.name, usertype: row.usertype, permissions: row.permissions })

async function requireRole(ctx: Context, id: number): Promise<store.RoleRow> {
  return (await store.find(ctx, id)) ?? refuse(roleRefusals, 'notFound')
}

async function loadFullRole(ctx: Context, id: number): Promise<Role> {
  return present(ctx, await requireRole(ctx, id), await openChangesOf(ctx, { kind: 'role', rowIds: [id] }))
}

async function createRole(
  ctx: Context,
  role: { name: string; usertype: number; permissions: readonly string[]; acknowledged: boolean; why: string },
  from?: string,
): Promise<Role> {
  const keys = await expectValidKeys(ctx, { ...role, isBuiltIn: false })
  const { direct, added } = await splitDuties(ctx, keys, [])
  if (added.length > 0) await expectProposer(ctx, role.why)
  const id = (await store.insert(ctx, { ...role, name: storedName(role.name, ctx.language) })) ?? refuse(roleRefusals, 'nameTaken', { name: role.name })
  await store.setPermissions(ctx, id, direct)
  const newRole = await requireRole(ctx, id)
  ctx.note({
    refType: 'role',
    refId: id,
    after: loggedRole(newRole),
    detail: { name: newRole.name, ...(from && { copiedFrom: from }), ...(role.acknowledged && { duties: true }) },
  })
  if (added.length > 0) await proposeDuties(ctx, { id, name: newRole.name, kept: [], added }, role.why)
  return loadFullRole(ctx, id)
}

export const roles: Implementation<Modules['roles']> = {
  async list(ctx, { page, size, ...filter }) {
    expectPlatform(ctx)
    const [rows, count] = await Promise.all([store.list(ctx, filter, { size, from: (page - 1) * size }), store.count(ctx, filter)])
    return { rows: rows.map((row) => present(ctx, row)), count }
  },

  async get(ctx, { id }) {
    expectPlatform(ctx)
    return loadFullRole(ctx, id)
  },

  async members(ctx, { page, size, ...of }) {
    expectPlatform(ctx)
    const [rows, count] = await Promise.all([members.members(ctx, of, { size, from: (page - 1) * size }), members.countMembers(ctx, of)])
    return { rows: rows.map(presentMember), count }
  },

  async candidates(ctx, { id, keyword }) {
    expectPlatform(ctx)
    const { usertype } = await requireRole(ctx, id)
    return (await members.candidates(ctx, { id, usertype, keyword }, maxCandidates)).map(presentMember)
  },

  async create(ctx, role) {
    expectPlatform(ctx)
    return createRole(ctx, role)
  },

  async copy(ctx, { id, name, acknowledged, why }) {
    expectPlatform(ctx)
    const { usertype, permissions, name: from } = await requireRole(ctx, id)
    return createRole(ctx, { name, usertype, permissions, acknowledged, why }, from)
  },

  async update(ctx, { id, version, name: typed, usertype, permissions, acknowledged, why }) {
    const name = storedName(typed, ctx.language)
    expectPlatform(ctx)
    const before = (await store.lock(ctx, id)) ?? refuse(roleRefusals, 'notFound')
    if (before.version !== version) refuse(roleRefusals, 'changed')
    expectCanEdit(ctx, before)
    if (usertype !== before.usertype && before.members > 0) refuse(roleRefusals, 'usertypeFixed')
    const keys = await expectValidKeys(ctx, { usertype, permissions, acknowledged, isBuiltIn: before.is_system })
    if (await store.isNameTaken(ctx, name, id)) refuse(roleRefusals, 'nameTaken', { name })
    if (!(await store.update(ctx, before, { name, usertype }))) refuse(roleRefusals, 'changed')
    const overlapsBefore = await dutyOverlapsOf(ctx, before)
    const { direct, added } = await splitDuties(ctx, keys, before.permissions)
    await protectLastUnitAdmins(ctx, before, () => store.setPermissions(ctx, id, direct))
    if (!acknowledged) await expectMembersKeepDuties(ctx, before, overlapsBefore, added)
    if (before.permissions.includes(superKey) && !keys.includes(superKey)) await expectRemainingAdmin(ctx)
    if (added.length > 0) await proposeDuties(ctx, { id, name, kept: direct, added }, why)
    else await withdrawOpenChange(ctx, 'role', id, name)
    const after = await requireRole(ctx, id)
    ctx.note({ refType: 'role', refId: id, before: loggedRole(before), after: loggedRole(after), detail: { name, ...(acknowledged && { duties: true }) } })
    return loadFullRole(ctx, id)
  },

  async remove(ctx, { id, version }) {
    expectPlatform(ctx)
    const role = (await store.lock(ctx, id)) ?? refuse(roleRefusals, 'notFound')
    if (role.version !== version) refuse(roleRefusals, 'changed')
    expectCanEdit(ctx, role)
    if (role.is_system) refuse(roleRefusals, 'builtIn')
    if (role.members > 0) refuse(roleRefusals, 'hasMembers', { count: role.members })
    await withdrawOpenChange(ctx, 'role', id, role.name)
    await store.remove(ctx, id)
    ctx.note({ refType: 'role', refId: id, before: loggedRole(role), detail: { name: role.name } })
    return {}
  },

  async give(ctx, { id, acknowledged, why, ...requested }) {
    expectPlatform(ctx)
    const role = (await store.lock(ctx, id)) ?? refuse(roleRefusals, 'notFound')
    expectCanEdit(ctx, role)
    const peopleById = await membersToChange(ctx, role, requested)
    await expectAllowedDuties(ctx, role, { ids: requested.add, acknowledged })
    const isWaiting = requested.add.length > 0 && (await twoPersonCheck(ctx))({ usertype: role.usertype, keys: role.permissions })
    if (isWaiting) for (const userId of await store.accountsWithoutRole(ctx, id, requested.add)) await proposeRoles(ctx, userId, [role], why)
    const addedMembers = isWaiting ? [] : await store.giveRoleTo(ctx, id, requested.add)
    const removedMembers = await protectLastUnitAdmins(ctx, role, () => store.takeRoleFrom(ctx, id, requested.take))
    if (removedMembers.length > 0 && role.permissions.includes(superKey)) await expectRemainingAdmin(ctx)
    const usernamesOf = (ids: readonly number[]) => ids.map((each) => peopleById.get(each)?.username ?? String(each))
    ctx.note({
      refType: 'role',
      refId: id,
      detail: { name: role.name, added: usernamesOf(addedMembers), taken: usernamesOf(removedMembers), ...(acknowledged && { duties: true }) },
    })
    for (const userId of [...addedMembers, ...removedMembers]) {
      const isNew = addedMembers.includes(userId)
      const member = peopleById.get(userId)
      ctx.note({
        refType: 'user',
        refId: userId,
        unitId: member?.unit_id ?? null,
        detail: { username: member?.username, ...(isNew ? { added: [role.name] } : { taken: [role.name] }) },
      })
    }
    for (const userId of removedMembers) await withdrawOpenChange(ctx, 'app_user', userId, role.name)
    return { memberCount: (await requireRole(ctx, id)).members, isWaiting }
  },

  async permissions(ctx) {
    expectPlatform(ctx)
    return permissionList(await store.allRoles(ctx), ctx.language)
  },

  async labels(ctx) {
    expectPlatform(ctx)
    return loadLabels(ctx)
  },

  async rename(ctx, requested) {
    expectPlatform(ctx)
    return renamePermission(ctx, requested)
  },

  async arrange(ctx, requested) {
    expectPlatform(ctx)
    return arrangePermissions(ctx, requested)
  },

  async check(ctx) {
    expectPlatform(ctx)
    return permissionReport(await store.allRoles(ctx), ctx.language)
  },
}
