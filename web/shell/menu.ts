import { type Menu, menus, type PageKey, pageKeys, pages, permissionsOfPage } from '#/api/pages.ts'
import { includesPage } from '#/web/kernel/session.ts'

/** A row of the menu with its icon: a page, or a group with the pages the user may open. */
export type MenuRow =
  | { readonly kind: 'page'; readonly page: PageKey; readonly icon: string }
  | { readonly kind: 'group'; readonly menu: Menu; readonly icon: string; readonly pages: readonly PageKey[] }

/**
 * Returns whether a menu group is shown: at least one child needs a permission (specification §4). `children` are the
 * keys of the visible ones.
 */
export function isParentShown(children: readonly (readonly string[])[]): boolean {
  return children.some((keys) => keys.length > 0)
}

/**
 * Returns the menu for these keys, in the order of `api/pages.ts`. The specification's rule hides groups. A group with
 * a single page is replaced by that page.
 */
export function menuOf(held: readonly string[]): MenuRow[] {
  const open = pageKeys.filter((key) => includesPage(held, key))
  const rows: MenuRow[] = open.filter((key) => pages[key].menu === 'root').map((page) => ({ kind: 'page', page, icon: pages[page].icon ?? 'file' }))
  for (const menu of Object.keys(menus) as Menu[]) {
    const children = open.filter((key) => pages[key].menu === menu)
    const [first, ...others] = children
    const icon = menus[menu]
    if (first !== undefined && isParentShown(children.map(permissionsOfPage)))
      rows.push(others.length === 0 ? { kind: 'page', page: first, icon } : { kind: 'group', menu, icon, pages: [first, ...others] })
  }
  return rows
}

/**
 * Returns the list page of a detail page: the first that these keys allow. Returns null for a page with its own menu
 * row, and when no list is allowed.
 */
export function parentOf(held: readonly string[], page: PageKey): PageKey | null {
  const isOpen = (key: string): key is PageKey => (pageKeys as readonly string[]).includes(key) && includesPage(held, key as PageKey)
  return pages[page].parents?.find(isOpen) ?? null
}

/** A breadcrumb item: a menu group or a page. */
export type Crumb = { readonly kind: 'group'; readonly menu: Menu } | { readonly kind: 'page'; readonly page: PageKey }

/**
 * Returns the breadcrumb of a page in the menu of these keys: the start page, its group, the list of a detail page, and
 * the page itself.
 */
export function trailOf(held: readonly string[], page: PageKey): Crumb[] {
  const crumbOf = (key: PageKey): Crumb => ({ kind: 'page', page: key })
  if (pages[page].isPinned) return [crumbOf(page)]
  const parent = parentOf(held, page)
  const menuPage = parent ?? page
  const group = menuOf(held).find((row) => row.kind === 'group' && row.pages.includes(menuPage))
  return [
    ...pageKeys.filter((key) => pages[key].isPinned && includesPage(held, key)).map(crumbOf),
    ...(group?.kind === 'group' ? [{ kind: 'group' as const, menu: group.menu }] : []),
    ...(parent === null ? [] : [crumbOf(parent)]),
    crumbOf(page),
  ]
}
