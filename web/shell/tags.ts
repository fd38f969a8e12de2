import { pageKeys, pages } from '#/api/pages.ts'
import { type AnyPage, area, isPinned as isPinnedPage } from '#/web/kernel/area.ts'

/** A visited page. `path` names it; `url` is the path with what its filters had become. */
export interface Tag {
  readonly path: string
  readonly url: string
  readonly page: AnyPage
  /** What the page calls itself, when that is more than its name. */
  readonly title?: string
}

const isPinned = (tag: Tag) => isPinnedPage(tag.page)

/** The tags that are always there, for these open pages. */
export function pinnedTags(canOpen: (page: AnyPage) => boolean): Tag[] {
  const all = [...pageKeys.map((page) => ({ page, path: pages[page].path })), ...(area.get()?.pages ?? []).map(({ key, path }) => ({ page: key, path }))]
  return all.filter(({ page }) => isPinnedPage(page) && canOpen(page)).map(({ page, path }) => ({ path, url: path, page }))
}

/** The tags with those that are always there in front, whatever was missing of them. */
export function withPinned(tags: readonly Tag[], always: readonly Tag[]): readonly Tag[] {
  const missing = always.filter((tag) => !tags.some((each) => each.path === tag.path))
  return missing.length === 0 ? tags : [...tags.filter(isPinned), ...missing, ...tags.filter((tag) => !isPinned(tag))]
}

/** After a page was visited: its tag is there and remembers the address. */
export function visited(tags: readonly Tag[], visit: Pick<Tag, 'path' | 'url' | 'page'>): readonly Tag[] {
  const known = tags.find((tag) => tag.path === visit.path)
  if (!known) return [...tags, visit]
  return known.url === visit.url ? tags : tags.map((tag) => (tag === known ? { ...tag, url: visit.url } : tag))
}

/** After a page named itself. */
export function titled(tags: readonly Tag[], path: string, title: string): readonly Tag[] {
  return tags.map((tag) => (tag.path === path && tag.title !== title ? { ...tag, title } : tag))
}

/** After closing one, all others, or all; pinned tags stay. */
export function closed(tags: readonly Tag[], what: 'one' | 'others' | 'all', path: string): readonly Tag[] {
  if (what === 'one') return tags.filter((tag) => tag.path !== path || isPinned(tag))
  return tags.filter((tag) => isPinned(tag) || (what === 'others' && tag.path === path))
}

/** Where to go when the shown page's tag was closed: its right neighbour, else the last one; null when it is still there. */
export function nextAfter(before: readonly Tag[], after: readonly Tag[], shownPath: string): string | null {
  if (after.some((tag) => tag.path === shownPath)) return null
  const at = before.findIndex((tag) => tag.path === shownPath)
  const right = before.slice(at + 1).find((tag) => after.includes(tag))
  return (right ?? after.at(-1))?.url ?? '/dashboard'
}

/** Whether the tag can be closed. */
export function isClosable(tag: Tag): boolean {
  return !isPinned(tag)
}
