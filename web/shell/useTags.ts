import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { redirectPrefix } from '#/api/public-pages.ts'
import { anyPageAt, area, canOpenAny } from '#/web/kernel/area.ts'
import { useUser } from '#/web/kernel/session.ts'
import { signal } from '#/web/kernel/signal.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { closed, nextAfter, pinnedTags, type Tag, titled, visited, withPinned } from './tags.ts'

const STORED = 'tags'

function restored(): readonly Tag[] {
  const pinned = pinnedTags(canOpenAny)
  try {
    const left = JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as Tag[]
    const open = left.filter((tag) => anyPageAt(tag.path) === tag.page && canOpenAny(tag.page))
    return withPinned(open, pinned)
  } catch {
    return pinned
  }
}

const tags = signal<readonly Tag[] | null>(null)

function keep(next: readonly Tag[]): readonly Tag[] {
  sessionStorage.setItem(STORED, JSON.stringify(next))
  tags.set(next)
  return next
}

/** The page whose tag was just closed, until another one is shown: it must not get its tag back meanwhile. */
const leaving = signal<string | null>(null)

/** How often each visited page was asked to start afresh. */
const freshness = signal<Readonly<Record<string, number>>>({})

/** Starts a page afresh: what was entered on it is gone. */
function refreshPage(path: string): void {
  const counts = freshness.get()
  freshness.set({ ...counts, [path]: (counts[path] ?? 0) + 1 })
}

/** Lets a page name itself on its tag. */
export function nameTag(path: string, title: string): void {
  const present = tags.get()
  if (!present) return
  const next = titled(present, path, title)
  if (next.some((tag, at) => tag !== present[at])) keep(next)
}

/** The tags of pages that the rights still open, and those that are always there; the same list when nothing changed. */
function allowed(list: readonly Tag[]): readonly Tag[] {
  const open = list.every((tag) => canOpenAny(tag.page)) ? list : list.filter((tag) => canOpenAny(tag.page))
  return withPinned(open, pinnedTags(canOpenAny))
}

/** The visited pages of this browser tab; the shown page's is always among them. */
export function useTags() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const page = anyPageAt(pathname)
  const present = useSignal(tags)
  const counts = useSignal(freshness)
  const left = useSignal(leaving)
  const rights = useUser()?.data
  const beside = useSignal(area)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the area opens is asked of it.
  const list = useMemo(() => {
    const open = present ?? restored()
    // Nobody is signed in any more: the tags are gone already, and nothing is written in their place.
    if (rights === undefined) return open
    const before = allowed(open)
    return page && left !== pathname && canOpenAny(page) ? visited(before, { path: pathname, url: pathname + search, page }) : before
  }, [present, page, pathname, search, left, rights, beside])
  useEffect(() => {
    keep(list)
    if (leaving.get() !== pathname) leaving.set(null)
  }, [list, pathname])
  const close = useCallback(
    (what: 'one' | 'others' | 'all', path: string) => {
      const after = closed(list, what, path)
      const next = nextAfter(list, after, pathname)
      if (next) leaving.set(pathname)
      keep(after)
      if (next) void navigate(next)
    },
    [list, navigate, pathname],
  )
  const refresh = useCallback(
    (path: string) => {
      refreshPage(path)
      // Through the refresh helper of the specification (§2), which leads to the page.
      const url = list.find((tag) => tag.path === path)?.url ?? path
      void navigate(`${redirectPrefix}${url.slice(1)}`, { replace: path === pathname })
    },
    [list, navigate, pathname],
  )
  return { tags: list, page, path: pathname, freshness: counts, close, refresh, open: (url: string) => void navigate(url) }
}
