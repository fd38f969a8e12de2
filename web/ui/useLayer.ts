import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { hideSuccessNotices } from '#/web/kernel/notices.ts'
import { isNarrow } from './useIsNarrow.ts'

/** Distance between the z-indexes of two overlays. */
const Z_INDEX_STEP = 100
const FIRST_Z_INDEX = 1100
const LAST_Z_INDEX = 3000

interface Layer {
  readonly zIndex: number
  /** The element that had the focus when the overlay opened. */
  readonly before: Element | null
}

/** All open overlays of the window (dialogs, drawers, previews). */
const openLayers = new Set<Layer>()

const highestZIndex = () => Math.max(FIRST_Z_INDEX - Z_INDEX_STEP, ...[...openLayers].map(({ zIndex }) => zIndex))
const nextZIndex = () =>
  Math.max(FIRST_Z_INDEX - Z_INDEX_STEP, ...[...openLayers].map(({ zIndex }) => zIndex).filter((each) => each < LAST_Z_INDEX)) + Z_INDEX_STEP

/** Stops the page below an overlay from scrolling, and from moving when its scroll bar disappears. */
function lockPage(): void {
  const { style } = document.body
  const scrollbarWidth = innerWidth - document.documentElement.clientWidth
  if (openLayers.size === 0) {
    style.removeProperty('overflow')
    style.removeProperty('padding-right')
  } else if (style.overflow !== 'hidden') {
    style.overflow = 'hidden'
    if (scrollbarWidth > 0) style.paddingRight = `${scrollbarWidth}px`
  }
}

/**
 * Returns the position of an overlay above all open ones; null while it is closed. `isLast` keeps it above later ones.
 */
function useOwnLayer(isOpen: boolean, isLast: boolean): Layer | null {
  const [layer, setLayer] = useState<Layer | null>(null)
  // Keeps the order of overlays when a cached page is shown again, because React runs the effects of inner ones first.
  const layerRef = useRef<Layer | null>(null)
  useLayoutEffect(() => {
    if (!isOpen) {
      layerRef.current = null
      return
    }
    if (layerRef.current === null) {
      layerRef.current = { zIndex: isLast ? LAST_Z_INDEX : nextZIndex(), before: document.activeElement }
      // On a phone the notice of the last action would cover the title of this overlay.
      if (isNarrow()) hideSuccessNotices()
    }
    const ownLayer = layerRef.current
    openLayers.add(ownLayer)
    lockPage()
    setLayer(ownLayer)
    return () => {
      openLayers.delete(ownLayer)
      lockPage()
    }
  }, [isOpen, isLast])
  return isOpen && layer === layerRef.current ? layer : null
}

const focusableSelector = ':is(a[href], button, input, select, textarea, summary, iframe, [tabindex]):not(:disabled, [tabindex="-1"], [type="hidden"])'

/** Returns whether the Tab key skips an element: it reaches only the chosen radio button of a group. */
const isSkippedByTab = (element: HTMLElement, container: Element) =>
  element instanceof HTMLInputElement &&
  element.type === 'radio' &&
  !element.checked &&
  container.querySelector(`input[type="radio"][name="${CSS.escape(element.name)}"]:checked`) !== null

/** Returns the elements in Tab order. */
const focusablesOf = (element: Element): HTMLElement[] =>
  [...element.querySelectorAll<HTMLElement>(focusableSelector)].filter(
    (each) => each.checkVisibility({ visibilityProperty: true }) && !isSkippedByTab(each, element),
  )

/** Keeps the focus inside an element: Tab moves from its last control to its first. */
export function cycleFocus(event: KeyboardEvent, element: HTMLElement): void {
  const focusables = focusablesOf(element)
  const [first, last] = [focusables[0], focusables.at(-1)]
  const focusedElement = document.activeElement
  const isOutside = !element.contains(focusedElement)
  if (!first || !last) {
    event.preventDefault()
    element.focus()
  } else if (isOutside || (event.shiftKey ? focusedElement === first || focusedElement === element : focusedElement === last)) {
    event.preventDefault()
    ;(event.shiftKey ? last : first).focus()
  }
}

/** Returns whether Escape was already handled, or closes something smaller than an overlay, e.g. a menu. */
const isKeyTaken = (event: KeyboardEvent) => event.defaultPrevented || event.isComposing || document.querySelector('[popover="auto"]:popover-open') !== null

interface LayerControls {
  /** Null while the overlay is closed. */
  readonly zIndex: number | null
  readonly element: RefObject<HTMLDivElement | null>
}

/**
 * Opens an overlay above all open ones. While it is on top, Tab stays inside and Escape calls `onEscape`. Closing
 * restores the previous focus.
 */
export function useLayer(isOpen: boolean, onEscape: () => void, isLast = false): LayerControls {
  const layer = useOwnLayer(isOpen, isLast)
  const element = useRef<HTMLDivElement>(null)
  const escapeHandler = useRef(onEscape)
  useLayoutEffect(() => {
    escapeHandler.current = onEscape
  })
  useEffect(() => {
    if (!layer) return
    const { before } = layer
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!element.current || layer.zIndex < highestZIndex()) return
      // A popup of one of its fields handles Tab itself.
      const isInPopup = document.activeElement?.closest('[popover]')
      if (event.key === 'Tab' && !event.defaultPrevented && !isInPopup) cycleFocus(event, element.current)
      if (event.key !== 'Escape' || isKeyTaken(event)) return
      // One key press closes one overlay, so later listeners must see that it was handled.
      event.preventDefault()
      escapeHandler.current()
    }
    addEventListener('keydown', handleKeyDown)
    return () => {
      removeEventListener('keydown', handleKeyDown)
      const focusedElement = document.activeElement
      const isFocusLost =
        focusedElement === null || focusedElement === document.body || !focusedElement.isConnected || element.current?.contains(focusedElement)
      if (isFocusLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [layer])
  return { zIndex: layer?.zIndex ?? null, element }
}
