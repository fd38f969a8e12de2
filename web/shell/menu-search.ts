import Fuse from 'fuse.js'
import { menuTitles, pageTitles } from '#/api/pages.texts.ts'
import { type PageKey, pages } from '#/api/pages.ts'
import { type Language, type Text, truncateUnits } from '#/domain/base/text.ts'
import { type AnyPage, area } from '#/web/kernel/area.ts'
import type { PinyinOf } from '#/web/ui/pinyin.ts'
import type { MenuRow } from './menu.ts'

/** Highest dissimilarity of a match (0…1), and the number of typed letters compared (specification §2, §9). */
export const THRESHOLD = 0.4
export const MAX_PATTERN_LENGTH = 32

/** The fields that the search reads. */
interface SearchableItem {
  readonly titles: readonly string[]
  readonly path: string
  readonly sounds: readonly string[]
}

export interface MenuTarget {
  readonly page: AnyPage
  /** The group and page titles, as in the menu. */
  readonly titles: readonly string[]
  readonly path: string
  /** The pinyin of the Chinese titles, whole and as initials. */
  readonly sounds: readonly string[]
}

/** Returns the searchable places of a menu. The personal pages are included although they have no menu row. */
export function menuTargetsOf(rows: readonly MenuRow[], hidden: readonly PageKey[], spoken: Language, sound: PinyinOf | null): MenuTarget[] {
  const targetFor = (page: AnyPage, path: string, groups: readonly string[], title: Text): MenuTarget => {
    const titles = [...groups, title[spoken]]
    return { page, titles, path, sounds: sound ? sound(titles.join('')).concat(sound(title.zh)) : [] }
  }
  const menuTarget = (page: PageKey, group: readonly string[]) => targetFor(page, pages[page].path, group, pageTitles[page])
  const extraArea = area.get()
  const areaPages = (extraArea?.pages ?? []).filter(({ key, isInMenu }) => isInMenu && extraArea?.isOpen(key))
  const menuTargets = rows.flatMap((row) =>
    row.kind === 'page' ? [menuTarget(row.page, [])] : row.pages.map((page) => menuTarget(page, [menuTitles[row.menu][spoken]])),
  )
  return [
    ...menuTargets,
    ...hidden.map((page) => menuTarget(page, [])),
    ...areaPages.map(({ key, path, groups, title }) =>
      targetFor(
        key,
        path,
        groups.map((group) => group[spoken]),
        title,
      ),
    ),
  ]
}

/** Returns a search function over the places. An empty search returns all of them. */
export function createSearch<P extends SearchableItem>(places: readonly P[]): (typed: string) => readonly P[] {
  const index = new Fuse(places, {
    threshold: THRESHOLD,
    ignoreLocation: true,
    minMatchCharLength: 1,
    keys: [
      { name: 'titles', weight: 0.6 },
      { name: 'sounds', weight: 0.3 },
      { name: 'path', weight: 0.3 },
    ],
  })
  return (typed) => {
    const pattern = truncateUnits(typed.trim(), MAX_PATTERN_LENGTH)
    return pattern === '' ? places : index.search(pattern).map(({ item }) => item)
  }
}
