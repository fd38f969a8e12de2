import { useState } from 'react'

/** Runs one call at a time and stores the server's message when it fails. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const attempt = async (work: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setFailure('')
    try {
      await work()
    } catch (error) {
      setFailure(error instanceof Error && error.message ? error.message : 'Has Error')
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, setFailure, attempt }
}
