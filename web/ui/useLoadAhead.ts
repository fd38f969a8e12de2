import { useEffect, useRef } from 'react'

/** Time after which a new page of an active user is considered drawn. */
const drawingMs = 300
let isUserActive = false

/**
 * Loads the code of the dialog that a page's main button opens, before the press: at the first movement of the pointer or
 * the first key, or shortly after the page was drawn for a user who is active already. A failure is ignored, because the
 * press loads again.
 */
export function useLoadAhead(load: () => Promise<unknown>, isAllowed = true): void {
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
