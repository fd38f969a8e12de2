import { notify } from '#/web/kernel/notices.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'

interface Proof {
  /** Does what may need the login password: when the server asks for it, the dialog opens and the same is done again after it. */
  readonly withProof: (work: () => Promise<void>) => Promise<void>
  /** The same for a quiet `useSubmit`: what failed is sent again after the password, and every other failure is shown. */
  readonly onFailed: (failure: ApiError, again: () => Promise<unknown>) => void
}

const ProofDialog = onDemand(async () => (await import('./ProofDialog.tsx')).ProofDialog)

/** Asks for the login password only when the server does, once in a quarter of an hour. */
export function useProof(): Proof {
  const proof = useOverlay<() => Promise<unknown>>((waiting, close) => {
    const proved = () => {
      close()
      void attempt(waiting, false)
    }
    return <ProofDialog onClose={close} onProved={proved} />
  })
  const onFailed = (failure: ApiError, again: () => Promise<unknown>, mayAsk = true) => {
    if (failure.error === 'proofNeeded' && mayAsk) proof.open(again)
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
  return {
    withProof: (work) => attempt(work, true),
    onFailed: (failure, again) => onFailed(failure, again),
  }
}
