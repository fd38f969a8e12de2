import { useLayoutEffect, useRef, useState } from 'react'

/** Distance between overlays. antd places popups of an overlay 50 above it. */
const STEP = 100
const FIRST = 1100
const LAST = 3000

interface Layer {
  readonly zIndex: number
}

/** All open overlays of the window (dialogs, drawers, previews), whichever part of the tree draws them. */
const taken = new Set<Layer>()

const nextAbove = () => Math.max(FIRST - STEP, ...[...taken].map(({ zIndex }) => zIndex)) + STEP

/**
 * Returns antd's `open` and `zIndex` for a dialog, drawer or preview, above all that are already open. Counting along
 * the React tree, as antd does, would start a confirmation in a dialog at the bottom again. `isLast` keeps it above
 * overlays that open later. It opens in a second, synchronous render. During rendering, antd records the order for
 * Escape, and the first render of code that has just loaded may be discarded and repeated. The discarded record would
 * stay on top, and Escape would not close overlays below it.
 */
export function useLayer(isOpen: boolean, isLast = false): { readonly open: boolean; readonly zIndex: number } {
  const [layer, setLayer] = useState<Layer | null>(null)
  // A page shown again keeps the order of its overlays, although React runs the effects of inner ones first.
  const own = useRef<Layer | null>(null)
  useLayoutEffect(() => {
    if (!isOpen) {
      own.current = null
      return
    }
    own.current ??= { zIndex: isLast ? LAST : nextAbove() }
    const present = own.current
    if (!isLast) taken.add(present)
    setLayer(present)
    return () => {
      taken.delete(present)
    }
  }, [isOpen, isLast])
  return { open: isOpen && layer !== null && layer === own.current, zIndex: layer?.zIndex ?? FIRST }
}
