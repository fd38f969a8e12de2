import { type ReactNode, useState } from 'react'
import { notify } from '#/web/kernel/notices.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'

interface Proof {
  /** Does what may need the login password: when the server asks for it, the dialog opens and the same is done again after it. */
  readonly withProof: (work: () => Promise<void>) => Promise<void>
  /** The same for a quiet `useSubmit`: what failed is sent again after the password, and every other failure is shown. */
  readonly onFailed: (failure: ApiError, again: () => Promise<unknown>) => void
  readonly dialog: ReactNode
}

const ProofDialog = onDemand(async () => (await import('./ProofDialog.tsx')).ProofDialog)

/** Asks for the login password only when the server does, once in a quarter of an hour. */
export function useProof(): Proof {
  const [waiting, setWaiting] = useState<(() => Promise<unknown>) | null>(null)
  const onFailed = (failure: ApiError, again: () => Promise<unknown>, mayAsk = true) => {
    if (failure.error === 'proofNeeded' && mayAsk) setWaiting(() => again)
    else notify('error', failure.message)
  }
  const attempt = async (work: () => Promise<unknown>, mayAsk: boolean) => {
    try {
      await work()
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      onFailed(thrown, work, mayAsk)
    }
  }
  const proved = () => {
    setWaiting(null)
    if (waiting) void attempt(waiting, false)
  }
  return {
    withProof: (work) => attempt(work, true),
    onFailed: (failure, again) => onFailed(failure, again),
    dialog: waiting ? <ProofDialog onClose={() => setWaiting(null)} onProved={proved} /> : null,
  }
}
