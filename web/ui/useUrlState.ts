import { useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type AllowedValuesOf, readUrl, type UrlPatch, type UrlState, type UrlValues, writeUrl } from './url-state.ts'

/**
 * Stores the state of a list in the URL, so that links can be shared and Back works. URLs are untrusted: `allowed`
 * limits fields with few values, and a refused value becomes the initial one. Changes of `open` (drawer) and `pane`
 * (tab inside it) keep the page; all others return to page 1.
 */
export function useUrlState<const T extends UrlValues, const A extends AllowedValuesOf<T> = Record<never, never>>(
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
