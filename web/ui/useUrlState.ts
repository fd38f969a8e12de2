import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type AllowedIn, readUrl, type UrlPatch, type UrlState, type UrlValues, writeUrl } from './url-state.ts'

/**
 * The state of a list in its address: a link shows a colleague the same thing, and Back works. Anybody may write an address, so `allowed`
 * says what fields with few values may be; anything else there is the initial value.
 * Names `open` (drawer) and `pane` (tab inside it) do not turn the page back to 1; everything else does.
 */
export function useUrlState<const T extends UrlValues, const A extends AllowedIn<T> = Record<never, never>>(
  initial: T,
  allowed?: A,
): [state: UrlState<T, A>, change: (patch: UrlPatch<T, A>) => void] {
  const [params, setParams] = useSearchParams()
  const rules = useRef({ initial, allowed }).current
  const state = useMemo(() => readUrl(params, rules.initial, rules.allowed), [params, rules])
  const change = useCallback(
    (patch: UrlPatch<T, A>) => setParams((present) => writeUrl(present, rules.initial, patch), { replace: !('open' in patch), preventScrollReset: true }),
    [setParams, rules],
  )
  return [state, change]
}
