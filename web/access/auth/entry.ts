import { accountStatus, userType } from '#/domain/base/codes.ts'
import { loadUser } from '#/web/kernel/account.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { landingPath } from '#/web/kernel/guard.ts'
import { passwordToSend } from '#/web/kernel/installation.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { canOpenPath } from '#/web/kernel/page-access.ts'
import { session } from '#/web/kernel/session.ts'

/** Returns the page on which an applicant without an active account continues. */
function applicantPath(usertype: number): string {
  return usertype === userType.unit ? '/EditRegistermsgdw' : usertype === userType.partner ? '/EditRegistermsgcom' : '/EditRegistermsg'
}

/** Stores the session of a completed sign-in and returns the path to open. Rejects with the message to show. */
async function openSession(answer: OutputOf<typeof api.auth.secondFactor>): Promise<string> {
  // Only an active account opens a session. An applicant continues the application, and any other status is an error
  // shown here.
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
  return landingPath(new URLSearchParams(location.search).get('redirect'), canOpenPath)
}

/** The result of the password step: signed in, or a ticket for the second step. */
export type SignInResult = { readonly path: string; readonly ticket?: undefined } | { readonly ticket: string; readonly passkey: string }

/** Signs in with the password. Rejects with the message to show. */
export async function signIn(username: string, password: string): Promise<SignInResult> {
  const answer = await api.auth.login({ username: username.trim(), password: passwordToSend(password) }, { isQuiet: true })
  return answer.ticket ? { ticket: answer.ticket, passkey: answer.passkey ?? '' } : { path: await openSession(answer) }
}

/** Completes a sign-in with the second factor and returns the path to open. Rejects with the message to show. */
export async function signInWithSecondFactor(ticket: string, factor: { code: string } | { recoveryCode: string } | { passkey: string }): Promise<string> {
  return openSession(await api.auth.secondFactor({ ticket, ...factor }, { isQuiet: true }))
}

/** Shows the failure of either step as a notice, with 0000 as the specification requires. Returns the same text. */
export function showSignInFailure(cause: unknown): string {
  const text = `${cause instanceof Error ? cause.message : 'Has Error'}0000`
  showNotice('error', text)
  return text
}
