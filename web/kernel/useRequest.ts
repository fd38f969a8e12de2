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
  const turn = question && `${times} ${question}`
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    if (turn === '') return
    let isCancelled = false
    const keep = (next: RequestResult<T>) => !isCancelled && setGot(next)
    askNow().then(
      (answer) => keep({ turn, answer, failure: '' }),
      (thrown: unknown) => keep({ turn, answer: null, failure: thrown instanceof Error ? thrown.message : 'Has Error' }),
    )
    return () => {
      isCancelled = true
    }
  }, [turn])
  const { answer, failure } = got?.turn === turn ? got : { answer: null, failure: '' }
  return { answer, failure, retry: () => setTimes((before) => before + 1) }
}
