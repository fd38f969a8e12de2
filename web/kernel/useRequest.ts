import { useEffect, useEffectEvent, useState } from 'react'

interface RequestResult<T> {
  readonly turn: string
  readonly answer: T | null
  readonly failure: string
}

/**
 * Sends a request for each `question` and again on `retry`, without a cache, for light pages. `question` identifies the
 * request, so that no answer to an earlier one is shown. An empty question sends nothing. `failure` is the message to
 * show.
 */
export function useRequest<T>(question: string, ask: () => Promise<T>) {
  const [times, setTimes] = useState(0)
  const [got, setGot] = useState<RequestResult<T> | null>(null)
  const requestKey = question && `${times} ${question}`
  const sendRequest = useEffectEvent(ask)
  useEffect(() => {
    if (requestKey === '') return
    let isCancelled = false
    const storeResult = (next: RequestResult<T>) => !isCancelled && setGot(next)
    sendRequest().then(
      (answer) => storeResult({ turn: requestKey, answer, failure: '' }),
      (thrown: unknown) => storeResult({ turn: requestKey, answer: null, failure: thrown instanceof Error ? thrown.message : 'Has Error' }),
    )
    return () => {
      isCancelled = true
    }
  }, [requestKey])
  const { answer, failure } = got?.turn === requestKey ? got : { answer: null, failure: '' }
  return { answer, failure, retry: () => setTimes((before) => before + 1) }
}
