import { useState } from 'react'

interface Kept {
  readonly ticket: string
  readonly pass: string
}

function kept(): Kept {
  const state: unknown = history.state
  const text = (name: string) => (typeof state === 'object' && state !== null && name in state ? String((state as Record<string, unknown>)[name] ?? '') : '')
  return { ticket: text('ticket'), pass: text('pass') }
}

/** The ticket of the link, taken out of the address at once: it stands in no history, and a reload still has it, with the pass. */
export function takeTicket(): Kept {
  const given = new URLSearchParams(location.search).get('ticket')
  if (given !== null && given !== kept().ticket) history.replaceState({ ticket: given, pass: '' }, '', location.pathname)
  return kept()
}

/** Keeps the ticket and the pass over a reload. */
export function keepTicket(next: Kept): void {
  history.replaceState(next, '', location.pathname)
}

/** One call at a time, with the server's message when it failed. */
export function useStep() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setFailure('')
    try {
      await work()
    } catch (thrown) {
      setFailure(thrown instanceof Error && thrown.message ? thrown.message : 'Has Error')
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, run }
}
