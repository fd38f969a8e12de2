import { Input, type InputRef } from 'antd'
import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { capitalYuan } from '#/domain/money.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { caretAfter, editedYuan, fenOf, groupedYuan, isOnTheWay, settledYuan } from './yuan.ts'

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

/** Signs that people write in amounts. A sign that this field cannot read stays visible and is refused, so that no key changes the amount in silence. */
const signs = /^[\d.,\-\s¥元万]$/

function refuseKey(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
  const key = event.key.normalize('NFKC').replace('。', '.')
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const rest = value.slice(0, selectionStart ?? value.length) + value.slice(selectionEnd ?? value.length)
  if (!signs.test(key) || (key === '.' && isOnTheWay(rest.replaceAll(',', '')) && rest.includes('.'))) event.preventDefault()
}

/** An amount in yuan, typed or pasted as people write it, with its thousands apart while it is typed; works inside `Form.Item`. */
export function MoneyInput({ id, value = '', onChange, isDisabled = false, hasWords = false, label }: MoneyInputProps) {
  const language = useLanguage()
  const amount = fenOf(value)
  const field = useRef<InputRef>(null)
  const signsBefore = useRef<number | null>(null)
  // A text with signs of the user's own stays as it was written until the field is left.
  const [written, setWritten] = useState<string | null>(null)
  const [, draw] = useState(0)
  const shown = written !== null && settledYuan(written, language) === value ? written : groupedYuan(value)
  // Separators come and go while one types: the caret stays behind the same digit.
  useLayoutEffect(() => {
    if (signsBefore.current === null) return
    const at = caretAfter(shown, signsBefore.current)
    signsBefore.current = null
    field.current?.setSelectionRange(at, at)
  })
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const text = editedYuan(shown, target.value)
    const plain = text.normalize('NFKC').replaceAll('。', '.')
    if (isOnTheWay(plain)) {
      signsBefore.current = target.value.slice(0, target.selectionStart ?? target.value.length).replaceAll(',', '').length
      setWritten(null)
      onChange?.(plain)
    } else {
      setWritten(text)
      onChange?.(settledYuan(text, language))
    }
    draw((times) => times + 1)
  }
  const leave = () => {
    setWritten(null)
    onChange?.(settledYuan(value, language))
  }
  return (
    <div>
      <Input
        ref={field}
        {...(id ? { id } : {})}
        {...(label ? { 'aria-label': label } : {})}
        className="k-money-input"
        autoComplete="off"
        inputMode="decimal"
        prefix="¥"
        placeholder="0.00"
        value={shown}
        disabled={isDisabled}
        onKeyDown={refuseKey}
        onChange={type}
        onBlur={leave}
      />
      {hasWords && amount ? <div className="k-note">{capitalYuan(amount)}</div> : null}
    </div>
  )
}
