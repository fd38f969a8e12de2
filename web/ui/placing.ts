/** The side of its anchor on which a floating element opens. */
export type PopupSide = 'below' | 'belowEnd' | 'above' | 'beside'

const GAP = 4
const EDGE = 8

/**
 * Places a floating element (position: fixed) next to its anchor. Flips it where there is no room, and keeps it inside
 * the window.
 */
export function placeNextTo(floating: HTMLElement, anchor: DOMRect, side: PopupSide): void {
  const { offsetWidth: width, offsetHeight: height } = floating
  const left = side === 'above' ? anchor.left + anchor.width / 2 - width / 2 : side === 'belowEnd' ? anchor.right - width : anchor.left
  if (side === 'beside') {
    floating.style.left = `${Math.min(anchor.right + GAP, innerWidth - width - EDGE)}px`
    floating.style.top = `${Math.max(EDGE, Math.min(anchor.top, innerHeight - height - EDGE))}px`
    return
  }
  const topBelow = anchor.bottom + GAP
  const topAbove = anchor.top - height - GAP
  const top = side === 'above' ? (topAbove >= EDGE ? topAbove : topBelow) : topBelow + height <= innerHeight - EDGE || topAbove < EDGE ? topBelow : topAbove
  floating.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`
  floating.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - height - EDGE))}px`
}
