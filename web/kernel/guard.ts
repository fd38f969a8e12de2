import { isPublicPath } from '#/api/public-pages.ts'

/** The state of the session when a navigation starts. */
export interface NavigationState {
  readonly hasToken: boolean
  readonly hasRoles: boolean
  /** Path with query. */
  readonly to: string
}

/** The guard's decision. After `load` the guard decides again; `decideOffline` decides when loading failed. */
export type NavigationDecision = { readonly go: 'on' } | { readonly go: 'load' } | { readonly go: 'to'; readonly path: string }

/** Returns the address of the sign-in page that leads back to `to`. */
export function loginPath(to: string): string {
  return to === '' || to.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(to)}`
}

/** Decides a navigation according to the cases of specification §4. */
export function decideNavigation({ hasToken, hasRoles, to }: NavigationState): NavigationDecision {
  const pathname = to.split(/[?#]/)[0] ?? '/'
  if (hasToken) {
    if (pathname === '/login') return { go: 'to', path: '/' }
    if (hasRoles) return { go: 'on' }
    return { go: 'load' }
  }
  if (isPublicPath(pathname)) return { go: 'on' }
  return { go: 'to', path: loginPath(to) }
}

/** Returns the decision when the user info could not be loaded. */
export function decideOffline(to: string): NavigationDecision {
  return { go: 'to', path: loginPath(to) }
}

/**
 * Returns the message when the user info could not be loaded: the failure's own, else `Has Error` (specification §8).
 */
export function failureText(failure: unknown): string {
  return failure instanceof Error && failure.message !== '' ? failure.message : 'Has Error'
}

/**
 * Returns a redirect target as a path within this site. Returns null for a target that could leave the site or leads to
 * sign-in.
 */
export function safeRedirect(raw: string | null): string | null {
  // Browsers drop control characters and treat a backslash as a slash. No path of this site contains either.
  if (!raw?.startsWith('/') || [...raw].some((letter) => letter < ' ' || letter === '\\')) return null
  let url: URL
  try {
    url = new URL(raw, 'http://here.invalid')
  } catch {
    return null
  }
  if (url.origin !== 'http://here.invalid' || url.pathname === '/login' || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** Returns the path to open after sign-in: the requested one when it is safe and permitted, else the dashboard. */
export function landingPath(raw: string | null, mayOpen: (pathname: string) => boolean): string {
  const targetPath = safeRedirect(raw)
  if (targetPath === null || targetPath === '/') return '/dashboard'
  return mayOpen(targetPath.split(/[?#]/)[0] ?? '/') ? targetPath : '/dashboard'
}
