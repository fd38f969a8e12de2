import { keysOf, type Menu, menus, type PageKey, pageKeys, pages } from '#/api/pages.ts'
import { opensPage } from '#/web/kernel/session.ts'

/** A row of the menu with its picture: a page of its own, or a group with the pages this person may open. */
export type MenuRow =
  | { readonly kind: 'page'; readonly page: PageKey; readonly icon: string }
  | { readonly kind: 'group'; readonly menu: Menu; readonly icon: string; readonly pages: readonly PageKey[] }

/** A parent is hidden when none of its children needs a permission (specification §4); `children` are the keys of those that show. */
export function isParentShown(children: readonly (readonly string[])[]): boolean {
  return children.some((keys) => keys.length > 0)
}

/** The menu for these keys, in the order of `api/pages.ts`. A group is hidden by the specification's rule, and one with a single page is that page. */
export function menuOf(held: readonly string[]): MenuRow[] {
  const open = pageKeys.filter((key) => opensPage(held, key))
  const rows: MenuRow[] = open.filter((key) => pages[key].menu === 'root').map((page) => ({ kind: 'page', page, icon: pages[page].icon ?? 'file' }))
  for (const menu of Object.keys(menus) as Menu[]) {
    const children = open.filter((key) => pages[key].menu === menu)
    const [first, ...others] = children
    const icon = menus[menu]
    if (first !== undefined && isParentShown(children.map(keysOf)))
      rows.push(others.length === 0 ? { kind: 'page', page: first, icon } : { kind: 'group', menu, icon, pages: [first, ...others] })
  }
  return rows
}

/** The list that a detail page belongs to for whoever holds these keys; null for a page with its own row, and where no list is open. */
export function parentOf(held: readonly string[], page: PageKey): PageKey | null {
  const isOpen = (key: string): key is PageKey => (pageKeys as readonly string[]).includes(key) && opensPage(held, key as PageKey)
  return pages[page].parents?.find(isOpen) ?? null
}

/** A step of the way to a page: a group of the menu, or a page. */
export type Crumb = { readonly kind: 'group'; readonly menu: Menu } | { readonly kind: 'page'; readonly page: PageKey }

/** The way to a page as the menu of these keys shows it: the start page, the group where it is one, the list of a detail page, and the page itself. */
export function trailOf(held: readonly string[], page: PageKey): Crumb[] {
  const crumb = (each: PageKey): Crumb => ({ kind: 'page', page: each })
  if (pages[page].isPinned) return [crumb(page)]
  const parent = parentOf(held, page)
  const listed = parent ?? page
  const group = menuOf(held).find((row) => row.kind === 'group' && row.pages.includes(listed))
  return [
    ...pageKeys.filter((key) => pages[key].isPinned && opensPage(held, key)).map(crumb),
    ...(group?.kind === 'group' ? [{ kind: 'group' as const, menu: group.menu }] : []),
    ...(parent === null ? [] : [crumb(parent)]),
    crumb(page),
  ]
}
