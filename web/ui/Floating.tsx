import { type KeyboardEventHandler, type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { placeBeside, type Side } from './placing.ts'

interface FloatingProps {
  readonly anchor: DOMRect
  readonly side: Side
  readonly onClose: () => void
  readonly className: string
  readonly role: 'menu' | 'dialog' | 'group'
  readonly label?: string | undefined
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>
  /** Closes it from inside. */
  readonly element?: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

const focusable = '[role=menuitem]:not(:disabled), input:not(:disabled), button:not(:disabled), a[href]'

/** What opens beside its button, above everything: the browser closes it on Escape and on a press elsewhere, and gives the focus back. */
export function Floating({ anchor, side, onClose, className, role, label, onKeyDown, element, children }: FloatingProps) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const floating = own.current
    if (!floating) return
    if (element) element.current = floating
    floating.showPopover()
    placeBeside(floating, anchor, side)
    floating.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true })
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && onClose()
    floating.addEventListener('toggle', onToggle)
    return () => floating.removeEventListener('toggle', onToggle)
  }, [anchor, side, onClose, element])
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it has one of three roles, each of which may listen.
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: each of the three may have a label.
    <div
      ref={own}
      role={role}
      aria-label={label}
      tabIndex={-1}
      popover="auto"
      className={className}
      // React passes clicks on to the row whose button opened this: they are none of its business.
      onClick={(event) => event.stopPropagation()}
      onKeyDown={onKeyDown}
    >
      {children}
    </div>,
    document.body,
  )
}

/** Where something floating is open, and what its button needs to open and close it. */
export function useAnchor() {
  const [anchor, setAnchor] = useState<DOMRect | null>(null)
  const close = useRef(() => setAnchor(null)).current
  // The press on the button closes it before the click arrives: that click must not open it again.
  const wasOpen = useRef(false)
  const button = {
    onPointerDown: () => {
      wasOpen.current = anchor !== null
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!wasOpen.current) setAnchor(event.currentTarget.getBoundingClientRect())
      wasOpen.current = false
    },
    'aria-expanded': anchor !== null,
  }
  return { anchor, setAnchor, close, button }
}
