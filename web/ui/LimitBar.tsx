import { useText } from '#/web/kernel/i18n.ts'
import { chartTexts } from './chart.texts.ts'
import type { ChartLimit } from './chart.ts'
import './chart.css'

interface ReachableLimit extends ChartLimit {
  /**
   * Whether the value has reached the limit. Some limits are reached by an equal value, others only by a higher one.
   */
  readonly isReached: boolean
}

interface LimitBarProps {
  readonly label: string
  readonly value: number
  readonly limits: readonly ReachableLimit[]
  readonly format: (value: number) => string
}

/**
 * Compares a value with thresholds: each shows the remaining amount, or that it is reached. All figures are text, so no
 * table is needed.
 */
export function LimitBar({ label, value, limits, format }: LimitBarProps) {
  const t = useText()
  const maxValue = Math.max(1, value, ...limits.map((limit) => limit.value))
  const percent = (part: number) => `${Math.max(0, (part * 100) / maxValue)}%`
  const rows = limits.map((limit) => {
    // Rounded down, because 100 % would look reached.
    const share = Math.floor((Math.max(0, value) * 100) / Math.max(1, limit.value)) / 100
    const remainingText = format(limit.value - value)
    return { ...limit, text: limit.isReached ? t(chartTexts.reached) : t(chartTexts.leftTo, { rest: remainingText, share }) }
  })
  return (
    <section className="k-limit" aria-label={label}>
      <p className="k-row k-spread">
        <span>{label}</span>
        <b>{format(value)}</b>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: the meter element has no ticks. */}
      <div
        role="meter"
        className="k-limit-track"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={maxValue}
        aria-valuenow={Math.max(0, value)}
        aria-valuetext={[format(value), ...rows.map(({ name, text }) => `${name}: ${text}`)].join('; ')}
      >
        <i className={rows.some(({ isReached }) => isReached) ? 'k-limit-reached' : undefined} style={{ width: percent(value) }} />
        {rows.map((row) => (
          <b key={row.name} style={{ left: percent(row.value) }} />
        ))}
      </div>
      <ul>
        {rows.map(({ name, isReached, text }) => (
          <li key={name} data-reached={isReached || undefined}>
            <span>{name}</span> <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
