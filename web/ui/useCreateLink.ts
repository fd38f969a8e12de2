import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Opens the dialog for a new record when a link or a command asks for it with `?create=1`, and removes that from the
 * address.
 */
export function useCreateLink(isAllowed: boolean, open: () => void): void {
  const [params, setParams] = useSearchParams()
  const isRequested = params.get('create') === '1'
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (!isRequested) return
    setParams(
      (present) => {
        const next = new URLSearchParams(present)
        next.delete('create')
        return next
      },
      { replace: true },
    )
    if (isAllowed) latest.current()
  }, [isRequested, isAllowed, setParams])
}
