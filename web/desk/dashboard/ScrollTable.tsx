import type { ReactNode } from 'react'

/** A table that may be wider than the window and scrolls in its own box, by keyboard too. */
export function ScrollTable({ children }: { readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
    <div className="d-scroll" tabIndex={0}>
      {children}
    </div>
  )
}
