import type { Text } from '#/domain/base/text.ts'
import { namesOf } from '#/server/access/roles/labels.ts'
import type { Context } from '#/server/kernel/context.ts'

export { proposeRoles, twoPersonCheck as needingTwo } from '#/server/access/roles/duties.ts'

/**
 * Returns a lookup of key names: custom where the platform set one, otherwise built-in. Unknown keys name themselves.
 */
export function permissionNames(ctx: Context, keys: readonly string[]): Promise<(key: string) => Text> {
  return namesOf(ctx, keys)
}
