import type { ReactNode } from 'react'

/** What a status colour means, the same everywhere: grey draft, blue in progress, green done, gold waits for me, red failed, purple returned, magenta not known yet. */
export type StatusTone = 'grey' | 'blue' | 'green' | 'gold' | 'red' | 'purple' | 'magenta'

/** A status: always text, the colour only repeats it. */
export function StatusTag({ tone, children, title }: { readonly tone: StatusTone; readonly children: ReactNode; readonly title?: string }) {
  return (
    <span className={`k-tag k-tone-${tone}`} title={title}>
      {children}
    </span>
  )
}
