import { useEffect, useRef } from 'react'

/** Time after which a new page of an active user is considered drawn. */
const drawingMs = 300
let isUserActive = false

/**
 * Loads the code of a dialog before its button is pressed: at the first movement of the pointer or the first key. For a
 * user who is active already, it waits until the page is drawn. Ignores a failure, because the press loads again.
 */
export function useEarlyLoad(load: () => Promise<unknown>, isAllowed = true): void {
  const latest = useRef(load)
  useEffect(() => {
    if (!isAllowed) return
    const start = () => {
      isUserActive = true
      latest.current().catch(() => undefined)
    }
    if (isUserActive) {
      const timer = setTimeout(start, drawingMs)
      return () => clearTimeout(timer)
    }
    addEventListener('pointerover', start, { once: true })
    addEventListener('keydown', start, { once: true })
    return () => {
      removeEventListener('pointerover', start)
      removeEventListener('keydown', start)
    }
  }, [isAllowed])
}
