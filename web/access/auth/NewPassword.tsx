import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { confirmationProblem, missingPasswordRules, passwordFormProblem, passwordProblem } from '#/domain/base/password.ts'
import type { Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { installation, passwordToSend } from '#/web/kernel/installation.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { storeFlash } from '#/web/kernel/notices.ts'
import { session } from '#/web/kernel/session.ts'
import { PasswordStrength } from '#/web/ui/PasswordStrength.tsx'
import { PasswordField } from './PasswordField.tsx'
import { recoveryTexts as texts } from './recovery.texts.ts'
import { useAttempt } from './useAttempt.ts'

/** Sets a new password with a ticket. The sign-in page follows, because every session of the account has ended. */
export function NewPassword({ ticket, username }: { readonly ticket: string; readonly username: string }) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [newPassword, setNewPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [left, setLeft] = useState({ new: false, repeated: false })
  const { isBusy, failure, setFailure, attempt } = useAttempt()
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input[name=new-password]')?.focus(), [])
  const visibleProblem = (isLeft: boolean, problem: Text | null) => (isLeft && problem ? inCurrentLanguage(problem) : '')
  const passwordFieldProps = (name: keyof typeof left, value: string, set: (typed: string) => void) => ({
    autoComplete: 'new-password' as const,
    value,
    onChange: (typed: string) => {
      set(typed)
      setFailure('')
    },
    onLeave: () => setLeft((before) => ({ ...before, [name]: value !== '' })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft({ new: true, repeated: true })
    const problem = passwordFormProblem({ newPassword, confirmation: repeated, isOldVerified: true }, installation.passwords)
    if (problem) {
      setFailure(inCurrentLanguage(problem))
      const isNewPasswordWeak = missingPasswordRules(passwordToSend(newPassword), installation.passwords).length > 0
      return form.current?.querySelector<HTMLInputElement>(isNewPasswordWeak ? 'input[name=new-password]' : 'input[name=confirmation]')?.focus()
    }
    void attempt(async () => {
      await api.recovery.reset({ ticket, password: passwordToSend(newPassword) })
      session.clear()
      storeFlash('success', inCurrentLanguage(texts.saved))
      location.replace('/login')
    })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h1 id={`${id}title`}>{inCurrentLanguage(texts.choose)}</h1>
      <p className="l-lead">
        {inCurrentLanguage(texts.forAccount)} <b>{username}</b>
      </p>
      {/* Tells password managers which account the password belongs to. */}
      <input className="l-visually-hidden" type="text" autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden="true" />
      <PasswordField
        label={texts.newPassword}
        name="new-password"
        {...passwordFieldProps('new', newPassword, setNewPassword)}
        problem={visibleProblem(left.new, passwordProblem(passwordToSend(newPassword), installation.passwords))}
        describedBy={`${id}strength`}
      />
      <div id={`${id}strength`} className="l-strength">
        <PasswordStrength password={passwordToSend(newPassword)} />
      </div>
      <PasswordField
        label={texts.confirmation}
        name="confirmation"
        {...passwordFieldProps('repeated', repeated, setRepeated)}
        problem={visibleProblem(left.repeated, confirmationProblem(passwordToSend(newPassword), passwordToSend(repeated)))}
        describedBy={`${id}failure`}
      />
      <p id={`${id}failure`} role="alert" className="l-failure">
        {failure}
      </p>
      <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
        {inCurrentLanguage(isBusy ? texts.saving : texts.save)}
      </button>
    </form>
  )
}
