import type { ReactNode } from 'react'

/** A table that may be wider than the window: it is scrolled by itself, with the keys too. */
export function Wide({ labelledBy, children }: { readonly labelledBy: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrows.
    <section className="d-scroll" aria-labelledby={labelledBy} tabIndex={0}>
      {children}
    </section>
  )
}
