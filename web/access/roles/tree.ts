import { menuOf, menus, superKey } from '#/api/pages.ts'
import { actions, everyoneKeys, permissionKeys, usertypesOf } from '#/api/rights.ts'

/** A group of the menu with the keys that belong to it: the pages first, then what may be done there. */
export interface KeyGroup {
  readonly menu: keyof typeof menus | null
  readonly keys: readonly string[]
}

/** The platform's order of the keys of one group, as far as it knows them; `general` for those of no group. */
export interface KeyOrder {
  readonly menu: string
  readonly keys: readonly string[]
}

/** How a group is called where orders are kept. */
export const orderName = (menu: KeyGroup['menu']): string => menu ?? 'general'

/** All keys as the role editor shows them: what belongs to no group first; within a group in the platform's order, and what that does not know behind. */
export function keyGroups(orders: readonly KeyOrder[] = []): KeyGroup[] {
  const inMenu = [null, ...(Object.keys(menus) as (keyof typeof menus)[])]
  return inMenu
    .map((menu) => {
      const wanted = orders.find((order) => order.menu === orderName(menu))?.keys ?? []
      const given = permissionKeys.filter((key) => menuOf(key) === menu)
      const ordered = wanted.filter((key) => (given as readonly string[]).includes(key))
      return { menu, keys: [...ordered, ...given.filter((key) => !ordered.includes(key))] }
    })
    .filter((group) => group.keys.length > 0)
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
