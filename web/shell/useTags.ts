import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { redirectPrefix } from '#/api/public-pages.ts'
import { anyPageAt, area, canOpenAny } from '#/web/kernel/area.ts'
import { useUser } from '#/web/kernel/session.ts'
import { signal } from '#/web/kernel/signal.ts'
import { storedJson, tabStorage } from '#/web/kernel/storage.ts'
import { TAGS_KEY } from '#/web/kernel/tab-url.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { moveTag, type PageTag, pathAfterClosing, pinnedTags, validTags, withoutClosed, withPinned, withTitle, withVisited } from './tags.ts'

function restoreTags(): readonly PageTag[] {
  const open = validTags(storedJson(tabStorage, TAGS_KEY)).filter((tag) => anyPageAt(tag.path) === tag.page && canOpenAny(tag.page))
  return withPinned(open, pinnedTags(canOpenAny))
}

const tags = signal<readonly PageTag[] | null>(null)

function persist(next: readonly PageTag[]): readonly PageTag[] {
  tabStorage.set(TAGS_KEY, JSON.stringify(next))
  tags.set(next)
  return next
}

/** The page whose tab was just closed. Until another page is shown, it must not get a new tab. */
const closedPage = signal<string | null>(null)

/** The number of times that the user refreshed each visited page. */
const freshness = signal<Readonly<Record<string, number>>>({})

/** Refreshes a page and discards its input. */
function refreshPage(path: string): void {
  const counts = freshness.get()
  freshness.set({ ...counts, [path]: (counts[path] ?? 0) + 1 })
}

export function setTagTitle(path: string, title: string): void {
  const openTags = tags.get()
  if (!openTags) return
  const next = withTitle(openTags, path, title)
  if (next.some((tag, at) => tag !== openTags[at])) persist(next)
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
  const openTags = useSignal(tags)
  const counts = useSignal(freshness)
  const closedUrl = useSignal(closedPage)
  const userData = useUser()?.data
  const extraArea = useSignal(area)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new area changes which pages may open.
  const list = useMemo(() => {
    const open = openTags ?? restoreTags()
    // After a sign-out the tabs are cleared, and must not be stored again.
    if (userData === undefined) return open
    const permittedBefore = permittedTags(open)
    return page && closedUrl !== pathname && canOpenAny(page) ? withVisited(permittedBefore, { path: pathname, url: pathname + search, page }) : permittedBefore
  }, [openTags, page, pathname, search, closedUrl, userData, extraArea])
  useEffect(() => {
    persist(list)
    if (closedPage.get() !== pathname) closedPage.set(null)
  }, [list, pathname])
  const close = useCallback(
    (what: 'one' | 'others' | 'all', path: string) => {
      const remainingTags = withoutClosed(list, what, path)
      const next = pathAfterClosing(list, remainingTags, pathname)
      if (next) closedPage.set(pathname)
      persist(remainingTags)
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
