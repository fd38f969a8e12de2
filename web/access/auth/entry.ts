import { accountStatus, userType } from '#/domain/codes.ts'
import { stripped } from '#/domain/password.ts'
import { loadUser } from '#/web/kernel/account.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { landing } from '#/web/kernel/guard.ts'
import { mayOpen } from '#/web/kernel/page-access.ts'
import { session } from '#/web/kernel/session.ts'

/** Where somebody whose account is not ready goes on (domain.md §3.1). */
function applicantPath(usertype: number): string {
  return usertype === userType.unit ? '/EditRegistermsgdw' : usertype === userType.partner ? '/EditRegistermsgcom' : '/EditRegistermsg'
}

/** Keeps the session of a sign-in that is complete; answers where to go. Rejects with the message to show. */
async function enter(answer: OutputOf<typeof api.auth.secondFactor>): Promise<string> {
  // Only an active account opens a session; an applicant continues the application, everything else is an error shown here.
  if (answer.status !== accountStatus.active && answer.regticket) return `${applicantPath(answer.usertype)}?ticket=${encodeURIComponent(answer.regticket)}`
  if (answer.status !== accountStatus.active || !answer.token) throw new Error(answer.message)
  session.setToken(answer.token)
  session.setForced(answer.isEditPassWord === 0)
  try {
    await loadUser()
  } catch (failure) {
    session.clear()
    throw failure
  }
  return landing(new URLSearchParams(location.search).get('redirect'), mayOpen)
}

/** Where a password leads: in, or to the second step with a ticket. */
export type Entered = { readonly path: string; readonly ticket?: undefined } | { readonly ticket: string }

/** Signs in with the password. Rejects with the message to show. */
export async function signIn(username: string, password: string): Promise<Entered> {
  const answer = await api.auth.login({ username: username.trim(), password: stripped(password) }, { isQuiet: true })
  return answer.ticket ? { ticket: answer.ticket } : { path: await enter(answer) }
}

/** Signs in with what the second step asks for; answers where to go. Rejects with the message to show. */
export async function signInFully(ticket: string, shown: { code: string } | { recoveryCode: string }): Promise<string> {
  return enter(await api.auth.secondFactor({ ticket, ...shown }))
}
