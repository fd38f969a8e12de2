import { useId } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Field } from '#/web/ui/Field.tsx'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { PasswordInput, TextInput } from '#/web/ui/TextInput.tsx'
import { factorTexts as texts } from './factor.texts.ts'

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string
}

/** The login password as proof of identity. */
export function PasswordProof({ value, onChange, problem }: FieldProps) {
  const t = useText()
  const id = useId()
  return (
    <Field label={t(texts.loginPassword)} htmlFor={id} required problem={problem}>
      <PasswordInput
        id={id}
        autoFocus
        autoComplete="current-password"
        maxLength={128}
        value={value}
        aria-invalid={problem !== ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

/** The six-digit code of the authenticator app. */
export function AppCodeField({ value, onChange, problem }: FieldProps) {
  const t = useText()
  const id = useId()
  return (
    <Field label={t(texts.firstCode)} htmlFor={id} required problem={problem}>
      <NumberInput
        id={id}
        kind="digits"
        autoFocus
        className="p-code"
        autoComplete="one-time-code"
        maxLength={6}
        value={value}
        aria-invalid={problem !== ''}
        onChange={onChange}
      />
    </Field>
  )
}

/** A code of the app or a recovery code. */
export function FactorCodeField({ value, onChange, problem }: FieldProps) {
  const t = useText()
  const id = useId()
  return (
    <Field label={t(texts.codeOrRecovery)} htmlFor={id} required problem={problem}>
      <TextInput
        id={id}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        value={value}
        aria-invalid={problem !== ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
