/** Who draws a page: `own` a light page of its own, `server` the server, without the application, `app` the application, `way` none: it redirects. */
type Drawn = 'own' | 'server' | 'app' | 'way'

/** The pages that need no sign-in (specification §2), by path. The address of a verification file is the server's (`/{name}.txt`). */
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
  '/auth-redirect': 'way',
  // Beyond the specification's list: who signs a paper need not have an account (decision 0018).
  '/Sign': 'own',
} as const satisfies Readonly<Record<string, Drawn>>

/** A path that needs no sign-in. */
export type PublicPath = keyof typeof publicPages

/** What leads to a path inside the layout: `/redirect/{path}`. */
export const redirectPrefix = '/redirect/'

/** Whether the path is open to everyone. */
export function isPublic(pathname: string): boolean {
  return Object.hasOwn(publicPages, pathname) || pathname.startsWith(redirectPrefix)
}
