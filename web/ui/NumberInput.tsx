import type { KeyboardEvent } from 'react'
import type { Language } from '#/domain/base/text.ts'
import { acceptedText, acceptsKeys, type NumberFormat } from '#/domain/base/validation.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { isComposing } from './composing.ts'
import { TextInput, type TextInputProps } from './TextInput.tsx'
import { hasDecimalComma, isPartialAmount, normalizeYuan } from './yuan.ts'

interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode'> {
  /** Any digits, a positive integer, or a number with one decimal point. */
  readonly kind: NumberFormat
  readonly value?: string
  readonly onChange?: (value: string) => void
}

function refuseKey(kind: NumberFormat, event: KeyboardEvent<HTMLInputElement>, language: Language): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length]
  // Spanish users type a comma before the cents, which is inserted as a point.
  const key = kind === 'decimal' && event.key === ',' && hasDecimalComma(language) ? '.' : event.key
  if (!acceptsKeys(kind, value.slice(0, from), key, value.slice(to))) event.preventDefault()
}

/**
 * Returns a pasted text as the field accepts it. An ambiguous decimal stays unchanged, so that the form refuses it and
 * no other number is sent.
 */
function cleanText(kind: NumberFormat, text: string, language: Language): string {
  if (kind !== 'decimal' || isPartialAmount(text)) return acceptedText(kind, text)
  return normalizeYuan(text, language)
}

/**
 * A field for digits stored as text. Other keys have no effect, and pasted text is cleaned (specification §5). Works
 * inside `Field`.
 */
export function NumberInput({ kind, value = '', onChange, onKeyDown, ...rest }: NumberInputProps) {
  const language = useLanguage()
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      inputMode={kind === 'decimal' ? 'decimal' : 'numeric'}
      value={value}
      onKeyDown={(event) => {
        refuseKey(kind, event, language)
        onKeyDown?.(event)
      }}
      onChange={(event) => onChange?.(cleanText(kind, event.target.value, language))}
    />
  )
}
