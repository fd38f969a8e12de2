import type { Fen } from '#/domain/money.ts'
import { formatMoney } from '#/web/kernel/formats.ts'

interface MoneyProps {
  readonly value: Fen | null | undefined
  readonly isStrong?: boolean
  /** Shows + before gains and colours by sign; for changes of a balance. */
  readonly isSigned?: boolean
  readonly isMuted?: boolean
}

/** An amount: tabular figures, right-aligned, never broken. '—' when there is none. */
export function Money({ value, isStrong, isSigned, isMuted }: MoneyProps) {
  const sign = isSigned && value ? (value > 0 ? 'k-gain' : 'k-loss') : ''
  const classes = ['k-money', isStrong ? 'k-strong' : '', isMuted || value === null || value === undefined ? 'k-muted' : '', sign]
  return <span className={classes.filter(Boolean).join(' ')}>{isSigned && value && value > 0 ? `+${formatMoney(value)}` : formatMoney(value)}</span>
}
