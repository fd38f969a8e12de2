import { isPublic } from '#/api/public-pages.ts'
import { loadUser } from '#/web/kernel/account.ts'
import { safeRedirect } from '#/web/kernel/guard.ts'
import { mayOpen } from '#/web/kernel/page-access.ts'
import { session } from '#/web/kernel/session.ts'

/** Where `/auth-redirect` leads: to the `redirect` of its query when that stays here and may be opened, else to the start page. Without a session the guard asks later. */
export async function forwardTarget(search: string): Promise<string> {
  const wanted = safeRedirect(new URLSearchParams(search).get('redirect'))
  const pathname = wanted?.split(/[?#]/)[0] ?? '/'
  if (wanted === null || pathname === '/auth-redirect') return '/'
  if (isPublic(pathname) || session.token() === null) return wanted
  try {
    await loadUser()
  } catch {
    // The guard fails the same way, says why and asks for a new sign-in that comes back here.
    return wanted
  }
  return mayOpen(pathname) ? wanted : '/'
}
