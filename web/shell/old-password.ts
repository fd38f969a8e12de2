/** The server's answer about an old password; `failed` when the call had no answer. */
export type PasswordAnswer = 'verified' | 'refused' | 'failed'

export interface OldPasswordState {
  readonly isChecking: boolean
  /** The password that the server confirmed; empty without one. */
  readonly verified: string
}

/**
 * Checks old passwords one after another. A password typed during a check is checked next, and only the last one counts.
 */
export function createOldPasswordCheck(ask: (old: string) => Promise<PasswordAnswer>, onChange: (state: OldPasswordState) => void) {
  let [verified, refused, current, next] = ['', '', '', '']
  let running: Promise<void> | null = null
  const run = async () => {
    while (next !== '') {
      current = next
      next = ''
      onChange({ isChecking: true, verified })
      const answer = await ask(current)
      verified = answer === 'verified' ? current : ''
      refused = answer === 'refused' ? current : ''
    }
    current = ''
    running = null
    onChange({ isChecking: false, verified })
  }
  /** Starts or queues a check, unless this password is already confirmed or being checked. */
  const check = (old: string): void => {
    next = old === current || (running === null && old === verified) ? '' : old
    if (next !== '') running ??= run()
  }
  return {
    check,
    /** Waits for the running checks, checks a password without an answer, and returns whether it is confirmed. */
    settle: async (old: string): Promise<boolean> => {
      if (running !== null || old !== refused) check(old)
      while (running !== null) await running
      return old !== '' && old === verified
    },
  }
}
