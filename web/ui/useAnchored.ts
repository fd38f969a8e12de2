import { type RefObject, useEffect } from 'react'
import { placeNextTo } from './placing.ts'

/** Keeps a popup in the top layer next to its anchor while the page scrolls or resizes. */
export function useAnchoredPopup(popup: RefObject<HTMLElement | null>, anchor: RefObject<HTMLElement | null>, matchesAnchorWidth: boolean): void {
  // Not a layout effect: for a field that opens at once, the anchor is attached only after the popup's layout effects
  // have run.
  useEffect(() => {
    const [element, at] = [popup.current, anchor.current]
    if (!element || !at) return
    element.showPopover()
    const updatePosition = () => {
      const rect = at.getBoundingClientRect()
      if (matchesAnchorWidth) element.style.minWidth = `${Math.min(rect.width, innerWidth - 16)}px`
      placeNextTo(element, rect, 'below')
    }
    updatePosition()
    const observer = new ResizeObserver(updatePosition)
    observer.observe(element)
    observer.observe(at)
    addEventListener('scroll', updatePosition, true)
    addEventListener('resize', updatePosition)
    return () => {
      observer.disconnect()
      removeEventListener('scroll', updatePosition, true)
      removeEventListener('resize', updatePosition)
    }
  }, [popup, anchor, matchesAnchorWidth])
}
