import { Link } from 'react-router'
import type { Fen } from '#/domain/money.ts'
import { Money } from '#/web/ui/Money.tsx'

interface MoneyLinkProps {
  readonly value: Fen
  /** The list of the rows that make the figure; null for whoever may not open it. */
  readonly path: string | null
}

/** A figure that leads to the rows that make it. */
export function MoneyLink({ value, path }: MoneyLinkProps) {
  const figure = <Money value={value} />
  return path === null ? figure : <Link to={path}>{figure}</Link>
}
