import { requestFirstReads } from '#/web/first-reads.ts'
import { loadUser } from '#/web/kernel/account.ts'
import { decideNavigation } from '#/web/kernel/guard.ts'
import { pageAt } from '#/web/kernel/page-access.ts'
import { session } from '#/web/kernel/session.ts'

// A small separate script that runs before all others (web/vite.config.ts) and requests the data of the current page
// while React and the frame are loading.

/**
 * Requests the user info and the first rows in parallel. The router's guard and the page receive the answers or
 * failures.
 */
export function prefetch(): void {
  const { go } = decideNavigation({ hasToken: session.token() !== null, hasRoles: false, to: location.pathname + location.search })
  if (go !== 'load') return
  void loadUser().catch(() => undefined)
  requestFirstReads(pageAt(location.pathname), location.search)
}

session.pin()
// web/main.tsx first resolves where this address leads.
if (location.pathname !== '/auth-redirect') prefetch()
