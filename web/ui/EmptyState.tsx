import type { ReactNode } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { texts } from './texts.ts'

/** An empty state: the reason and the next step. */
export function EmptyState({ title, reason, action }: { readonly title?: string; readonly reason?: string; readonly action?: ReactNode }) {
  const t = useText()
  return (
    <div className="k-state">
      <svg width="56" height="40" viewBox="0 0 56 40" fill="none" aria-hidden="true" className="k-state-mark">
        <rect x="8.5" y="4.5" width="39" height="31" rx="3.5" stroke="currentColor" />
        <path d="M14 13h28M14 20h18M14 27h22" stroke="currentColor" strokeLinecap="round" />
      </svg>
      <strong>{title ?? t(texts.emptyTitle)}</strong>
      {reason ? <p>{reason}</p> : null}
      {action}
    </div>
  )
}
