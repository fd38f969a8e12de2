import type { ReactNode } from 'react'

interface FactsProps {
  readonly rows: readonly { readonly label: string; readonly value: ReactNode; readonly isWide?: boolean }[]
  /** Columns on a wide screen. A phone has one. */
  readonly columns?: 1 | 2 | 3
}

/** A description list with each label next to its value. */
export function Facts({ rows, columns = 1 }: FactsProps) {
  return (
    <dl className={`k-facts k-facts-${columns}`}>
      {rows.map((row) => (
        <div key={row.label} className={row.isWide ? 'k-fact k-fact-wide' : 'k-fact'}>
          <dt>{row.label}</dt>
          <dd>{row.value === '' || row.value === null || row.value === undefined ? <span className="k-muted">—</span> : row.value}</dd>
        </div>
      ))}
    </dl>
  )
}
