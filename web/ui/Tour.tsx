import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { formTexts } from './form.texts.ts'
import { Icon } from './Icon.tsx'
import { CloseOutlined } from './icons.ts'
import { placeNextTo } from './placing.ts'
import { texts } from './texts.ts'
import { useLayer } from './useLayer.ts'
import './tour.css'

/** A stop of a tour: an element of the page, by its selector, with its explanation. */
export interface TourStop {
  readonly at: string
  readonly title: string
  readonly words: string
}

/** A tour through elements of the page, one after another. Meanwhile the page receives no input. */
export function Tour({ stops, onClose }: { readonly stops: readonly TourStop[]; readonly onClose: () => void }) {
  const t = useText()
  const id = useId()
  const [at, setAt] = useState(0)
  const spotlight = useRef<HTMLDivElement>(null)
  const { zIndex, element } = useLayer(true, onClose)
  const currentStop = stops[at]
  const isMounted = zIndex !== null
  useLayoutEffect(() => {
    const target = currentStop && document.querySelector(currentStop.at)
    if (!isMounted || !target || !element.current) return
    const updatePosition = () => {
      const rect = target.getBoundingClientRect()
      if (spotlight.current)
        Object.assign(spotlight.current.style, { left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px`, height: `${rect.height}px` })
      if (element.current) placeNextTo(element.current, rect, rect.height > innerHeight / 2 ? 'beside' : 'below')
    }
    target.scrollIntoView({ block: 'center' })
    updatePosition()
    addEventListener('resize', updatePosition)
    return () => removeEventListener('resize', updatePosition)
  }, [currentStop, isMounted, element])
  useEffect(() => {
    if (isMounted) element.current?.querySelector<HTMLElement>('[data-next]')?.focus({ preventScroll: true })
  }, [isMounted, element])
  if (!isMounted || !currentStop) return null
  const isLast = at === stops.length - 1
  return createPortal(
    <div className="k-layer" style={{ zIndex }}>
      <div ref={spotlight} className="k-tour-light" />
      <div ref={element} role="dialog" aria-modal="true" aria-labelledby={`${id}title`} aria-describedby={`${id}words`} tabIndex={-1} className="k-tour">
        <div className="k-overlay-head">
          <div id={`${id}title`} className="k-overlay-title">
            {currentStop.title}
          </div>
          <button type="button" className="k-overlay-close" aria-label={t(texts.close)} onClick={onClose}>
            <Icon of={CloseOutlined} />
          </button>
        </div>
        <p id={`${id}words`} aria-live="polite">
          {currentStop.words}
        </p>
        <div className="k-row k-spread">
          <span className="k-note">
            {at + 1} / {stops.length}
          </span>
          <span className="k-row">
            {at > 0 ? (
              <Button size="small" onClick={() => setAt(at - 1)}>
                {t(formTexts.previousStep)}
              </Button>
            ) : null}
            <Button size="small" type="primary" data-next="" onClick={() => (isLast ? onClose() : setAt(at + 1))}>
              {t(isLast ? formTexts.finish : formTexts.nextStep)}
            </Button>
          </span>
        </div>
      </div>
    </div>,
    document.body,
  )
}
