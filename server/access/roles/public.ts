import type { Text } from '#/domain/base/text.ts'
import { loadPermissionNames } from '#/server/access/roles/labels.ts'
import type { Context } from '#/server/kernel/context.ts'

export { proposeRoles, twoPersonCheck } from '#/server/access/roles/duties.ts'
export { isUnderReview } from '#/server/access/roles/questions.ts'
export { initialRoleId, namesOfRoles, type RoleKeys, roleNamesOf, rolesOf, rolesWithKeys } from '#/server/access/roles/store-fragments.ts'

/**
 * Returns a function that looks up key names: the platform's custom name, or else the built-in one. An unknown key is
 * its own name.
 */
export function permissionNames(ctx: Context, keys: readonly string[]): Promise<(key: string) => Text> {
  return loadPermissionNames(ctx, keys)
}
