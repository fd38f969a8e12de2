import type { ReactNode } from 'react'

/** A count in the corner of a button; hidden at zero. The button's label must contain the count too. */
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
