import type { Fen } from '#/domain/base/money.ts'
import { formatMoney } from '#/web/kernel/formats.ts'

interface MoneyProps {
  readonly value: Fen | null | undefined
  readonly isStrong?: boolean
  /** Shows + before gains and colours by sign, for balance changes. */
  readonly isSigned?: boolean
  readonly isMuted?: boolean
}

/** An amount with tabular digits, right-aligned and never wrapped. '—' for none. */
export function Money({ value, isStrong, isSigned, isMuted }: MoneyProps) {
  const sign = isSigned && value ? (value > 0 ? 'k-gain' : 'k-loss') : ''
  const classes = ['k-money', isStrong ? 'k-strong' : '', isMuted || value === null || value === undefined ? 'k-muted' : '', sign]
  return <span className={classes.filter(Boolean).join(' ')}>{isSigned && value && value > 0 ? `+${formatMoney(value)}` : formatMoney(value)}</span>
}
