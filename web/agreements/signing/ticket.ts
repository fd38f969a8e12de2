import { useState } from 'react'

interface StoredTicket {
  readonly ticket: string
  readonly pass: string
}

function readStored(): StoredTicket {
  const state: unknown = history.state
  const stringField = (name: string) =>
    typeof state === 'object' && state !== null && name in state ? String((state as Record<string, unknown>)[name] ?? '') : ''
  return { ticket: stringField('ticket'), pass: stringField('pass') }
}

/**
 * Removes the link's ticket from the URL at once, so that no history entry contains it. The history state keeps it,
 * with the pass, for a reload.
 */
export function readTicket(): StoredTicket {
  const ticket = new URLSearchParams(location.search).get('ticket')
  if (ticket !== null && ticket !== readStored().ticket) history.replaceState({ ticket: ticket, pass: '' }, '', location.pathname)
  return readStored()
}

/** Stores the ticket and the pass for a reload. */
export function storeTicket(next: StoredTicket): void {
  history.replaceState(next, '', location.pathname)
}

/** Runs one call at a time and stores the server's message when it fails. */
export function useSigningCall() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const run = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setFailure('')
    try {
      await work()
    } catch (error) {
      setFailure(error instanceof Error && error.message ? error.message : 'Has Error')
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, run }
}
