import { createPortal } from 'react-dom'
import { nowMs } from '#/web/kernel/clock.ts'
import { formatDay } from '#/web/kernel/formats.ts'
import type { User } from '#/web/kernel/session.ts'
import './watermark.css'

/** Shows the user's name, account and the day across the window, so that a photograph identifies the user. */
export function Watermark({ user }: { readonly user: User }) {
  return createPortal(
    <svg className="s-watermark" aria-hidden="true">
      <defs>
        <pattern id="watermark" width="300" height="190" patternUnits="userSpaceOnUse" patternTransform="rotate(-22)">
          <text x="10" y="60">
            {user.name} {user.username}
          </text>
          <text x="160" y="155">
            {formatDay(new Date(nowMs()).toISOString())}
          </text>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill="url(#watermark)" />
    </svg>,
    document.body,
  )
}
