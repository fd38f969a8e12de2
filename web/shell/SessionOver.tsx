import { lazy, Suspense } from 'react'
import { isSessionOver } from '#/web/kernel/notices.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'

const SessionOverDialog = lazy(async () => ({ default: (await import('./SessionOverDialog.tsx')).SessionOverDialog }))

/** Asks whether to stay or to sign in again, once the server said that the session is over. */
export function SessionOver() {
  return useSignal(isSessionOver) ? (
    <Suspense fallback={null}>
      <SessionOverDialog />
    </Suspense>
  ) : null
}
