import { showNotice } from '#/web/kernel/notices.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'

interface Proof {
  /**
   * Runs work that may require the login password. If the server demands it, opens the dialog and runs the work again
   * afterwards.
   */
  readonly withProof: (work: () => Promise<void>) => Promise<void>
  /**
   * Handles the failure of a quiet `useSubmit`: opens the dialog if the server demands the password, then calls
   * `again`. Shows every other failure.
   */
  readonly onFailed: (failure: ApiError, again: () => Promise<unknown>) => void
}

const ProofDialog = onDemand(async () => (await import('./ProofDialog.tsx')).ProofDialog)

const StrongProofDialog = onDemand(async () => (await import('./StrongProofDialog.tsx')).StrongProofDialog)

/** The work that continues after a proof: the login password, or a stronger proof. */
interface PendingProof {
  readonly work: () => Promise<unknown>
  readonly isStrong: boolean
}

/**
 * Asks for the login password, or for a stronger proof, when the server demands it. A proof is valid for 15 minutes.
 */
export function useProof(): Proof {
  const proofOverlay = useOverlay<PendingProof>(({ work, isStrong }, close) => {
    const retryWork = () => {
      close()
      void attempt(work, false)
    }
    return isStrong ? <StrongProofDialog onClose={close} onProved={retryWork} /> : <ProofDialog onClose={close} onProved={retryWork} />
  })
  const onFailed = (failure: ApiError, again: () => Promise<unknown>, mayAsk = true) => {
    const needsStrongProof = failure.error === 'strongProofNeeded'
    if ((needsStrongProof || failure.error === 'proofNeeded') && mayAsk) proofOverlay.open({ work: again, isStrong: needsStrongProof })
    else showNotice('error', failure.message)
  }
  const attempt = async (work: () => Promise<unknown>, mayAsk: boolean) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onFailed(error, work, mayAsk)
    }
  }
  return {
    withProof: (work) => attempt(work, true),
    onFailed: (failure, again) => onFailed(failure, again),
  }
}
