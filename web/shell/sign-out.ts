import { flushSettings } from '#/web/kernel/account-settings.ts'
import { api } from '#/web/kernel/api.ts'
import { loginPath } from '#/web/kernel/guard.ts'
import { stopLive } from '#/web/kernel/live.ts'
import { leaveSession } from '#/web/kernel/notices.ts'
import { queryClient } from '#/web/kernel/query.ts'
import { session } from '#/web/kernel/session.ts'

async function leave(backTo: string): Promise<void> {
  leaveSession()
  stopLive()
  await flushSettings()
  // The server may already have ended the session. Signing out must work anyway.
  await api.auth.logout({}, { isQuiet: true }).catch(() => undefined)
  session.clear()
  queryClient.clear()
  location.assign(loginPath(backTo))
}

let leaving: Promise<void> | null = null

/**
 * Signs out: ends the session on the server, clears the stored data, closes the tabs, and loads the sign-in page. The
 * session of another account stays. A second call does nothing more.
 */
export function signOut(backTo: string): Promise<void> {
  leaving ??= leave(backTo)
  return leaving
}
