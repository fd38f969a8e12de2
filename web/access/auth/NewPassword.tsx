import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { confirmationProblem, missingPasswordRules, passwordFormProblem, passwordProblem } from '#/domain/base/password.ts'
import type { Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { installation, passwordToSend } from '#/web/kernel/installation.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { storeFlash } from '#/web/kernel/notices.ts'
import { session } from '#/web/kernel/session.ts'
import { PasswordStrength } from '#/web/ui/PasswordStrength.tsx'
import { useRefusedPassword } from '#/web/ui/useRefusedPassword.ts'
import { PasswordField } from './PasswordField.tsx'
import { recoveryTexts as texts } from './recovery.texts.ts'
import { useAttempt } from './useAttempt.ts'

/** The state of the form: what was typed, its problems, and the submission. */
function useNewPassword(ticket: string) {
  const form = useRef<HTMLFormElement>(null)
  const [newPassword, setNewPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [left, setLeft] = useState({ new: false, repeated: false })
  const { isBusy, failure, setFailure, attempt } = useAttempt()
  const { record, refusalOf } = useRefusedPassword()
  const password = passwordToSend(newPassword)
  const focusField = (name: 'new-password' | 'confirmation') => form.current?.querySelector<HTMLInputElement>(`input[name=${name}]`)?.focus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears.
  useEffect(() => focusField('new-password'), [])
  const fieldProps = (name: keyof typeof left, value: string, set: (typed: string) => void, problem: Text | null) => ({
    autoComplete: 'new-password' as const,
    value,
    problem: left[name] && problem ? inCurrentLanguage(problem) : '',
    onChange: (typed: string) => {
      set(typed)
      setFailure('')
    },
    onLeave: () => setLeft((before) => ({ ...before, [name]: true })),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft({ new: true, repeated: true })
    const problem = passwordFormProblem({ newPassword, confirmation: repeated, isOldVerified: true }, installation.passwords)
    if (problem) {
      setFailure(inCurrentLanguage(problem))
      const isNewPasswordWeak = missingPasswordRules(password, installation.passwords).length > 0
      return focusField(isNewPasswordWeak ? 'new-password' : 'confirmation')
    }
    void attempt(async () => {
      try {
        await api.recovery.reset({ ticket, password })
      } catch (error) {
        if (!record(password, error)) throw error
        return focusField('new-password')
      }
      session.clear()
      storeFlash('success', inCurrentLanguage(texts.saved))
      location.replace('/login')
    })
  }
  return {
    form,
    password,
    refusal: refusalOf(password),
    first: fieldProps('new', newPassword, setNewPassword, passwordProblem(password, installation.passwords)),
    second: fieldProps('repeated', repeated, setRepeated, confirmationProblem(password, passwordToSend(repeated))),
    isBusy,
    failure,
    submit,
  }
}

/** Sets a new password with a ticket. The sign-in page follows, because every session of the account has ended. */
export function NewPassword({ ticket, username }: { readonly ticket: string; readonly username: string }) {
  const id = useId()
  const { form, password, refusal, first, second, isBusy, failure, submit } = useNewPassword(ticket)
  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h1 id={`${id}title`}>{inCurrentLanguage(texts.choose)}</h1>
      <p className="l-lead">
        {inCurrentLanguage(texts.forAccount)} <b>{username}</b>
      </p>
      {/* Tells password managers which account the password belongs to. */}
      <input className="l-visually-hidden" type="text" autoComplete="username" value={username} readOnly tabIndex={-1} aria-hidden="true" />
      <PasswordField label={texts.newPassword} name="new-password" {...first} problem={first.problem || refusal} describedBy={`${id}strength`} />
      <div id={`${id}strength`} className="l-strength">
        {refusal ? null : <PasswordStrength password={password} />}
      </div>
      <PasswordField label={texts.confirmation} name="confirmation" {...second} describedBy={`${id}failure`} />
      <p id={`${id}failure`} role="alert" className="l-failure">
        {failure}
      </p>
      <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
        {inCurrentLanguage(isBusy ? texts.saving : texts.save)}
      </button>
    </form>
  )
}
