import { applyAccountSettings } from './account-settings.ts'
import { api } from './api.ts'
import { language } from './language.ts'
import { storeDefaultScope } from './scope.ts'
import { session, type User, user } from './session.ts'

let userRequest: Promise<User> | null = null

/** Fetches the user info once for all callers. Rejects with the specification's message when it is unusable. */
export function loadUser(): Promise<User> {
  const signedInUser = user.get()
  if (signedInUser) return Promise.resolve(signedInUser)
  const languageAtStart = language.get()
  userRequest ??= api.auth
    .info({}, { isQuiet: true })
    .then((answer) => {
      // An older server may answer without content or with an empty list. Each case has a separate message.
      if (answer?.data === undefined) throw new Error('Verification failed, please Login again.')
      if (!Array.isArray(answer.data) || answer.data.length === 0) throw new Error('getInfo: roles must be a non-null array!')
      session.setForced(answer.isEditPassWord === 0)
      session.setExecutive(answer.yzzgid ?? '')
      storeDefaultScope(answer)
      applyAccountSettings(answer.preferences)
      user.set(answer)
      // The account's settings may have changed the language, in which the server names the brand and the roles.
      if (language.get() !== languageAtStart) void reloadAccount()
      return answer
    })
    .finally(() => {
      userRequest = null
    })
  return userRequest
}

let isLoading = false

/**
 * Refetches the user info and applies the changes. A failure changes nothing, because the server enforces the rights
 * anyway.
 */
export async function reloadAccount(): Promise<void> {
  if (isLoading) return
  isLoading = true
  const languageAtStart = language.get()
  try {
    const answer = await api.auth.info({}, { isQuiet: true })
    const previousUser = user.get()
    if (!previousUser || !Array.isArray(answer?.data) || JSON.stringify(answer) === JSON.stringify(previousUser)) return
    storeDefaultScope(answer)
    user.set(answer)
  } catch {
    // The old rights stay until the next refetch. The quiet call shows no notice.
  } finally {
    isLoading = false
    if (language.get() !== languageAtStart) void reloadAccount()
  }
}
