import { useSignal } from '#/web/kernel/useSignal.ts'
import { pendingQuestion } from './confirm.ts'
import { onDemand } from './onDemand.tsx'

const ConfirmDialog = onDemand(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

export function Confirm() {
  const question = useSignal(pendingQuestion)
  return question ? <ConfirmDialog question={question} /> : null
}
