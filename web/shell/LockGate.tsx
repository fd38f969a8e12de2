import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#/web/kernel/i18n.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Button } from '#/web/ui/Button.tsx'
import { createLoadHook } from '#/web/ui/onDemand.tsx'
import { texts as kitTexts } from '#/web/ui/texts.ts'
import { lockTexts } from './lock.texts.ts'
import { isLocked, lockWhenIdle, syncLock } from './lock.ts'
import { shellSettings } from './settings.ts'
import { texts } from './texts.ts'
import './lock.css'

// A failed load must not reach the frame, which would unmount all pages with the user's input.
const useLockScreen = createLoadHook(async () => (await import('./LockScreen.tsx')).LockScreen, { isOptional: true })

/** Hides the page title, which may name a record, and blocks keys for the windows below. */
function useBlockedInput(): void {
  const t = useText()
  useEffect(() => {
    const { title } = document
    const { activeElement } = document
    document.title = t(texts.product)
    const stopPropagation = (event: KeyboardEvent) => event.stopPropagation()
    document.addEventListener('keydown', stopPropagation)
    return () => {
      document.title = title
      document.removeEventListener('keydown', stopPropagation)
      if (activeElement instanceof HTMLElement && activeElement.isConnected) activeElement.focus({ preventScroll: true })
    }
  }, [t])
}

/** The lock screen, or a plain cover with a retry button until its code has loaded. */
function LockedView({ onRetry }: { readonly onRetry: () => void }) {
  const t = useText()
  const LockScreen = useLockScreen(true)
  if (LockScreen) return <LockScreen />
  return createPortal(
    <main className="s-lock">
      <div className="s-lock-card">
        <h1>{t(lockTexts.locked)}</h1>
        <div className="s-lock-late">
          <Button type="primary" block onClick={onRetry}>
            {t(kitTexts.retry)}
          </Button>
          <Button type="link" block onClick={() => location.reload()}>
            {t(texts.reload)}
          </Button>
        </div>
      </div>
    </main>,
    document.body,
  )
}

function LockCover() {
  useBlockedInput()
  const [tries, setTries] = useState(0)
  return <LockedView key={tries} onRetry={() => setTries(tries + 1)} />
}

/**
 * Covers the application while the screen is locked. Open pages stay mounted, hidden also from assistive technology.
 * After a reload the application renders only once it is unlocked.
 */
export function LockGate({ children }: { readonly children: ReactNode }) {
  const isScreenLocked = useSignal(isLocked)
  const minutes = useSignal(shellSettings.lockAfter)
  const [wasOpen, setWasOpen] = useState(!isScreenLocked)
  if (!isScreenLocked && !wasOpen) setWasOpen(true)
  useEffect(syncLock, [])
  useEffect(() => lockWhenIdle(minutes), [minutes])
  // Loads the code in advance, while the server can be reached.
  useLockScreen(minutes > 0)
  return (
    <>
      {wasOpen ? children : null}
      {isScreenLocked ? <LockCover /> : null}
    </>
  )
}
