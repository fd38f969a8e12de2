import type { ReactNode } from 'react'

/** A count on the corner of a button; nothing when there is none. The button's own words say the count too. */
export function Badge({ count, children }: { readonly count: number; readonly children: ReactNode }) {
  return (
    <span className="k-badge">
      {children}
      {count > 0 ? (
        <sup aria-hidden="true" className="k-badge-count">
          {count > 99 ? '99+' : count}
        </sup>
      ) : null}
    </span>
  )
}
