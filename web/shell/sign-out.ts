import { flushSettings } from '#/web/kernel/account-settings.ts'
import { api } from '#/web/kernel/api.ts'
import { loginPath } from '#/web/kernel/guard.ts'
import { stopLive } from '#/web/kernel/live.ts'
import { queryClient } from '#/web/kernel/query.ts'
import { session } from '#/web/kernel/session.ts'

/**
 * Signs out: ends the session on the server, clears the stored data, closes the tabs, and loads the sign-in page. The
 * session of another account stays.
 */
export async function signOut(backTo: string): Promise<void> {
  stopLive()
  await flushSettings()
  // The server may already have ended the session. Signing out must work anyway.
  await api.auth.logout({}, { isQuiet: true }).catch(() => undefined)
  session.clear()
  queryClient.clear()
  location.assign(loginPath(backTo))
}
