import { useRef } from 'react'
import { type Submit, type SubmitOptions, useSubmit } from '#/web/kernel/query.ts'
import { useProof } from './useProof.tsx'

/**
 * Returns a write that may require the login password. If the server demands it, opens the dialog and sends the same
 * input again. `onFailed` handles every other failure; without it the message is shown.
 */
export function useProvedSubmit<I, O>(call: Parameters<typeof useSubmit<I, O>>[0], options: SubmitOptions<O> = {}): Submit<I, O> {
  const proof = useProof()
  const { onFailed } = options
  const last = useRef<I | null>(null)
  const resubmit = async () => (last.current === null ? null : submission.submit(last.current))
  const submission = useSubmit<I, O>(call, {
    ...options,
    onFailed: (failure) => (failure.error === 'proofNeeded' || !onFailed ? proof.onFailed(failure, resubmit) : onFailed(failure)),
  })
  const submit = (input: I) => {
    last.current = input
    return submission.submit(input)
  }
  return { ...submission, submit, failure: /^(strongP|p)roofNeeded$/.test(submission.failure?.error ?? '') ? null : submission.failure }
}
