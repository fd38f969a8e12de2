import type { ComponentType } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { type PageKey, pages } from '#/api/pages.ts'
import type { Text } from '#/domain/text.ts'
import { pageAt } from './page-access.ts'
import { canOpen } from './session.ts'
import { signal } from './signal.ts'

/** The key of a page of the area. */
export type AreaKey = `area:${string}`
/** A page inside the frame. */
export type AnyPage = PageKey | AreaKey

/** A page of the area. */
export interface AreaPage {
  readonly key: AreaKey
  readonly path: string
  readonly title: Text
  /** The groups it stands in, from the outermost. */
  readonly groups: readonly Text[]
  readonly isPinned: boolean
  readonly isInMenu: boolean
  readonly load: () => Promise<ComponentType>
}

/** Pages beside those of `api/pages.ts`, which come with a file of their own where a setting has them. The frame knows them by this alone. */
export interface Area {
  readonly pages: readonly AreaPage[]
  /** The page at a path; null when there is none. */
  readonly at: (pathname: string) => AreaKey | null
  readonly isOpen: (key: AreaKey) => boolean
  /** Its rows below the menu. */
  readonly Menu: ComponentType<{ readonly isFolded: boolean }>
}

/** The area, once it has come; null where there is none. */
export const area = signal<Area | null>(null)

/** Whether a page is one of the area. */
export function isOfArea(page: AnyPage): page is AreaKey {
  return page.startsWith('area:')
}

/** A page of the area by its key. */
export function areaPage(key: AreaKey): AreaPage | null {
  return area.get()?.pages.find((page) => page.key === key) ?? null
}

/** The page at a path, of the product or of the area. */
export function anyPageAt(pathname: string): AnyPage | null {
  return pageAt(pathname) ?? area.get()?.at(pathname) ?? null
}

const nameless: Text = { zh: '', en: '', es: '', ja: '' }

/** The name of a page. */
export function titleOf(page: AnyPage): Text {
  return isOfArea(page) ? (areaPage(page)?.title ?? nameless) : pageTitles[page]
}

/** Whether the tag of a page cannot be closed. */
export function isPinned(page: AnyPage): boolean {
  return isOfArea(page) ? areaPage(page)?.isPinned === true : pages[page].isPinned === true
}

/** Whether the signed-in user may open a page. */
export function canOpenAny(page: AnyPage): boolean {
  return isOfArea(page) ? area.get()?.isOpen(page) === true : canOpen(page)
}
