import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router'
import { type PageKey, pageKeys, pages } from '#/api/pages.ts'
import { isPublic } from '#/api/public-pages.ts'
import { askFirst } from '#/web/first-reads.ts'
import { loadUser } from '#/web/kernel/account.ts'
import { type AreaPage, area } from '#/web/kernel/area.ts'
import { recordError } from '#/web/kernel/errors.ts'
import { decide, failureWords, giveUp, safeRedirect } from '#/web/kernel/guard.ts'
import { leaveFlash } from '#/web/kernel/notices.ts'
import { pageAt, startOfGroup } from '#/web/kernel/page-access.ts'
import { isKnown } from '#/web/kernel/query.ts'
import { canOpen, session, user } from '#/web/kernel/session.ts'
import { fetchShowcase, headerExtras, screens } from '#/web/modules.ts'
import { AppLayout } from './AppLayout.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { LoadingScreen } from './LoadingScreen.tsx'
import { withExtras } from './PageExtras.tsx'
import { PageFailed } from './PageFailed.tsx'

/** The pages before sign-in stand outside the application: going there loads them. The promise never ends, because the page is about to. */
function leaveFor(path: string): Promise<never> {
  location.replace(path)
  return new Promise(() => undefined)
}

let isLeaving = false
addEventListener('pagehide', () => {
  isLeaving = true
})
addEventListener('pageshow', () => {
  isLeaving = false
})

let router: ReturnType<typeof createBrowserRouter> | null = null

const AREA_LATER_MS = 1500

/** Opens the area where the account has it, and gives the router its pages. Without its file the product goes on alone. */
async function openArea(): Promise<void> {
  if (area.get() !== null || user.get()?.showcase !== true) return
  try {
    const { openShowcase } = await fetchShowcase()
    if (area.get() === null) router?.patchRoutes('frame', openShowcase().pages.map(areaRoute))
  } catch (failure) {
    recordError(failure)
  }
}

/** The route guard (specification §4): asks, loads the user info if need be, and asks again. */
async function guard(request: Request): Promise<Response | null> {
  const url = new URL(request.url)
  const to = url.pathname + url.search
  let decision = decide({ hasToken: session.token() !== null, hasRoles: user.get() !== null, to })
  if (decision.go === 'load') {
    try {
      await loadUser()
      decision = decide({ hasToken: true, hasRoles: true, to })
    } catch (failure) {
      // Whoever leaves the page breaks off the question: that says nothing about the session.
      if (isLeaving) return new Promise(() => undefined)
      session.clear()
      leaveFlash('error', failureWords(failure))
      decision = giveUp(to)
    }
  }
  if (decision.go !== 'to') {
    // A page of the product is shown first, and the area comes when it is there; another address may be the area's own.
    if (pageAt(url.pathname)) setTimeout(openArea, AREA_LATER_MS)
    else await openArea()
    return null
  }
  return decision.path.startsWith('/login') ? leaveFor(decision.path) : redirect(decision.path)
}

/** Leads on from an address that shows nothing. Where the browser stands there already (typed, or come back to), the address gives way: Back would lead into it again. */
function leadOn(from: string, to: string): Response {
  return location.pathname === from ? replace(to) : redirect(to)
}

/** Whether a page may be opened is said in its place in the frame, which stays (`KeptPages`). */
const entrance =
  (key: keyof typeof pages) =>
  async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
    const away = await guard(request)
    if (!away && canOpen(key)) askFirst(key, new URL(request.url).search, isKnown)
    return away
  }

/** What other modules add to the header comes with the page, so that nothing moves once it is shown. */
async function screenOf(key: PageKey): Promise<ComponentType> {
  const [{ default: Page }, ...extras] = await Promise.all([
    screens[key](),
    ...Object.entries(headerExtras[key] ?? {}).map(async ([module, load]) => [module, await load()] as const),
  ])
  return extras.length > 0 ? withExtras(Page, extras) : Page
}

function pageRoute(key: PageKey): RouteObject {
  return {
    id: key,
    path: pages[key].path,
    handle: { page: key },
    loader: entrance(key),
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: { Component: () => screenOf(key) },
    errorElement: <PageFailed />,
  }
}

function areaRoute({ key, path, load }: AreaPage): RouteObject {
  return {
    id: key,
    path,
    loader: async ({ request }) => {
      const { pathname } = new URL(request.url)
      return (await guard(request)) ?? (area.get()?.at(pathname) === key ? null : leadOn(pathname, '/404'))
    },
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname,
    lazy: { Component: load },
    errorElement: <PageFailed />,
  }
}

/** Guards what is not a page of the application: public pages stand outside, the path of a group leads to its first page, anything else does not exist. */
async function otherwise({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  if (isPublic(pathname)) return leaveFor(pathname + search)
  const wasThere = area.get() !== null
  const away = await guard(request)
  if (away) return away
  // The page came into being while its address was looked up: it is looked up again.
  if (!wasThere && area.get()?.at(pathname)) return replace(pathname + search)
  const first = startOfGroup(pathname)
  return leadOn(pathname, first ? pages[first].path : '/404')
}

/** The routes, built from the table of pages. */
export function buildRouter() {
  router = createBrowserRouter([
    {
      id: 'frame',
      element: <AppLayout />,
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
    // Public, and yet with a token the user info is fetched (specification §4).
    { path: '/401', loader: ({ request }) => guard(request), element: <ErrorPage kind="noRight" />, hydrateFallbackElement: <LoadingScreen /> },
    { path: '/404', loader: ({ request }) => guard(request), element: <ErrorPage kind="noPage" />, hydrateFallbackElement: <LoadingScreen /> },
    { path: '*', loader: otherwise, hydrateFallbackElement: <LoadingScreen /> },
  ])
  return router
}
