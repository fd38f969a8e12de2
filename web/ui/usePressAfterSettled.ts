import { useLayoutEffect, useRef, useState } from 'react'
import { isSettling, waitUntilSettled } from '#/web/kernel/query.ts'

/**
 * Delays a press while a write is running or its result is not yet on screen, so that the press applies to the data the
 * user sees. null disables the press.
 */
export function usePressAfterSettled(press: (() => unknown) | null): { readonly press: () => unknown; readonly isWaiting: boolean } {
  const [isWaiting, setWaiting] = useState(false)
  const latest = useRef<(() => unknown) | null>(null)
  // A press may occur before the effects of the first render have run.
  useLayoutEffect(() => {
    latest.current = press
    return () => {
      latest.current = null
    }
  })
  const pressWhenSettled = async () => {
    setWaiting(true)
    await waitUntilSettled()
    setWaiting(false)
    await latest.current?.()
  }
  return { press: () => (isSettling() ? pressWhenSettled() : latest.current?.()), isWaiting }
}
