import { Form, Input } from 'antd'
import { useId } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { factorTexts as texts } from './factor.texts.ts'

interface FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly problem: string
}

/** The login password as proof of identity. */
export function PasswordProof({ value, onChange, problem }: FieldProps) {
  const say = useText()
  const id = useId()
  return (
    <Form.Item label={say(texts.loginPassword)} htmlFor={id} required help={problem || undefined} {...(problem ? { validateStatus: 'error' } : {})}>
      <Input.Password
        id={id}
        autoFocus
        autoComplete="current-password"
        maxLength={128}
        value={value}
        aria-invalid={problem !== ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </Form.Item>
  )
}

/** The six-digit code of the authenticator app. */
export function AppCode({ value, onChange, problem }: FieldProps) {
  const say = useText()
  const id = useId()
  return (
    <Form.Item label={say(texts.firstCode)} htmlFor={id} required help={problem || undefined} {...(problem ? { validateStatus: 'error' } : {})}>
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
    </Form.Item>
  )
}

/** A code of the app or a recovery code. */
export function AnyCode({ value, onChange, problem }: FieldProps) {
  const say = useText()
  const id = useId()
  return (
    <Form.Item label={say(texts.codeOrRecovery)} htmlFor={id} required help={problem || undefined} {...(problem ? { validateStatus: 'error' } : {})}>
      <Input
        id={id}
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={40}
        value={value}
        aria-invalid={problem !== ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </Form.Item>
  )
}
