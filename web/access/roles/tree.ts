import { menuOfKey, menus, superKey } from '#/api/pages.ts'
import { actionNames, commonKeys, permissionKeys, usertypesOf } from '#/api/rights.ts'

/** A menu group with its keys: pages first, then actions. */
export interface KeyGroup {
  readonly menu: keyof typeof menus | null
  readonly keys: readonly string[]
}

/** The platform's order of the keys it knows in a group; `general` for keys without a group. */
export interface KeyOrder {
  readonly menu: string
  readonly keys: readonly string[]
}

/** Returns the name under which a group's order is stored. */
export const keyOrderName = (menu: KeyGroup['menu']): string => menu ?? 'general'

/**
 * Returns all keys by group for the role editor, keys without a group first. Within a group the platform's order
 * applies, and keys missing from it follow.
 */
export function keyGroups(orders: readonly KeyOrder[] = []): KeyGroup[] {
  const menuOrder = [null, ...(Object.keys(menus) as (keyof typeof menus)[])]
  return menuOrder
    .map((menu) => {
      const requestedOrder = orders.find((order) => order.menu === keyOrderName(menu))?.keys ?? []
      const keys = permissionKeys.filter((key) => menuOfKey(key) === menu)
      const arrangedKeys = requestedOrder.filter((key) => (keys as readonly string[]).includes(key))
      return { menu, keys: [...arrangedKeys, ...keys.filter((key) => !arrangedKeys.includes(key))] }
    })
    .filter((group) => group.keys.length > 0)
}

/** Returns the groups reduced to the visible keys, without empty groups. */
export function visibleGroups(groups: readonly KeyGroup[], isShown: (key: string) => boolean): KeyGroup[] {
  return groups.map((group) => ({ ...group, keys: group.keys.filter(isShown) })).filter((group) => group.keys.length > 0)
}

/** Returns why the user cannot grant or revoke a key in a role of this kind; null when they can. */
export function grantDenialReason(
  key: string,
  role: { usertype: number; isBuiltIn: boolean; isHeld: boolean },
  heldKeys: readonly string[],
): 'lacking' | 'misplaced' | 'always' | null {
  if (role.isBuiltIn && role.isHeld && (commonKeys as readonly string[]).includes(key)) return 'always'
  // A key in a role of the wrong kind can still be revoked.
  if (!role.isHeld && !usertypesOf(key).includes(role.usertype)) return 'misplaced'
  return heldKeys.includes(superKey) || heldKeys.includes(key) ? null : 'lacking'
}

/** Returns whether a key is a page, an action or the super key. */
export function permissionKind(key: string): 'page' | 'action' | 'all' {
  if (key === superKey) return 'all'
  return key in actionNames ? 'action' : 'page'
}

/** Returns the keys that only one of two roles has. */
export function keyDifferences(here: readonly string[], there: readonly string[]): { readonly here: readonly string[]; readonly there: readonly string[] } {
  return { here: here.filter((key) => !there.includes(key)), there: there.filter((key) => !here.includes(key)) }
}
