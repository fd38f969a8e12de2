import { consumeFlash } from '#/web/kernel/notices.ts'
import { useNotices } from '#/web/kernel/useNotices.ts'
import './site.css'

/** Notices of the pages that use no component library. */
export function PublicNotices() {
  const notices = useNotices(consumeFlash)
  return (
    <div className="s-notices" role="status">
      {notices.map(({ tone, text }) => (
        <div key={`${tone}:${text}`} className={`s-notice s-notice-${tone}`}>
          {text}
        </div>
      ))}
    </div>
  )
}
