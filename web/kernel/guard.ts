import { isPublic } from '#/api/public-pages.ts'

/** What the guard knows when a navigation starts. */
export interface Situation {
  readonly hasToken: boolean
  readonly hasRoles: boolean
  /** Path with query. */
  readonly to: string
}

/** What the guard decides; after `load` it is asked again, or `giveUp` answers. */
export type Decision = { readonly go: 'on' } | { readonly go: 'load' } | { readonly go: 'to'; readonly path: string }

/** The address of the sign-in page that leads back to where the person wanted to go. */
export function loginPath(to: string): string {
  return to === '' || to.startsWith('/login') ? '/login' : `/login?redirect=${encodeURIComponent(to)}`
}

/** The route guard, case by case as specification §4 lists them. */
export function decide({ hasToken, hasRoles, to }: Situation): Decision {
  const pathname = to.split(/[?#]/)[0] ?? '/'
  if (hasToken) {
    if (pathname === '/login') return { go: 'to', path: '/' }
    if (hasRoles) return { go: 'on' }
    return { go: 'load' }
  }
  if (isPublic(pathname)) return { go: 'on' }
  return { go: 'to', path: loginPath(to) }
}

/** Where to go when the user info could not be had. */
export function giveUp(to: string): Decision {
  return { go: 'to', path: loginPath(to) }
}

/** What is said when the user info could not be had: what went wrong, where it has words (specification §8). */
export function failureWords(failure: unknown): string {
  return failure instanceof Error && failure.message !== '' ? failure.message : 'Has Error'
}

/** A redirect target that stays on this site: a path, or null for anything that could leave it or leads back to the sign-in page. */
export function safeRedirect(raw: string | null): string | null {
  // Browsers drop control characters and read a backslash as a slash: neither has a place in a path of ours.
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

/** Where a sign-in leads: the wanted path when it stays here and may be opened, else the dashboard. */
export function landing(raw: string | null, mayOpen: (pathname: string) => boolean): string {
  const wanted = safeRedirect(raw)
  if (wanted === null || wanted === '/') return '/dashboard'
  return mayOpen(wanted.split(/[?#]/)[0] ?? '/') ? wanted : '/dashboard'
}
