import { askFirst } from '#/web/first-reads.ts'
import { loadUser } from '#/web/kernel/account.ts'
import { decide } from '#/web/kernel/guard.ts'
import { pageAt } from '#/web/kernel/page-access.ts'
import { session } from '#/web/kernel/session.ts'

// A script of its own, small and before all others (web/vite.config.ts): what the page at this address shows is asked for while React and the frame are on
// the way and being evaluated.

/** Asks for the user info and the first rows at the same time; the router's guard and the page take the answers, or the failure. */
export function prefetch(): void {
  const { go } = decide({ hasToken: session.token() !== null, hasRoles: false, to: location.pathname + location.search })
  if (go !== 'load') return
  void loadUser().catch(() => undefined)
  askFirst(pageAt(location.pathname), location.search)
}

session.pin()
// Where this one leads is found out first (web/main.tsx).
if (location.pathname !== '/auth-redirect') prefetch()
