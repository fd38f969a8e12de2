import { useEffect, useRef } from 'react'
import { noticeKey } from '#/web/kernel/notices.ts'
import { useNotices } from '#/web/kernel/useNotices.ts'
import { Icon } from './Icon.tsx'
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from './icons.ts'

const marks = { success: CheckCircleFilled, info: InfoCircleFilled, warning: ExclamationCircleFilled, error: CloseCircleFilled } as const
/** Shows what `notify` says, each message for its five seconds, above everything. The same text is shown once at a time, however often it is said. */
export function Toasts() {
  const place = useRef<HTMLDivElement>(null)
  const shown = useNotices()
  useEffect(() => {
    // Shown anew each time: what entered the top layer last stands above what came before.
    place.current?.hidePopover()
    if (shown.length > 0) place.current?.showPopover()
  }, [shown])
  return (
    <div ref={place} popover="manual" className="k-toasts" role="status" aria-live="polite">
      {shown.map((notice) => (
        <div key={noticeKey(notice)} className={`k-toast k-toast-${notice.tone}`}>
          <Icon of={marks[notice.tone]} />
          <span>{notice.text}</span>
        </div>
      ))}
    </div>
  )
}
