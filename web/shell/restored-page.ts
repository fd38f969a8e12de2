import { decideNavigation } from '#/web/kernel/guard.ts'
import { session, user } from '#/web/kernel/session.ts'

/** Runs the route guard again when the browser restores this page from its back/forward cache, e.g. after a sign-out. */
export function guardRestoredPage(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const to = location.pathname + location.search
    const { go } = decideNavigation({ hasToken: session.token() !== null, hasRoles: user.get() !== null, to })
    // The state of the page belongs to the ended session, so the guard starts with a fresh page.
    if (go !== 'on') location.reload()
  })
}
