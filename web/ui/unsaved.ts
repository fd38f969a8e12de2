import { createContext, useContext, useLayoutEffect, useRef } from 'react'

/** The inputs of a dialog or drawer. Each returns whether the user has touched it since the last save. */
export type UnsavedInputs = Set<() => boolean>

/** The inputs of the surrounding dialog or drawer; null on a page. */
export const UnsavedContext = createContext<UnsavedInputs | null>(null)

/**
 * Makes the surrounding dialog or drawer ask before it closes while `isUnsaved` returns true. Forms, file fields and
 * reasons report themselves. Inputs with their own state use this hook.
 */
export function useUnsaved(isUnsaved: () => boolean): void {
  const inputs = useContext(UnsavedContext)
  const latest = useRef(isUnsaved)
  useLayoutEffect(() => {
    latest.current = isUnsaved
  })
  useLayoutEffect(() => {
    if (!inputs) return
    const input = () => latest.current()
    inputs.add(input)
    return () => void inputs.delete(input)
  }, [inputs])
}
