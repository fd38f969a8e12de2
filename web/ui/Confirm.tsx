import { lazy, Suspense } from 'react'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { openQuestion } from './confirm.ts'

const ConfirmDialog = lazy(async () => ({ default: (await import('./ConfirmDialog.tsx')).ConfirmDialog }))

/** Shows what `confirm` asks. */
export function Confirm() {
  const question = useSignal(openQuestion)
  return question ? (
    <Suspense fallback={null}>
      <ConfirmDialog question={question} />
    </Suspense>
  ) : null
}
