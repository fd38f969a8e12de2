import type { ComponentType } from 'react'
import { pageTitles } from '#/api/pages.texts.ts'
import { type PageKey, pages } from '#/api/pages.ts'
import type { Text } from '#/domain/base/text.ts'
import { pageAt } from './page-access.ts'
import { canOpen } from './session.ts'
import { signal } from './signal.ts'

export type AreaKey = `area:${string}`
/** A page inside the application frame. */
export type AnyPage = PageKey | AreaKey

export interface AreaPage {
  readonly key: AreaKey
  readonly path: string
  readonly title: Text
  /** The menu groups that contain the page, outermost first. */
  readonly groups: readonly Text[]
  readonly isPinned: boolean
  readonly isInMenu: boolean
  readonly load: () => Promise<ComponentType>
}

/**
 * Pages in addition to those of `api/pages.ts`. Only some installations load the separate file with their code. The
 * frame uses these pages only through this interface.
 */
export interface Area {
  readonly pages: readonly AreaPage[]
  readonly at: (pathname: string) => AreaKey | null
  readonly isOpen: (key: AreaKey) => boolean
  /** The area's rows below the menu. */
  readonly Menu: ComponentType<{ readonly isFolded: boolean }>
}

/** The area once loaded; null in installations without one. */
export const area = signal<Area | null>(null)

export function isOfArea(page: AnyPage): page is AreaKey {
  return page.startsWith('area:')
}

export function areaPage(key: AreaKey): AreaPage | null {
  return area.get()?.pages.find((page) => page.key === key) ?? null
}

/** Returns the page at a path, of the product or of the area. */
export function anyPageAt(pathname: string): AnyPage | null {
  return pageAt(pathname) ?? area.get()?.at(pathname) ?? null
}

const emptyTitle: Text = { zh: '', en: '', es: '', ja: '' }

export function titleOf(page: AnyPage): Text {
  return isOfArea(page) ? (areaPage(page)?.title ?? emptyTitle) : pageTitles[page]
}

/** Returns whether the page's tab cannot be closed. */
export function isPinned(page: AnyPage): boolean {
  return isOfArea(page) ? areaPage(page)?.isPinned === true : pages[page].isPinned === true
}

export function canOpenAny(page: AnyPage): boolean {
  return isOfArea(page) ? area.get()?.isOpen(page) === true : canOpen(page)
}
