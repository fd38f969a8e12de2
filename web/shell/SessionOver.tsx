import { isSessionOver, sessionChange } from '#/web/kernel/notices.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'

const SessionOverDialog = onDemand(async () => (await import('./SessionOverDialog.tsx')).SessionOverDialog)

/**
 * Asks whether to stay or to sign in again when the server reports that the session is over. After another sign-in the
 * page can only be reloaded.
 */
export function SessionOver() {
  const isSessionChanged = useSignal(sessionChange) !== null
  return useSignal(isSessionOver) && !isSessionChanged ? <SessionOverDialog /> : null
}
