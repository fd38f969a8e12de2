import { type KeyboardEvent, useId, useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { texts } from './texts.ts'

interface PasswordFieldProps {
  readonly label: Text
  readonly name: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string
  readonly describedBy: string
  readonly onLeave?: () => void
}

/** A password field with a show button and a Caps Lock warning. */
export function PasswordField({ label, name, autoComplete, value, onChange, problem, describedBy, onLeave }: PasswordFieldProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const [hasCaps, setCaps] = useState(false)
  const updateCapsLock = (event: KeyboardEvent) => setCaps(event.getModifierState('CapsLock'))
  return (
    <div className="l-field">
      <label htmlFor={id}>{inCurrentLanguage(label)}</label>
      <span className="l-password">
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          maxLength={128}
          value={value}
          aria-invalid={problem !== ''}
          aria-describedby={`${describedBy} ${id}problem`}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
          onKeyUp={updateCapsLock}
          onKeyDown={updateCapsLock}
        />
        <button
          type="button"
          aria-label={inCurrentLanguage(isShown ? texts.hidePassword : texts.showPassword)}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <svg viewBox="0 0 24 24" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
            <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="2.8" />
            {isShown ? null : <path d="m4 20 16-16" />}
          </svg>
        </button>
      </span>
      {hasCaps ? <small className="l-hint">{inCurrentLanguage(texts.capsLock)}</small> : null}
      <small id={`${id}problem`} className="l-problem">
        {problem}
      </small>
    </div>
  )
}
