import { isSessionOver } from '#/web/kernel/notices.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'

const SessionOverDialog = onDemand(async () => (await import('./SessionOverDialog.tsx')).SessionOverDialog)

/** Shows the session-over dialog once the server has ended the session. */
export function SessionOver() {
  return useSignal(isSessionOver) ? <SessionOverDialog /> : null
}
