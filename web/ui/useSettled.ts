import { useEffect, useRef, useState } from 'react'
import { isSettling, settled } from '#/web/kernel/query.ts'

/** A press that comes while a write is under way, or before what it changed is on screen, waits for that: it means what is shown then. Null: nothing can be pressed. */
export function useSettled(press: (() => unknown) | null): { readonly press: () => unknown; readonly isWaiting: boolean } {
  const [isWaiting, setWaiting] = useState(false)
  const latest = useRef<(() => unknown) | null>(null)
  useEffect(() => {
    latest.current = press
    return () => {
      latest.current = null
    }
  })
  const wait = async () => {
    setWaiting(true)
    await settled()
    setWaiting(false)
    await latest.current?.()
  }
  return { press: () => (isSettling() ? wait() : latest.current?.()), isWaiting }
}
