import { useSignal } from '#/web/kernel/useSignal.ts'
import { pendingConfirmation } from './confirm.ts'
import { onDemand } from './onDemand.tsx'

const ConfirmDialog = onDemand(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

export function Confirm() {
  const question = useSignal(pendingConfirmation)
  return question ? <ConfirmDialog question={question} /> : null
}
