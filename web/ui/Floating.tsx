import { type KeyboardEventHandler, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useOverlay } from './overlays.tsx'
import { type PopupSide, placeNextTo } from './placing.ts'

interface FloatingProps {
  readonly anchor: DOMRect
  readonly side: PopupSide
  readonly onClose: () => void
  readonly className: string
  readonly role: 'menu' | 'dialog' | 'group'
  readonly label?: string | undefined
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>
  /** Receives the popup's element, so that the contents can close it. */
  readonly element?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

const focusableSelector = '[role=menuitem]:not(:disabled), input:not(:disabled), button:not(:disabled), a[href]'

/**
 * A popup next to its button, in the top layer. The browser closes it on Escape or an outside click and restores the
 * focus.
 */
export function Floating({ anchor, side, onClose, className, role, label, onKeyDown, element, children }: FloatingProps) {
  const floatingRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const floatingElement = floatingRef.current
    if (!floatingElement) return
    if (element) element.current = floatingElement
    floatingElement.showPopover()
    const updatePosition = () => placeNextTo(floatingElement, anchor, side)
    updatePosition()
    floatingElement.querySelector<HTMLElement>(focusableSelector)?.focus({ preventScroll: true })
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && onClose()
    floatingElement.addEventListener('toggle', onToggle)
    addEventListener('resize', updatePosition)
    return () => {
      floatingElement.removeEventListener('toggle', onToggle)
      removeEventListener('resize', updatePosition)
    }
  }, [anchor, side, onClose, element])
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: each of its three roles is interactive.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: each of its three roles may have a label.
    <div
      ref={floatingRef}
      role={role}
      aria-label={label}
      tabIndex={-1}
      popover="auto"
      className={className}
      // React bubbles clicks to the row whose button opened the popup. The row must not receive them.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>,
    document.body,
  )
}

/** Opens a popup next to its button, and returns the properties of that button. */
export function usePopup(render: (anchor: DOMRect, close: () => void) => ReactNode) {
  const { open, isOpen } = useOverlay(render)
  // Pressing the button closes the popup before the click arrives. The click must not open the popup again.
  const wasOpen = useRef(false)
  const button = {
    onPointerDown: () => {
      wasOpen.current = isOpen
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!wasOpen.current) open(event.currentTarget.getBoundingClientRect())
      wasOpen.current = false
    },
    'aria-expanded': isOpen,
  }
  return { open, button }
}
