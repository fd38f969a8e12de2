import { type KeyboardEvent, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { isComposing } from './composing.ts'
import { formTexts } from './form.texts.ts'
import { ChosenTags } from './MultiSelect.tsx'
import { useRefusal } from './refusal.ts'
import './form.css'

interface TagsInputProps {
  readonly id?: string
  readonly value?: readonly string[] | undefined
  readonly onChange?: (value: string[]) => void
  readonly maxCount: number
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-required'?: boolean
}

/** A field for several short texts. Enter, a comma or blur adds the typed text; a paste may contain several. */
export function TagsInput({ id, value = [], onChange, maxCount, ...rest }: TagsInputProps) {
  const [typed, setTyped] = useState('')
  const t = useText()
  const reportRefusal = useRefusal()
  const add = (text: string) => {
    const more = text.split(/[\s,，、;；]+/).filter(Boolean)
    const allTags = [...new Set([...value, ...more])]
    const excessTags = allTags.slice(maxCount)
    setTyped(excessTags.join(' '))
    reportRefusal?.(excessTags.length > 0 ? t(formTexts.tooMany, { max: maxCount }) : '')
    if (allTags.length > value.length && value.length < maxCount) onChange?.(allTags.slice(0, maxCount))
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && typed !== '') {
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange?.(value.slice(0, -1))
  }
  return (
    <span className="k-choice k-input k-many" data-invalid={rest['aria-invalid'] || undefined}>
      <ChosenTags
        choices={value.map((one) => ({ value: one, label: one }))}
        isFixed={false}
        onRemove={(one) => onChange?.(value.filter((each) => each !== one))}
      />
      <input
        {...rest}
        {...(id ? { id } : {})}
        type="text"
        autoComplete="off"
        className="k-many-input"
        value={typed}
        disabled={value.length >= maxCount && typed === ''}
        data-refused={(value.length >= maxCount && typed !== '') || undefined}
        onChange={(event) => {
          const isComposing = (event.nativeEvent as InputEvent).isComposing
          if (!isComposing && /[,，、;；\n]/.test(event.target.value)) add(event.target.value)
          else setTyped(event.target.value)
        }}
        onKeyDown={handleKeyDown}
        onBlur={() => add(typed)}
      />
    </span>
  )
}
