import { isPublicPath } from '#/api/public-pages.ts'
import { loadUser } from '#/web/kernel/account.ts'
import { safeRedirect } from '#/web/kernel/guard.ts'
import { canOpenPath } from '#/web/kernel/page-access.ts'
import { session } from '#/web/kernel/session.ts'

/**
 * Returns the target of `/auth-redirect`: its `redirect` parameter if that is safe and permitted, else the start page.
 * Without a session the guard checks later.
 */
export async function forwardTarget(search: string): Promise<string> {
  const targetPath = safeRedirect(new URLSearchParams(search).get('redirect'))
  const pathname = targetPath?.split(/[?#]/)[0] ?? '/'
  if (targetPath === null || pathname === '/auth-redirect') return '/'
  if (isPublicPath(pathname) || session.token() === null) return targetPath
  try {
    await loadUser()
  } catch {
    // The guard fails the same way, shows the reason and asks for a sign-in that returns here.
    return targetPath
  }
  return canOpenPath(pathname) ? targetPath : '/'
}
