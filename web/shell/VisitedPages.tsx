import { Activity, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Location, UNSAFE_LocationContext as LocationContext, NavigationType, useLocation, useOutlet } from 'react-router'
import type { PageKey } from '#/api/pages.ts'
import { ConditionsContext, useConditionsSignal } from '#/web/ui/conditions.ts'
import { Overlays } from '#/web/ui/overlays.tsx'
import { TitleContext } from '#/web/ui/usePageTitle.ts'
import { ErrorPage } from './ErrorPage.tsx'
import type { PageTag } from './tags.ts'
import { setTagTitle } from './useTags.ts'

interface VisitedPage {
  readonly element: ReactNode
  readonly location: Location
}

/** Gives a hidden page its own address. Otherwise its filters would follow the visible page's URL. */
function PageLocation({ location, children }: { location: Location; children: ReactNode }) {
  return <LocationContext value={{ location, navigationType: NavigationType.Pop }}>{children}</LocationContext>
}

function PageTitle({ path, children }: { path: string; children: ReactNode }) {
  return <TitleContext value={useCallback((title: string) => setTagTitle(path, title), [path])}>{children}</TitleContext>
}

function PageConditions({ children }: { children: ReactNode }) {
  return <ConditionsContext value={useConditionsSignal()}>{children}</ConditionsContext>
}

/**
 * Hides a page by style sheet, which keeps its layout. React's own hiding would force a layout of the whole page when
 * it is shown again.
 */
function CachedPage({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const page = container.current?.firstElementChild
    if (!isShown && page instanceof HTMLElement) page.style.removeProperty('display')
  }, [isShown])
  return (
    <div ref={container} className={isShown ? 's-page' : 's-page s-page-hidden'}>
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <div>{children}</div>
      </Activity>
    </div>
  )
}

/** The visible page, and the visited pages hidden with their input for as long as their tabs are open. */
export function VisitedPages({
  tags,
  path,
  refused,
  freshness,
}: {
  readonly tags: readonly PageTag[]
  readonly path: string
  /** The page at this path that the user may not open. An explanation replaces it. */
  readonly refused: PageKey | null
  readonly freshness: Readonly<Record<string, number>>
}) {
  const outlet = useOutlet()
  const location = useLocation()
  const [visited] = useState(() => new Map<string, VisitedPage>())
  const pages = new Map([...visited].filter(([each]) => each === path || tags.some((tag) => tag.path === each)))
  pages.set(path, { element: refused === null ? outlet : <ErrorPage kind="noRight" page={refused} />, location })
  // Keeps only pages that were really shown. A page left during navigation would be stored under a wrong address and
  // lose its input.
  useEffect(() => {
    visited.clear()
    for (const [each, page] of pages) visited.set(each, page)
  })
  return [...pages].map(([each, { element, location: pageLocation }]) => (
    <CachedPage key={`${each}#${freshness[each] ?? 0}`} isShown={each === path}>
      <PageLocation location={pageLocation}>
        <PageTitle path={each}>
          <PageConditions>
            <Overlays>{element}</Overlays>
          </PageConditions>
        </PageTitle>
      </PageLocation>
    </CachedPage>
  ))
}
