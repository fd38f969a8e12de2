import { type PageKey, pageKeys, pages } from '#/api/pages.ts'

/** A visited page. `path` names it; `url` is the path with what its filters had become. */
export interface Tag {
  readonly path: string
  readonly url: string
  readonly page: PageKey
  /** What the page calls itself, when that is more than its name. */
  readonly title?: string
}

const isPinned = (tag: Tag) => pages[tag.page].isPinned === true

/** The tags that are always there, for these open pages. */
export function pinnedTags(canOpen: (page: PageKey) => boolean): Tag[] {
  return pageKeys.filter((page) => pages[page].isPinned === true && canOpen(page)).map((page) => ({ path: pages[page].path, url: pages[page].path, page }))
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
