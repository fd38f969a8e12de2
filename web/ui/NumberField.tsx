import { type KeyboardEvent, useState } from 'react'

export interface NumberFieldProps {
  readonly id?: string
  readonly value?: number | null | undefined
  readonly onChange?: (value: number | null) => void
  readonly min: number
  readonly max: number
  readonly disabled?: boolean
  readonly className?: string
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-required'?: boolean
}

/** A field for a whole number. Arrow keys step, and a number out of range becomes the nearest allowed one on leaving. */
export function NumberField({ value, onChange, min, max, className = '', ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const inRange = (number: number) => Math.min(max, Math.max(min, Math.round(number)))
  const type = (text: string) => {
    const clean = text.normalize('NFKC').trim()
    if (!/^-?\d*$/.test(clean)) return
    setTyped(clean)
    const number = Number(clean)
    if (clean === '' || clean === '-') onChange?.(null)
    else if (number === inRange(number)) onChange?.(number)
  }
  const leave = () => {
    if (typed !== null && typed !== '' && typed !== '-') onChange?.(inRange(Number(typed)))
    setTyped(null)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setTyped(null)
    onChange?.(inRange((value ?? min - step) + step))
  }
  return (
    <input
      {...rest}
      type="text"
      role="spinbutton"
      inputMode={min < 0 ? 'text' : 'numeric'}
      autoComplete="off"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value ?? undefined}
      className={`k-input k-number ${className}`}
      value={typed ?? value ?? ''}
      onChange={(event) => type(event.target.value)}
      onKeyDown={press}
      onBlur={leave}
    />
  )
}
