import { type Menu, menus, type PageKey, pageKeys, pages } from '#/api/pages.ts'
import { opensPage } from '#/web/kernel/session.ts'

/** A row of the menu: a page of its own, or a group with the pages this person may open. */
export type MenuRow = { readonly kind: 'page'; readonly page: PageKey } | { readonly kind: 'group'; readonly menu: Menu; readonly pages: readonly PageKey[] }

/** The menu for these keys, in the order of `api/pages.ts`. A group without an open page does not show. */
export function menuOf(held: readonly string[]): MenuRow[] {
  const open = pageKeys.filter((key) => opensPage(held, key))
  const rows: MenuRow[] = open.filter((key) => pages[key].menu === 'root').map((page) => ({ kind: 'page', page }))
  for (const menu of Object.keys(menus) as Menu[]) {
    const inside = open.filter((key) => pages[key].menu === menu)
    if (inside.length > 0) rows.push({ kind: 'group', menu, pages: inside })
  }
  return rows
}
