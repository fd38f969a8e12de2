import { menuOf, menus, permissionKeys } from '#/api/pages.ts'
import { actions, everyoneKeys, superKey, usertypesOf } from '#/api/rights.ts'

/** A group of the menu with the keys that belong to it: the pages first, then what may be done there. */
export interface KeyGroup {
  readonly menu: keyof typeof menus | null
  readonly keys: readonly string[]
}

/** All keys as the role editor shows them: what belongs to no group first. */
export function keyGroups(): KeyGroup[] {
  const order = [null, ...(Object.keys(menus) as (keyof typeof menus)[])]
  return order.map((menu) => ({ menu, keys: permissionKeys.filter((key) => menuOf(key) === menu) })).filter((group) => group.keys.length > 0)
}

/** The groups with the keys that a search and the wish to see only differences leave. */
export function fitting(groups: readonly KeyGroup[], isShown: (key: string) => boolean): KeyGroup[] {
  return groups.map((group) => ({ ...group, keys: group.keys.filter(isShown) })).filter((group) => group.keys.length > 0)
}

/** Why a key cannot be given or taken by this person in a role of this kind; null when it can. */
export function barOf(
  key: string,
  role: { usertype: number; isBuiltIn: boolean; isHeld: boolean },
  own: readonly string[],
): 'lacking' | 'misplaced' | 'always' | null {
  if (role.isBuiltIn && role.isHeld && (everyoneKeys as readonly string[]).includes(key)) return 'always'
  // What stands in the wrong kind of role can still be taken out.
  if (!role.isHeld && !usertypesOf(key).includes(role.usertype)) return 'misplaced'
  return own.includes(superKey) || own.includes(key) ? null : 'lacking'
}

/** Whether a key is a page's, an action, or everything. */
export function kindOf(key: string): 'page' | 'action' | 'all' {
  if (key === superKey) return 'all'
  return key in actions ? 'action' : 'page'
}

/** What stands in one of two roles only. */
export function difference(here: readonly string[], there: readonly string[]): { readonly here: readonly string[]; readonly there: readonly string[] } {
  return { here: here.filter((key) => !there.includes(key)), there: there.filter((key) => !here.includes(key)) }
}
