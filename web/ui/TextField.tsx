import { useRef, useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { isComposing } from './composing.ts'
import { Icon } from './Icon.tsx'
import { CloseCircleFilled } from './icons.ts'
import { texts } from './texts.ts'

interface TextFieldProps {
  readonly id?: string
  readonly value: string
  readonly placeholder?: string
  readonly onCommit: (text: string) => void
  readonly className?: string
  readonly 'aria-label'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-describedby'?: string
}

/** A line of text with a button that clears it. Enter or blur commits the text. */
export function TextField({ value, onCommit, className = '', ...rest }: TextFieldProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  // Not an effect: effects run again when a cached page is shown again, and would discard uncommitted text.
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const commit = (text: string) => {
    if (text.trim() !== value) onCommit(text.trim())
  }
  return (
    <span className={`k-text-field ${className}`}>
      <input
        ref={input}
        type="text"
        className="k-input"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          if (event.target.value === '') commit('')
        }}
        onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && commit(typed)}
        onBlur={() => commit(typed)}
        {...rest}
      />
      {typed === '' ? null : (
        <button
          type="button"
          className="k-clear"
          tabIndex={-1}
          aria-label={t(texts.clear)}
          onClick={() => {
            setTyped('')
            commit('')
            input.current?.focus()
          }}
        >
          <Icon of={CloseCircleFilled} />
        </button>
      )}
    </span>
  )
}
