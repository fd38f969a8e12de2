import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { placeNextTo } from './placing.ts'

interface Handlers {
  readonly onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void
  readonly 'aria-describedby'?: string | undefined
}

interface TooltipProps {
  readonly title: ReactNode
  readonly children: ReactElement<Handlers>
}

const DELAY_MS = 120

function TooltipBubble({ id, anchor, title, onLeave }: { id: string; anchor: HTMLElement; title: ReactNode; onLeave: () => void }) {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = bubble.current
    if (!element) return
    // In the top layer, so that it is above dialogs and no scroll container cuts it off.
    element.showPopover()
    placeNextTo(element, anchor.getBoundingClientRect(), 'above')
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onLeave()
    addEventListener('keydown', onKey)
    addEventListener('scroll', onLeave, true)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('scroll', onLeave, true)
    }
  }, [anchor, onLeave])
  return createPortal(
    <div ref={bubble} id={id} role="tooltip" popover="manual" className="k-tooltip">
      {title}
    </div>,
    document.body,
  )
}

/** A short text about the hovered or focused element. Escape hides it. */
export function Tooltip({ title, children }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (title === '' || title === null || title === undefined) return children
  const hideTooltip = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  const showTooltip = (element: HTMLElement, delay: number) => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setAnchor(element), delay)
  }
  const childProps = children.props
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event: PointerEvent<HTMLElement>) => {
          childProps.onPointerEnter?.(event)
          if (event.pointerType !== 'touch') showTooltip(event.currentTarget, DELAY_MS)
        },
        onPointerLeave: (event: PointerEvent<HTMLElement>) => {
          childProps.onPointerLeave?.(event)
          hideTooltip()
        },
        onFocus: (event: FocusEvent<HTMLElement>) => {
          childProps.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) showTooltip(event.currentTarget, 0)
        },
        onBlur: (event: FocusEvent<HTMLElement>) => {
          childProps.onBlur?.(event)
          hideTooltip()
        },
        'aria-describedby': anchor ? id : childProps['aria-describedby'],
      })}
      {anchor ? <TooltipBubble id={id} anchor={anchor} title={title} onLeave={hideTooltip} /> : null}
    </>
  )
}
