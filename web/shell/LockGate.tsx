import { type ReactNode, useEffect, useState } from 'react'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { followLock, isLocked, lockWhenIdle } from './lock.ts'
import { settings } from './settings.ts'

const LockScreen = onDemand(async () => (await import('./LockScreen.tsx')).LockScreen)

/**
 * Covers the application while the screen is locked. Open pages stay as they are, hidden from sight and from assistive
 * technology. After a reload the application is only drawn once it is unlocked.
 */
export function LockGate({ children }: { readonly children: ReactNode }) {
  const locked = useSignal(isLocked)
  const minutes = useSignal(settings.lockAfter)
  const [wasOpen, setWasOpen] = useState(!locked)
  if (!locked && !wasOpen) setWasOpen(true)
  useEffect(followLock, [])
  useEffect(() => lockWhenIdle(minutes), [minutes])
  return (
    <>
      {wasOpen ? children : null}
      {locked ? <LockScreen /> : null}
    </>
  )
}
