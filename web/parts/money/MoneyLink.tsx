import { Link } from 'react-router'
import type { Fen } from '#/domain/base/money.ts'
import { Money } from '#/web/ui/Money.tsx'

interface MoneyLinkProps {
  readonly value: Fen
  /** The list of the rows behind the amount; null when the user may not open it. */
  readonly path: string | null
}

/** An amount that links to the rows behind it. */
export function MoneyLink({ value, path }: MoneyLinkProps) {
  const figure = <Money value={value} />
  return path === null ? figure : <Link to={path}>{figure}</Link>
}
