import { useEffect } from 'react'
import { signal } from '#/web/kernel/signal.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'

const MATCHING_MS = 300_000
const POLL_MS = 3000

/** When certificates were uploaded, in milliseconds since the page was loaded; 0 once their matching is over. */
const uploadedAt = signal(0)

/** Starts the polling of the pages that show matched certificates. */
export function followMatching(): void {
  uploadedAt.set(performance.now())
}

/** Returns the polling interval while uploaded certificates are probably being matched; otherwise null. */
export function useMatchingPoll(): number | null {
  const at = useSignal(uploadedAt)
  useEffect(() => {
    if (at === 0) return
    const timer = setTimeout(() => uploadedAt.set(0), at + MATCHING_MS - performance.now())
    return () => clearTimeout(timer)
  }, [at])
  return at === 0 ? null : POLL_MS
}
