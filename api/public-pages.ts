/**
 * The program that renders a page. `own`: a small separate page. `server`: the server. `app`: the application. `redirect`:
 * none, because the page is a redirect to another page.
 */
type RenderedBy = 'own' | 'server' | 'app' | 'redirect'

/** Pages without sign-in by path (specification §2). The server itself serves the verification file (`/{name}.txt`). */
export const publicPages = {
  '/login': 'own',
  '/Forget': 'own',
  '/Reset': 'own',
  '/index': 'server',
  '/Detail': 'server',
  '/Knowledge': 'server',
  '/Rules': 'server',
  '/Uploadapp': 'own',
  '/Registermsg': 'own',
  '/EditRegistermsg': 'own',
  '/Registermsgdw': 'own',
  '/EditRegistermsgdw': 'own',
  '/EnRegistermsg': 'own',
  '/Registermsgcom': 'own',
  '/EditRegistermsgcom': 'own',
  '/Clause': 'own',
  '/404': 'app',
  '/401': 'app',
  '/auth-redirect': 'redirect',
  // Not in the specification. Signers need not have an account (decision 0018).
  '/Sign': 'own',
} as const satisfies Readonly<Record<string, RenderedBy>>

export type PublicPath = keyof typeof publicPages

/** The prefix of a redirect to a path inside the layout: `/redirect/{path}`. */
export const redirectPrefix = '/redirect/'

/** Returns whether a path needs no sign-in: a public page, or a redirect. */
export function isPublicPath(pathname: string): boolean {
  return Object.hasOwn(publicPages, pathname) || pathname.startsWith(redirectPrefix)
}
