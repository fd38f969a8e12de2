import type { Text } from '#/domain/text.ts'
import { namesOf } from '#/server/access/roles/labels.ts'
import type { Context } from '#/server/kernel/context.ts'

/** What keys are called on the screens: the platform's own name where it gave one, else the program's; a key that no code knows is called by itself. */
export function permissionNames(ctx: Context, keys: readonly string[]): Promise<(key: string) => Text> {
  return namesOf(ctx, keys)
}
