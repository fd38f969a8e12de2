import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { redirectPrefix } from '#/api/public-pages.ts'
import { anyPageAt, area, canOpenAny } from '#/web/kernel/area.ts'
import { useUser } from '#/web/kernel/session.ts'
import { signal } from '#/web/kernel/signal.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { moveTag, type PageTag, pathAfterClosing, pinnedTags, withoutClosed, withPinned, withTitle, withVisited } from './tags.ts'

const STORED = 'tags'

function restoreTags(): readonly PageTag[] {
  const pinned = pinnedTags(canOpenAny)
  try {
    const storedTags = JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as PageTag[]
    const open = storedTags.filter((tag) => anyPageAt(tag.path) === tag.page && canOpenAny(tag.page))
    return withPinned(open, pinned)
  } catch {
    return pinned
  }
}

const tags = signal<readonly PageTag[] | null>(null)

function persist(next: readonly PageTag[]): readonly PageTag[] {
  sessionStorage.setItem(STORED, JSON.stringify(next))
  tags.set(next)
  return next
}

/** The page whose tab was just closed. Until another page is shown, it must not get a new tab. */
const leaving = signal<string | null>(null)

/** The number of times that the user refreshed each visited page. */
const freshness = signal<Readonly<Record<string, number>>>({})

/** Refreshes a page and discards its input. */
function refreshPage(path: string): void {
  const counts = freshness.get()
  freshness.set({ ...counts, [path]: (counts[path] ?? 0) + 1 })
}

export function setTagTitle(path: string, title: string): void {
  const present = tags.get()
  if (!present) return
  const next = withTitle(present, path, title)
  if (next.some((tag, at) => tag !== present[at])) persist(next)
}

/** Returns the tabs that the user may open, with all pinned ones. Returns the same list when nothing changed. */
function permittedTags(list: readonly PageTag[]): readonly PageTag[] {
  const open = list.every((tag) => canOpenAny(tag.page)) ? list : list.filter((tag) => canOpenAny(tag.page))
  return withPinned(open, pinnedTags(canOpenAny))
}

/** Returns the visited pages of this browser tab, including the current one. */
export function useTags() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const page = anyPageAt(pathname)
  const present = useSignal(tags)
  const counts = useSignal(freshness)
  const leavingUrl = useSignal(leaving)
  const rights = useUser()?.data
  const beside = useSignal(area)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new area changes which pages may open.
  const list = useMemo(() => {
    const open = present ?? restoreTags()
    // After a sign-out the tabs are cleared, and must not be stored again.
    if (rights === undefined) return open
    const before = permittedTags(open)
    return page && leavingUrl !== pathname && canOpenAny(page) ? withVisited(before, { path: pathname, url: pathname + search, page }) : before
  }, [present, page, pathname, search, leavingUrl, rights, beside])
  useEffect(() => {
    persist(list)
    if (leaving.get() !== pathname) leaving.set(null)
  }, [list, pathname])
  const close = useCallback(
    (what: 'one' | 'others' | 'all', path: string) => {
      const after = withoutClosed(list, what, path)
      const next = pathAfterClosing(list, after, pathname)
      if (next) leaving.set(pathname)
      persist(after)
      if (next) void navigate(next)
    },
    [list, navigate, pathname],
  )
  const move = useCallback((path: string, place: string) => persist(moveTag(list, path, place)), [list])
  const refresh = useCallback(
    (path: string) => {
      refreshPage(path)
      // Navigates through the specification's refresh route (§2), which leads to the page.
      const url = list.find((tag) => tag.path === path)?.url ?? path
      void navigate(`${redirectPrefix}${url.slice(1)}`, { replace: path === pathname })
    },
    [list, navigate, pathname],
  )
  return { tags: list, page, path: pathname, freshness: counts, close, move, refresh, open: (url: string) => void navigate(url) }
}
