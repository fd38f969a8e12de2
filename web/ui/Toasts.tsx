import { useEffect, useRef, useState } from 'react'
import { NOTICE_MS, type Notice, onNotice } from '#/web/kernel/notices.ts'
import { Icon } from './Icon.tsx'
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from './icons.ts'

const marks = { success: CheckCircleFilled, info: InfoCircleFilled, warning: ExclamationCircleFilled, error: CloseCircleFilled } as const
const most = 4

const keyOf = ({ tone, text }: Notice) => `${tone}:${text}`

/** Shows what `notify` says, for five seconds, above everything. The same text is shown once at a time, however often it is said. */
export function Toasts() {
  const place = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<readonly Notice[]>([])
  useEffect(() => {
    const timers = new Map<string, number>()
    const stop = onNotice((notice) => {
      const key = keyOf(notice)
      setShown((before) => [...before.filter((each) => keyOf(each) !== key), notice].slice(-most))
      clearTimeout(timers.get(key))
      timers.set(
        key,
        window.setTimeout(() => setShown((before) => before.filter((each) => keyOf(each) !== key)), NOTICE_MS),
      )
    })
    return () => {
      stop()
      for (const timer of timers.values()) clearTimeout(timer)
    }
  }, [])
  useEffect(() => {
    // Shown anew each time: what entered the top layer last stands above what came before.
    place.current?.hidePopover()
    if (shown.length > 0) place.current?.showPopover()
  }, [shown])
  return (
    <div ref={place} popover="manual" className="k-toasts" role="status" aria-live="polite">
      {shown.map((notice) => (
        <div key={keyOf(notice)} className={`k-toast k-toast-${notice.tone}`}>
          <Icon of={marks[notice.tone]} />
          <span>{notice.text}</span>
        </div>
      ))}
    </div>
  )
}
