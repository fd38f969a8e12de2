import type { ReactNode } from 'react'

/**
 * The status colours: grey draft, blue in progress, green done, gold waiting for the user, red failed, purple returned,
 * magenta unknown.
 */
export type StatusTone = 'grey' | 'blue' | 'green' | 'gold' | 'red' | 'purple' | 'magenta'

/** A status as text. The colour only repeats it. */
export function StatusTag({ tone, children, title }: { readonly tone: StatusTone; readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className={`k-tag k-tone-${tone}`} title={title}>
      {children}
    </span>
  )
}
