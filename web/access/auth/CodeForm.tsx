import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useResendCountdown } from '#/web/kernel/useResendCountdown.ts'
import { Field } from './Field.tsx'
import type { CodeRequest } from './ForgetPage.tsx'
import { recoveryTexts as texts } from './recovery.texts.ts'
import { SandboxNote } from './SandboxNote.tsx'
import { useAttempt } from './useAttempt.ts'

interface CodeFormProps {
  readonly codeRequest: CodeRequest
  readonly isSandbox: boolean
  readonly onAsked: (requested: CodeRequest) => void
  readonly onProved: (ticket: string) => void
  readonly onBack: () => void
}

interface CodeFormLinksProps {
  /** Seconds until the code may be sent again. */
  readonly wait: number
  readonly isBusy: boolean
  readonly onResend: () => void
  readonly onBack: () => void
}

function CodeFormLinks({ wait, isBusy, onResend, onBack }: CodeFormLinksProps) {
  return (
    <p className="l-links">
      <button type="button" className="l-link" disabled={wait > 0 || isBusy} onClick={onResend}>
        {inCurrentLanguage(texts.resend)}
        {wait > 0 ? ` (${wait})` : ''}
      </button>
      <button type="button" className="l-link" onClick={onBack}>
        {inCurrentLanguage(texts.otherAccount)}
      </button>
    </p>
  )
}

/** The second step: entering the code. */
export function CodeForm({ codeRequest: requested, isSandbox, onAsked, onProved, onBack }: CodeFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { isBusy, failure, attempt } = useAttempt()
  const secondsLeft = useResendCountdown(requested)
  const focusCode = () => form.current?.querySelector<HTMLInputElement>('input[name=code]')?.focus()
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input[name=code]')?.focus(), [])
  const isComplete = /^\d{6}$/.test(code)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!isComplete) return focusCode()
    void attempt(async () => {
      try {
        onProved((await api.recovery.prove({ ask: requested.ask, code })).ticket)
      } catch (cause) {
        setCode('')
        setSubmitted(false)
        focusCode()
        throw cause
      }
    })
  }
  const resend = () =>
    void attempt(async () => {
      const { ask, resendSeconds } = await api.recovery.ask({ username: requested.username, contact: requested.contact })
      setCode('')
      setSubmitted(false)
      onAsked({ ...requested, ask, resendSeconds })
      showNotice('success', inCurrentLanguage(texts.resent))
      focusCode()
    })
  return (
    <form ref={form} onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h1 id={`${id}title`}>{inCurrentLanguage(texts.enterCode)}</h1>
      <p className="l-lead">
        {inCurrentLanguage(texts.sentTo)} <b>{requested.contact}</b>
      </p>
      <Field
        label={inCurrentLanguage(texts.code)}
        name="code"
        className="l-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={6}
        value={code}
        problem={isSubmitted && !isComplete ? inCurrentLanguage(texts.needCode) : ''}
        describedBy={`${id}failure`}
        onChange={(typed) => setCode(typed.replace(/\D/g, ''))}
      />
      <p id={`${id}failure`} role="alert" className="l-failure">
        {failure}
      </p>
      <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
        {inCurrentLanguage(isBusy ? texts.checking : texts.next)}
      </button>
      <CodeFormLinks wait={secondsLeft} isBusy={isBusy} onResend={resend} onBack={onBack} />
      {isSandbox ? <SandboxNote ask={requested.ask} /> : null}
    </form>
  )
}
