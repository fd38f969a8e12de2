import { capitalYuan } from '#/domain/money.ts'
import { NumberInput } from './NumberInput.tsx'
import { fenOf, settledYuan, typedYuan } from './yuan.ts'

interface MoneyInputProps {
  readonly id?: string
  /** Yuan as text, the form in which it is sent. */
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly isDisabled?: boolean
  /** Shows the amount in Chinese capitals below, as documents carry it. */
  readonly hasWords?: boolean
  readonly label?: string
}

/** An amount in yuan: takes digits and one point only, two decimals; works inside `Form.Item`. */
export function MoneyInput({ id, value = '', onChange, isDisabled = false, hasWords = false, label }: MoneyInputProps) {
  const amount = fenOf(value)
  return (
    <div>
      <NumberInput
        kind="decimal"
        {...(id ? { id } : {})}
        {...(label ? { 'aria-label': label } : {})}
        className="k-money-input"
        prefix="¥"
        placeholder="0.00"
        value={value}
        disabled={isDisabled}
        onChange={(text) => onChange?.(typedYuan(text))}
        onBlur={() => onChange?.(settledYuan(value))}
      />
      {hasWords && amount ? <div className="k-note">{capitalYuan(amount)}</div> : null}
    </div>
  )
}
