import type { ReactNode } from 'react'
import './gallery.css'

interface PartProps {
  /** Key of the part's pictures in e2e/pictures. */
  readonly name: string
  readonly title: string
  readonly children: ReactNode
}

/** A part of the gallery. The browser test takes its picture. */
export function Part({ name, title, children }: PartProps) {
  return (
    <section className="x-part k-stack" data-picture={name}>
      <h2 className="k-strong">{title}</h2>
      {children}
    </section>
  )
}
