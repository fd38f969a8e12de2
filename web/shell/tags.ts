import { pageKeys, pages } from '#/api/pages.ts'
import { type AnyPage, area, isPinned as isPinnedPage } from '#/web/kernel/area.ts'

/** A tab of a visited page. `path` identifies it. `url` is the path with its current query. */
export interface PageTag {
  readonly path: string
  readonly url: string
  readonly page: AnyPage
  /** The page's own title, e.g. with a batch number. */
  readonly title?: string
}

/** Returns the tabs in a stored value; none when it is damaged. */
export function validTags(stored: unknown): readonly PageTag[] {
  const isText = (value: unknown) => typeof value === 'string'
  const isTag = (tag: Partial<PageTag> | null): tag is PageTag =>
    isText(tag?.path) && isText(tag?.url) && isText(tag?.page) && (tag?.title === undefined || isText(tag.title))
  return Array.isArray(stored) ? stored.filter(isTag) : []
}

const isPinned = (tag: PageTag) => isPinnedPage(tag.page)

/** Returns the pinned tabs that the user may open. */
export function pinnedTags(canOpen: (page: AnyPage) => boolean): PageTag[] {
  const allPages = [...pageKeys.map((page) => ({ page, path: pages[page].path })), ...(area.get()?.pages ?? []).map(({ key, path }) => ({ page: key, path }))]
  return allPages.filter(({ page }) => isPinnedPage(page) && canOpen(page)).map(({ page, path }) => ({ path, url: path, page }))
}

/** Returns the tabs with missing pinned ones added after the pinned tabs at the front. */
export function withPinned(tags: readonly PageTag[], always: readonly PageTag[]): readonly PageTag[] {
  const missingTags = always.filter((tag) => !tags.some((each) => each.path === tag.path))
  return missingTags.length === 0 ? tags : [...tags.filter(isPinned), ...missingTags, ...tags.filter((tag) => !isPinned(tag))]
}

/** Returns the tabs after a visit. The visited page has a tab with its current URL. */
export function withVisited(tags: readonly PageTag[], visit: Pick<PageTag, 'path' | 'url' | 'page'>): readonly PageTag[] {
  const visitedTag = tags.find((tag) => tag.path === visit.path)
  if (!visitedTag) return [...tags, visit]
  return visitedTag.url === visit.url ? tags : tags.map((tag) => (tag === visitedTag ? { ...tag, url: visit.url } : tag))
}

/** Returns the tabs after a page set its title. */
export function withTitle(tags: readonly PageTag[], path: string, title: string): readonly PageTag[] {
  return tags.map((tag) => (tag.path === path && tag.title !== title ? { ...tag, title } : tag))
}

/** Returns the tabs after closing one, all others or all. Pinned tabs stay. */
export function withoutClosed(tags: readonly PageTag[], what: 'one' | 'others' | 'all', path: string): readonly PageTag[] {
  if (what === 'one') return tags.filter((tag) => tag.path !== path || isPinned(tag))
  return tags.filter((tag) => isPinned(tag) || (what === 'others' && tag.path === path))
}

/** Returns the tabs after one was moved to the position of another. Nothing changes if either tab is pinned. */
export function moveTag(tags: readonly PageTag[], path: string, place: string): readonly PageTag[] {
  const [from, to] = [tags.findIndex((tag) => tag.path === path), tags.findIndex((tag) => tag.path === place)]
  const [tag, other] = [tags[from], tags[to]]
  if (!tag || !other || from === to || isPinned(tag) || isPinned(other)) return tags
  return tags.toSpliced(from, 1).toSpliced(to, 0, tag)
}

/**
 * Returns the path to show after the current tab was closed: its right neighbour, else the last tab. null when it is
 * still open.
 */
export function pathAfterClosing(before: readonly PageTag[], after: readonly PageTag[], displayedPath: string): string | null {
  if (after.some((tag) => tag.path === displayedPath)) return null
  const at = before.findIndex((tag) => tag.path === displayedPath)
  const rightTag = before.slice(at + 1).find((tag) => after.includes(tag))
  return (rightTag ?? after.at(-1))?.url ?? '/dashboard'
}

export function isClosable(tag: PageTag): boolean {
  return !isPinned(tag)
}
