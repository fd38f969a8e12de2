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
    } catch (thrown) {
      setFailure(thrown instanceof Error && thrown.message ? thrown.message : 'Has Error')
      if (thrown instanceof ApiError) {
        setError(thrown.error)
        setIssues(thrown.issues)
      }
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, error, issues, attempt }
}
