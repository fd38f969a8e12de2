import { type KeyboardEvent, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { formTexts } from './form.texts.ts'
import { useRefusal } from './refusal.ts'

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

/**
 * A field for a whole number. Arrow keys step. Within `Field` any other text is refused; elsewhere the nearest number
 * applies.
 */
export function NumberField({ value, onChange, min, max, className = '', ...rest }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const clampNumber = (number: number) => Math.min(max, Math.max(min, Math.round(number)))
  const t = useText()
  const reportRefusal = useRefusal()
  const numberOf = (text: string) => (/^-?\d+$/.test(text) ? Number(text) : null)
  const isInRange = (text: string) => text === '' || numberOf(text) === clampNumber(numberOf(text) ?? Number.NaN)
  const isRefused = typed !== null && !isInRange(typed)
  const changeText = (text: string) => {
    const normalized = text.normalize('NFKC').trim()
    setTyped(normalized)
    reportRefusal?.('')
    if (isInRange(normalized)) onChange?.(numberOf(normalized))
  }
  /** Applies the text. Returns whether the text or the value of the field changed. */
  const applyText = (): boolean => {
    if (isRefused && reportRefusal) {
      reportRefusal(t(formTexts.numberBetween, { min, max }))
      return true
    }
    setTyped(null)
    const number = numberOf(typed ?? '')
    if (isRefused && number !== null) onChange?.(clampNumber(number))
    return isRefused
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && applyText()) event.preventDefault()
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setTyped(null)
    reportRefusal?.('')
    onChange?.(clampNumber((value ?? min - step) + step))
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
      onChange={(event) => changeText(event.target.value)}
      onKeyDown={handleKeyDown}
      onBlur={applyText}
      data-refused={(isRefused && reportRefusal !== null) || undefined}
    />
  )
}
