import { Link } from 'react-router'
import { useText } from '#/web/kernel/i18n.ts'
import { chartTexts } from './chart.texts.ts'
import './chart.css'

interface Share {
  readonly key: string | number
  readonly name: string
  readonly value: number
  readonly path?: string | null
}

interface ShareBarsProps {
  readonly label: string
  readonly shares: readonly Share[]
  /** The whole; the sum of the shares when absent. */
  readonly total?: number
  readonly format: (value: number) => string
  /** The number of largest shares with a separate row. The others share one row. */
  readonly most?: number
}

/**
 * Shares of a whole, largest first, each with its value and percentage. All figures are text, so no table is needed.
 */
export function ShareBars({ label, shares, total, format, most = 8 }: ShareBarsProps) {
  const t = useText()
  const sortedShares = shares.toSorted((a, b) => b.value - a.value)
  const others = sortedShares.slice(most)
  const wholeAmount = total ?? shares.reduce((sum, { value }) => sum + Math.max(0, value), 0)
  const highest = Math.max(1, sortedShares[0]?.value ?? 0)
  const restShare = { key: 'rest', name: t(chartTexts.restOf, { count: others.length }), value: others.reduce((sum, { value }) => sum + value, 0), path: null }
  return (
    <ul className="k-shares" aria-label={label}>
      {[...sortedShares.slice(0, most), ...(others.length > 0 ? [restShare] : [])].map(({ key, name, value, path }) => (
        <li key={key}>
          <span className="k-share-name" title={name}>
            {path ? <Link to={path}>{name}</Link> : name}
          </span>
          <span>{format(value)}</span>
          <span className="k-note">{t(chartTexts.share, { share: wholeAmount > 0 ? Math.max(0, value) / wholeAmount : 0 })}</span>
          <span className="k-share-track" aria-hidden="true">
            {value > 0 ? <i style={{ width: `${Math.min(100, (value * 100) / highest)}%` }} /> : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
