import { type CSSProperties, type KeyboardEventHandler, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#/web/kernel/i18n.ts'
import { Icon } from './Icon.tsx'
import { CloseOutlined } from './icons.ts'
import { MainPressContext } from './main-press.ts'
import { texts } from './texts.ts'
import { useLayer } from './useLayer.ts'
import './overlay.css'

interface OverlayProps {
  /** False leaves the overlay closed. */
  readonly isOpen?: boolean
  readonly onClose: () => void
  readonly kind: 'dialog' | 'drawer'
  readonly width: number
  readonly title?: ReactNode
  /** The name of an overlay without a title. */
  readonly label?: string
  /** Elements to the right of the title. */
  readonly extra?: ReactNode
  readonly footer?: ReactNode
  readonly children?: ReactNode
  /** A press outside the overlay closes it. */
  readonly closesOutside?: boolean
  /** The user cannot close the overlay. */
  readonly isFixed?: boolean
  /** Stays above overlays that open later. */
  readonly isLast?: boolean
  readonly className?: string
  readonly style?: CSSProperties
  readonly onKeyDown?: KeyboardEventHandler<HTMLElement>
  /** Called by Enter in a form inside. */
  readonly onSubmit?: (() => boolean) | undefined
  /** Called when the overlay is on the screen, to set the focus. By default the overlay itself gets it. */
  readonly onOpened?: (element: HTMLElement) => void
}

interface HeadProps extends Pick<OverlayProps, 'title' | 'extra'> {
  readonly id: string
  readonly onClose: (() => void) | null
}

function OverlayHead({ id, title, extra, onClose }: HeadProps) {
  const t = useText()
  return (
    <div className="k-overlay-head">
      <div id={id} className="k-overlay-title">
        {title}
      </div>
      {extra === undefined || extra === null ? null : <div className="k-overlay-extra">{extra}</div>}
      {onClose ? (
        <button type="button" className="k-overlay-close" aria-label={t(texts.close)} onClick={onClose}>
          <Icon of={CloseOutlined} />
        </button>
      ) : null}
    </div>
  )
}

const classes = { dialog: 'k-dialog', drawer: 'k-drawer' } as const

/**
 * A dialog or drawer over the page, which traps the focus and returns it on closing. Every opening resets the contents.
 */
export function Overlay(props: OverlayProps) {
  const {
    isOpen = true,
    onClose,
    kind,
    width,
    title,
    label,
    extra,
    footer,
    children,
    closesOutside = false,
    isFixed = false,
    isLast = false,
    className = '',
    style,
  } = props
  const id = useId()
  const close = () => {
    if (!isFixed) onClose()
  }
  // The press must not take the focus from the question that it opens.
  const handleOutsidePress = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    close()
  }
  const { zIndex, element } = useLayer(isOpen, close, isLast)
  const onOpenedRef = useRef(props.onOpened)
  useEffect(() => {
    onOpenedRef.current = props.onOpened
  })
  const isMounted = zIndex !== null
  useEffect(() => {
    const overlay = element.current
    if (!isMounted || !overlay) return
    if (!overlay.contains(document.activeElement)) overlay.focus({ preventScroll: true })
    onOpenedRef.current?.(overlay)
  }, [isMounted, element])
  if (!isMounted) return null
  const stopBubbling = (event: { stopPropagation: () => void }) => event.stopPropagation()
  return createPortal(
    // React passes events to the row or form whose component opened the overlay, which must not receive them.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps events inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only keeps events inside.
    <div className="k-layer" data-kind={kind} style={{ zIndex }} onClick={stopBubbling} onSubmit={stopBubbling}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the cross and Escape do the same. */}
      <div className="k-mask" onMouseDown={closesOutside ? handleOutsidePress : undefined} />
      <div
        ref={element}
        role="dialog"
        aria-modal="true"
        {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': `${id}title` })}
        tabIndex={-1}
        className={`k-overlay ${classes[kind]} ${className}`}
        style={{ '--k-width': `${width}px`, ...style } as CSSProperties}
        onKeyDown={props.onKeyDown}
      >
        {title === undefined ? null : <OverlayHead id={`${id}title`} title={title} extra={extra} onClose={isFixed ? null : close} />}
        <div className="k-overlay-body">
          <MainPressContext value={props.onSubmit ?? null}>{children}</MainPressContext>
        </div>
        {footer === undefined || footer === null ? null : <div className="k-overlay-foot">{footer}</div>}
      </div>
    </div>,
    document.body,
  )
}
