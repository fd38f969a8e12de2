import { useState } from 'react'
import { ApiError, type InputIssue } from '#/web/kernel/wire.ts'

/** Runs one call at a time and returns the name, message and field errors of its failure. */
export function useCall() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [error, setError] = useState('')
  const [issues, setIssues] = useState<readonly InputIssue[]>([])
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    setFailure('')
    setError('')
    setIssues([])
    try {
      await work()
      return true
    } catch (cause) {
      setFailure(cause instanceof Error && cause.message ? cause.message : 'Has Error')
      if (cause instanceof ApiError) {
        setError(cause.error)
        setIssues(cause.issues)
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, error, issues, attempt }
}
