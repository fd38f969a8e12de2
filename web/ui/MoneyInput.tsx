import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { yuanInChineseNumerals } from '#/domain/base/money.ts'
import type { Language } from '#/domain/base/text.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { isComposing } from './composing.ts'
import { TextInput } from './TextInput.tsx'
import { applyYuanEdit, caretPosition, displayYuan, fenOf, hasDecimalComma, isPartialAmount, normalizeYuan, parseYuanInput } from './yuan.ts'

interface MoneyInputProps {
  readonly id?: string
  /** The amount in yuan as text, the form that is sent. */
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly isDisabled?: boolean
  /** Shows the amount in Chinese capitals below the field, as on documents. */
  readonly hasWords?: boolean
  /** The amount may be below zero. */
  readonly isSigned?: boolean
  readonly label?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-required'?: boolean
}

/**
 * Characters used in amounts. A text that the field cannot parse stays visible and fails validation, so that no key
 * changes the amount silently.
 */
const acceptedKeys = /^[\d.,\-\s¥元万]$/

function refuseKey(event: KeyboardEvent<HTMLInputElement>, language: Language): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
  const key = event.key.normalize('NFKC').replace('。', '.')
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const rest = value.slice(0, selectionStart ?? value.length) + value.slice(selectionEnd ?? value.length)
  // Where the comma is the decimal sign, several points separate thousands.
  const isSecondPoint = key === '.' && !hasDecimalComma(language) && isPartialAmount(rest.replaceAll(',', '')) && rest.includes('.')
  if (!acceptedKeys.test(key) || isSecondPoint) event.preventDefault()
}

/** An input for an amount in yuan, grouped by thousands while typing. Works inside `Field`. */
export function MoneyInput({ id, value = '', onChange, isDisabled = false, hasWords = false, isSigned = false, label, ...rest }: MoneyInputProps) {
  const language = useLanguage()
  const amount = fenOf(value)
  const field = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const isTextReplaced = useRef(false)
  // Text with the user's own separators stays as typed until the field loses focus.
  const [written, setWritten] = useState<string | null>(null)
  const [, draw] = useState(0)
  const displayedText = displayYuan({ value, written }, language, isSigned)
  // Typing adds and removes separators. The caret stays behind the same digit.
  useLayoutEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const changeText = ({ target: { value: text, selectionStart } }: ChangeEvent<HTMLInputElement>) => {
    const next = isTextReplaced.current ? parseYuanInput(text, language, isSigned) : applyYuanEdit({ value, written }, text, language, isSigned)
    isTextReplaced.current = false
    caret.current = caretPosition(displayYuan(next, language, isSigned), text, selectionStart ?? text.length)
    setWritten(next.written)
    onChange?.(next.value)
    draw((times) => times + 1)
  }
  const handleBlur = () => {
    setWritten(null)
    onChange?.(normalizeYuan(value, language, isSigned))
  }
  return (
    <div>
      <TextInput
        ref={field}
        {...(id ? { id } : {})}
        {...(label ? { 'aria-label': label } : {})}
        {...rest}
        className="k-money-input"
        autoComplete="off"
        inputMode="decimal"
        prefix="¥"
        placeholder="0.00"
        value={displayedText}
        disabled={isDisabled}
        onKeyDown={(event) => {
          isTextReplaced.current = false
          refuseKey(event, language)
        }}
        onPaste={({ currentTarget: { selectionStart, selectionEnd, value: text } }) => {
          // A pasted text that replaces the whole field keeps its own separators.
          isTextReplaced.current = selectionStart === 0 && selectionEnd === text.length
        }}
        onChange={changeText}
        onBlur={handleBlur}
      />
      {hasWords && amount ? <div className="k-note">{yuanInChineseNumerals(amount)}</div> : null}
    </div>
  )
}
