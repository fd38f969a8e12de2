import { useEffect } from 'react'
import { sessionChange } from '#/web/kernel/notices.ts'
import { session } from '#/web/kernel/session.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'

const OtherSessionDialog = onDemand(async () => (await import('./OtherSessionDialog.tsx')).OtherSessionDialog)

/**
 * Covers the page when another tab signed in as another user, or switched the centre or mode. Also checks when the page
 * returns from the background.
 */
export function OtherSession() {
  const difference = useSignal(sessionChange)
  useEffect(() => {
    const updateChangedSession = () => sessionChange.set(session.difference())
    const events = ['storage', 'focus', 'pageshow', 'visibilitychange']
    for (const event of events) addEventListener(event, updateChangedSession)
    updateChangedSession()
    return () => {
      for (const event of events) removeEventListener(event, updateChangedSession)
    }
  }, [])
  return difference && <OtherSessionDialog difference={difference} />
}
