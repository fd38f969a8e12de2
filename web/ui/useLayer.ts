import { useLayoutEffect, useRef, useState } from 'react'

/** antd reckons what opens inside an overlay from the overlay's place: its lists of choices lie 50 above it. */
const STEP = 100
const FIRST = 1100
const LAST = 3000

interface Layer {
  readonly zIndex: number
}

/** The overlays that are open, in the whole window: dialogs, drawers and previews, whichever part of the tree draws them. */
const taken = new Set<Layer>()

const nextAbove = () => Math.max(FIRST - STEP, ...[...taken].map(({ zIndex }) => zIndex)) + STEP

/**
 * antd's `open` and `zIndex` for a dialog, drawer or preview: each lies above those that were open before it. antd itself counts along the tree, where the
 * question of a dialog starts again at the bottom. `isLast`: above those that open later, too.
 *
 * It opens in a second, synchronous render. antd notes the order of what Escape closes while it renders, and a first render of code that has just arrived
 * may be discarded and repeated: its note would stay on top, and Escape would close nothing that lies below.
 */
export function useLayer(isOpen: boolean, isLast = false): { readonly open: boolean; readonly zIndex: number } {
  const [layer, setLayer] = useState<Layer | null>(null)
  // A page that is shown again keeps the order of its overlays: React runs the effects of the inner ones first.
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
