import { Input, type InputRef } from 'antd'
import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { capitalYuan } from '#/domain/money.ts'
import { takesKeys } from '#/domain/validation.ts'
import { caretAfter, fenOf, groupedYuan, settledYuan, typedYuan } from './yuan.ts'

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

const ungrouped = (text: string) => text.replaceAll(',', '')

function refuseKey(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length]
  if (!takesKeys('decimal', ungrouped(value.slice(0, from)), event.key, ungrouped(value.slice(to)))) event.preventDefault()
}

/** An amount in yuan: takes digits and one point only, two decimals, and sets thousands apart while it is typed; works inside `Form.Item`. */
export function MoneyInput({ id, value = '', onChange, isDisabled = false, hasWords = false, label }: MoneyInputProps) {
  const amount = fenOf(value)
  const field = useRef<InputRef>(null)
  const signsBefore = useRef<number | null>(null)
  const [, draw] = useState(0)
  // Separators come and go while one types: the caret stays behind the same digit.
  useLayoutEffect(() => {
    if (signsBefore.current === null) return
    const at = caretAfter(groupedYuan(value), signsBefore.current)
    signsBefore.current = null
    field.current?.setSelectionRange(at, at)
  })
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    signsBefore.current = typedYuan(target.value.slice(0, target.selectionStart ?? target.value.length)).length
    onChange?.(typedYuan(target.value))
    draw((times) => times + 1)
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
        value={groupedYuan(value)}
        disabled={isDisabled}
        onKeyDown={refuseKey}
        onChange={type}
        onBlur={() => onChange?.(settledYuan(value))}
      />
      {hasWords && amount ? <div className="k-note">{capitalYuan(amount)}</div> : null}
    </div>
  )
}
