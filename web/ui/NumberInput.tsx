import { Input, type InputProps } from 'antd'
import type { KeyboardEvent } from 'react'
import { type Figures, limited, takesKeys } from '#/domain/validation.ts'

interface NumberInputProps extends Omit<InputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  /** Any digits, a positive integer, or a float with one decimal point. */
  readonly kind: Figures
  readonly value?: string
  readonly onChange?: (value: string) => void
}

function refuseKey(kind: Figures, event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length]
  if (!takesKeys(kind, value.slice(0, from), event.key, value.slice(to))) event.preventDefault()
}

/** A field of figures kept as text: other keys do nothing, and what is pasted is cleaned (specification §5); works inside `Form.Item`. */
export function NumberInput({ kind, value = '', onChange, onKeyDown, ...rest }: NumberInputProps) {
  return (
    <Input
      autoComplete="off"
      {...rest}
      inputMode={kind === 'decimal' ? 'decimal' : 'numeric'}
      value={value}
      onKeyDown={(event) => {
        refuseKey(kind, event)
        onKeyDown?.(event)
      }}
      onChange={(event) => onChange?.(limited(kind, event.target.value))}
    />
  )
}
