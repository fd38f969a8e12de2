import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { readUrl, type UrlValues, type Widened, writeUrl } from './url-state.ts'

/**
 * The state of a list in its address: a link shows a colleague the same thing, and Back works.
 * Names `open` (drawer) and `pane` (tab inside it) do not turn the page back to 1; everything else does.
 */
export function useUrlState<const T extends UrlValues>(initial: T): [state: Widened<T>, change: (patch: Partial<Widened<T>>) => void] {
  const [params, setParams] = useSearchParams()
  const first = useRef(initial).current
  const state = useMemo(() => readUrl(params, first), [params, first])
  const change = useCallback(
    (patch: Partial<Widened<T>>) => setParams((present) => writeUrl(present, first, patch), { replace: !('open' in patch), preventScrollReset: true }),
    [setParams, first],
  )
  return [state, change]
}
