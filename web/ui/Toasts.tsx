import { useEffect, useRef } from 'react'
import { noticeKey } from '#/web/kernel/notices.ts'
import { useNotices } from '#/web/kernel/useNotices.ts'
import { Icon } from './Icon.tsx'
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, InfoCircleFilled } from './icons.ts'

const iconByTone = { success: CheckCircleFilled, info: InfoCircleFilled, warning: ExclamationCircleFilled, error: CloseCircleFilled } as const
/** Shows the notices of `showNotice` above everything, each for five seconds. A repeated notice is shown once. */
export function Toasts() {
  const container = useRef<HTMLDivElement>(null)
  const notices = useNotices()
  useEffect(() => {
    // Reopened after every change, because the last element to enter the top layer is drawn on top.
    container.current?.hidePopover()
    if (notices.length > 0) container.current?.showPopover()
  }, [notices])
  return (
    <div ref={container} popover="manual" className="k-toasts" role="status" aria-live="polite">
      {notices.map((notice) => (
        <div key={noticeKey(notice)} className={`k-toast k-toast-${notice.tone}`}>
          <Icon of={iconByTone[notice.tone]} />
          <span>{notice.text}</span>
        </div>
      ))}
    </div>
  )
}
