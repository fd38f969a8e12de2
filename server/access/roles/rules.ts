import { roleRefusals } from '#/api/access/roles.texts.ts'
import { superKey } from '#/api/pages.ts'
import { commonKeys, paymentDuties, permissionKeys, usertypesOf } from '#/api/rights.ts'
import { userType } from '#/domain/base/codes.ts'
import { loadPermissionNames } from '#/server/access/roles/labels.ts'
import * as store from '#/server/access/roles/store.ts'
import type { Actor, Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const allPermissionKeys: ReadonlySet<string> = new Set(permissionKeys)
const maxListedKeys = 8
const abbreviateKeys = (keys: readonly string[]) => keys.slice(0, maxListedKeys).join(', ') + (keys.length > maxListedKeys ? ' …' : '')

/** Refuses callers outside the platform, even when a role grants them the permission. */
export function expectPlatform(ctx: Context): void {
  if (!ctx.scope.all || ctx.actor.usertype !== userType.platform) refuse(roleRefusals, 'platformOnly')
}

function missingKeys(actor: Actor, keys: readonly string[]): string[] {
  return actor.permissions.has(superKey) ? [] : keys.filter((key) => !actor.permissions.has(key))
}

/**
 * Returns why the caller may not change a role: a missing right, a role above theirs, or their own role. Null when
 * allowed.
 */
export function editBlockerOf(
  actor: Actor,
  role: Pick<store.RoleRow, 'permissions' | 'is_own'>,
): { name: 'noRight' | 'higherRole' | 'ownRole'; keys: string } | null {
  if (!actor.may('role:edit')) return { name: 'noRight', keys: '' }
  const absentKeys = missingKeys(actor, role.permissions)
  if (absentKeys.length > 0) return { name: 'higherRole', keys: abbreviateKeys(absentKeys) }
  return role.is_own && !actor.permissions.has(superKey) ? { name: 'ownRole', keys: '' } : null
}

/** Refuses when the actor may not change the role. */
export function expectCanEdit(ctx: Context, role: Pick<store.RoleRow, 'permissions' | 'is_own'>): void {
  const editBlocker = editBlockerOf(ctx.actor, role)
  if (editBlocker) refuse(roleRefusals, editBlocker.name, { keys: editBlocker.keys })
}

/**
 * Returns the role's keys, unique and sorted; refuses keys that are unknown, not the caller's, misplaced or
 * overlapping.
 */
export async function expectValidKeys(
  ctx: Context,
  role: { usertype: number; permissions: readonly string[]; acknowledged: boolean; isBuiltIn: boolean },
): Promise<string[]> {
  const keys = [...new Set(role.permissions)].sort()
  const unknownKeyList = keys.filter((key) => !allPermissionKeys.has(key))
  if (unknownKeyList.length > 0) refuse(roleRefusals, 'unknownKeys', { keys: abbreviateKeys(unknownKeyList) })
  const absentKeys = missingKeys(ctx.actor, keys)
  if (absentKeys.length > 0) refuse(roleRefusals, 'lacking', { keys: abbreviateKeys(absentKeys) })
  const misplacedKeys = keys.filter((key) => !usertypesOf(key).includes(role.usertype))
  if (misplacedKeys.length > 0) refuse(roleRefusals, 'wrongUsertype', { keys: abbreviateKeys(misplacedKeys) })
  if (role.isBuiltIn && commonKeys.some((key) => !keys.includes(key))) refuse(roleRefusals, 'everyone')
  const joinedDuties = paymentDuties.filter((key) => keys.includes(key))
  if (joinedDuties.length > 1 && !role.acknowledged) {
    const nameOf = await loadPermissionNames(ctx, joinedDuties)
    refuse(roleRefusals, 'duties', { duties: joinedDuties.map((key) => translate(nameOf(key), ctx.language)).join(' + ') })
  }
  return keys
}

/** Refuses if this transaction leaves no active account with admin3. */
export async function expectRemainingAdmin(ctx: Context): Promise<void> {
  if (!(await store.hasAdmin(ctx))) refuse(roleRefusals, 'lastAdmin')
}
