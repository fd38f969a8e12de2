import { Input } from 'antd'
import { capitalYuan } from '#/domain/money.ts'
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
      <Input
        {...(id ? { id } : {})}
        {...(label ? { 'aria-label': label } : {})}
        className="k-money-input"
        prefix="¥"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange?.(typedYuan(event.target.value))}
        onBlur={() => onChange?.(settledYuan(value))}
      />
      {hasWords && amount ? <div className="k-note">{capitalYuan(amount)}</div> : null}
    </div>
  )
}
