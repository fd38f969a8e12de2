import { wholePercent } from '#/web/kernel/formats.ts'
import type { StatusTone } from './StatusTag.tsx'

interface ProgressBarProps {
  /** Parts in drawing order. The remaining total stays empty. */
  readonly parts: readonly { readonly tone: StatusTone; readonly count: number; readonly label: string }[]
  readonly total: number
  /** Accessible name of the bar. */
  readonly label: string
  readonly hasText?: boolean
}

/** A progress bar, split by the outcome of its parts. */
export function ProgressBar({ parts, total, label, hasText = true }: ProgressBarProps) {
  const finishedCount = parts.reduce((sum, part) => sum + part.count, 0)
  const partsText = parts
    .filter((part) => part.count > 0)
    .map((part) => `${part.label} ${part.count}`)
    .join(', ')
  return (
    <div className="k-progress" title={partsText}>
      <div
        className="k-progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={finishedCount}
        aria-valuetext={partsText || '0'}
      >
        {parts.map((part) =>
          part.count > 0 ? <i key={part.label} className={`k-fill-${part.tone}`} style={{ width: `${(part.count * 100) / Math.max(total, 1)}%` }} /> : null,
        )}
      </div>
      {hasText ? <span className="k-progress-text">{`${wholePercent(finishedCount, total)}%`}</span> : null}
    </div>
  )
}
