import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router'
import { type PageKey, pageKeys, pages } from '#/api/pages.ts'
import { isPublicPath } from '#/api/public-pages.ts'
import { requestFirstReads } from '#/web/first-reads.ts'
import { loadUser } from '#/web/kernel/account.ts'
import { type AreaPage, area } from '#/web/kernel/area.ts'
import { recordError } from '#/web/kernel/errors.ts'
import { decideNavigation, decideOffline, failureText, safeRedirect } from '#/web/kernel/guard.ts'
import { storeFlash } from '#/web/kernel/notices.ts'
import { canonicalPath, firstPageOfGroup, pageAt } from '#/web/kernel/page-access.ts'
import { isCached } from '#/web/kernel/query.ts'
import { canOpen, session, user } from '#/web/kernel/session.ts'
import { fetchShowcase, headerExtras, operatorCards, pageScreens } from '#/web/modules.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { AppLayout } from './AppLayout.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { LockGate } from './LockGate.tsx'
import { withExtras } from './PageExtras.tsx'
import { PageFailed } from './PageFailed.tsx'
import { guardRestoredPage } from './restored-page.ts'

/**
 * Leaves the application for a page before sign-in, which needs a full load. The promise never resolves, because the
 * page unloads.
 */
function leaveFor(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}

let isUnloading = false
addEventListener('pagehide', () => {
  isUnloading = true
})
addEventListener('pageshow', () => {
  isUnloading = false
})
guardRestoredPage()

let router: ReturnType<typeof createBrowserRouter> | null = null

const AREA_LATER_MS = 1500

/**
 * Loads the area if the account has it and adds its pages to the router. If its file is missing, the product works
 * without it.
 */
async function openArea(): Promise<void> {
  if (area.get() !== null || user.get()?.showcase !== true) return
  try {
    const { openShowcase } = await fetchShowcase()
    if (area.get() === null) router?.patchRoutes('frame', openShowcase().pages.map(areaRoute))
  } catch (failure) {
    recordError(failure)
  }
}

/** Guards a route (specification §4): decides, loads the user info if necessary, and decides again. */
async function guard(request: Request): Promise<Response | null> {
  const url = new URL(request.url)
  const to = url.pathname + url.search
  let decision = decideNavigation({ hasToken: session.token() !== null, hasRoles: user.get() !== null, to })
  if (decision.go === 'load') {
    try {
      await loadUser()
      decision = decideNavigation({ hasToken: true, hasRoles: true, to })
    } catch (failure) {
      // Leaving the page aborts the request, which does not mean that the session is over.
      if (isUnloading) return new Promise(() => undefined)
      session.clear()
      storeFlash('error', failureText(failure))
      decision = decideOffline(to)
    }
  }
  if (decision.go !== 'to') {
    // A product page is shown before the area loads. Any other address may belong to the area, so the navigation waits.
    if (pageAt(url.pathname)) setTimeout(openArea, AREA_LATER_MS)
    else await openArea()
    return null
  }
  return decision.path.startsWith('/login') ? leaveFor(decision.path) : redirect(decision.path)
}

/**
 * Redirects from an address without a page. If the browser is already there (typed or by Back), replaces the history
 * entry, because Back would otherwise return to it.
 */
function redirectOrReplace(from: string, to: string): Response {
  return location.pathname === from ? replace(to) : redirect(to)
}

/** The frame itself checks the permission and shows a refusal in place of the page (`VisitedPages`). */
const pageLoader =
  (key: keyof typeof pages) =>
  async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const redirection = await guard(request)
    if (redirection) return redirection
    const { pathname, search } = new URL(request.url)
    const path = canonicalPath(pathname)
    if (path !== pathname) return redirectOrReplace(pathname, path + search)
    if (canOpen(key)) requestFirstReads(key, search, isCached)
    return null
  }

const loadedOperatorCards = Object.entries(operatorCards).map(([module, load]) => [module, onDemand(load)] as const)

/** Loads a page with the header components of other modules, so that nothing moves after it is shown. */
async function loadScreen(key: PageKey): Promise<ComponentType> {
  const [{ default: Page }, ...extras] = await Promise.all([
    pageScreens[key](),
    ...Object.entries(headerExtras[key] ?? {}).map(async ([module, load]) => [module, await load()] as const),
  ])
  return extras.length > 0 ? withExtras(Page, extras, loadedOperatorCards) : Page
}

function pageRoute(key: PageKey): RouteObject {
  return {
    id: key,
    path: pages[key].path,
    caseSensitive: true,
    handle: { page: key },
    loader: pageLoader(key),
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: { Component: () => loadScreen(key) },
    errorElement: <PageFailed />,
  }
}

function areaRoute({ key, path, load }: AreaPage): RouteObject {
  return {
    id: key,
    path,
    caseSensitive: true,
    loader: async ({ request }) => {
      const { pathname, search } = new URL(request.url)
      const redirection = await guard(request)
      if (redirection) return redirection
      const path = canonicalPath(pathname)
      if (area.get()?.at(path) !== key) return redirectOrReplace(pathname, '/404')
      return path === pathname ? null : redirectOrReplace(pathname, path + search)
    },
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: { Component: load },
    errorElement: <PageFailed />,
  }
}

/**
 * Handles all other addresses: public pages need a full load, a group path leads to its first page, and the rest is not
 * found.
 */
async function resolveOtherAddress({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  if (isPublicPath(pathname)) return leaveFor(pathname + search)
  const hadArea = area.get() !== null
  const redirection = await guard(request)
  if (redirection) return redirection
  // The area loaded during the lookup and has this page, so the address is resolved again.
  if (!hadArea && area.get()?.at(pathname)) return replace(pathname + search)
  const firstPage = firstPageOfGroup(pathname)
  return redirectOrReplace(pathname, firstPage ? pages[firstPage].path : '/404')
}

/** Builds the router from the table of pages. */
export function buildRouter() {
  router = createBrowserRouter([
    {
      id: 'frame',
      element: (
        <LockGate>
          <AppLayout />
        </LockGate>
      ),
      hydrateFallbackElement: <LoadingScreen />,
      errorElement: <PageFailed />,
      children: [
        { path: '/', loader: async ({ request }) => (await guard(request)) ?? redirect(pages.dashboard.path) },
        {
          path: '/redirect/*',
          loader: ({ params, request }) => redirect(safeRedirect(`/${params['*'] ?? ''}${new URL(request.url).search}`) ?? '/'),
        },
        ...pageKeys.map(pageRoute),
      ],
    },
    // The page is public, but with a token the user info is fetched (specification §4).
    { path: '/401', loader: ({ request }) => guard(request), element: <ErrorPage kind="noRight" />, hydrateFallbackElement: <LoadingScreen /> },
    { path: '/404', loader: ({ request }) => guard(request), element: <ErrorPage kind="noPage" />, hydrateFallbackElement: <LoadingScreen /> },
    { path: '*', loader: resolveOtherAddress, hydrateFallbackElement: <LoadingScreen /> },
  ])
  return router
}
