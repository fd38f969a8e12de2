import { type RefObject, useEffect } from 'react'
import { placeNextTo } from './placing.ts'

/** Keeps a popup in the top layer next to its anchor while the page scrolls or resizes. */
export function useAnchored(popup: RefObject<HTMLElement | null>, anchor: RefObject<HTMLElement | null>, matchesAnchorWidth: boolean): void {
  // Not a layout effect: for a field that opens at once, the anchor is attached only after the popup's layout effects
  // have run.
  useEffect(() => {
    const [element, at] = [popup.current, anchor.current]
    if (!element || !at) return
    element.showPopover()
    const place = () => {
      const rect = at.getBoundingClientRect()
      if (matchesAnchorWidth) element.style.minWidth = `${Math.min(rect.width, innerWidth - 16)}px`
      placeNextTo(element, rect, 'below')
    }
    place()
    const watch = new ResizeObserver(place)
    watch.observe(element)
    watch.observe(at)
    addEventListener('scroll', place, true)
    addEventListener('resize', place)
    return () => {
      watch.disconnect()
      removeEventListener('scroll', place, true)
      removeEventListener('resize', place)
    }
  }, [popup, anchor, matchesAnchorWidth])
}
