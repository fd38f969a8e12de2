import { type FormEvent, useId, useState } from 'react'
import { parseMobile } from '#/domain/base/contact.ts'
import { validationTexts } from '#/domain/base/validation.ts'
import type { ApplicationKind } from '#/domain/onboarding/application.ts'
import { Field } from '#/web/access/auth/public.ts'
import { api } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useResendCountdown } from '#/web/kernel/useResendCountdown.ts'
import { fillTemplate } from './phrases.ts'
import { registerTexts as texts } from './register.texts.ts'
import { SandboxText } from './SandboxText.tsx'
import { useCall } from './useCall.ts'

interface TermsAgreementProps {
  /** Id prefix of the form's elements. */
  readonly id: string
  readonly isAgreed: boolean
  readonly isMissing: boolean
  readonly onChange: (isAgreed: boolean) => void
}

function TermsAgreement({ id, isAgreed, isMissing, onChange }: TermsAgreementProps) {
  return (
    <>
      <p className="r-agree">
        <input id={`${id}agree`} type="checkbox" checked={isAgreed} aria-invalid={isMissing} onChange={(event) => onChange(event.target.checked)} />
        <label htmlFor={`${id}agree`}>{inCurrentLanguage(texts.agree)}</label>{' '}
        <a href="/Clause" target="_blank" rel="noreferrer">
          {inCurrentLanguage(texts.clause)}
        </a>
      </p>
      {isMissing ? <small className="l-problem">{inCurrentLanguage(texts.mustAgree)}</small> : null}
    </>
  )
}

interface CodeLinksProps {
  /** Seconds until the code may be sent again. */
  readonly wait: number
  readonly isBusy: boolean
  readonly onResend: () => void
  readonly onOther: () => void
}

function CodeLinks({ wait, isBusy, onResend, onOther }: CodeLinksProps) {
  return (
    <p className="l-links r-tight">
      <button type="button" className="l-link" disabled={wait > 0 || isBusy} onClick={onResend}>
        {inCurrentLanguage(texts.resend)}
        {wait > 0 ? ` (${wait})` : ''}
      </button>
      <button type="button" className="l-link" onClick={onOther}>
        {inCurrentLanguage(texts.otherMobile)}
      </button>
    </p>
  )
}

interface MobileFieldProps {
  readonly isInternational: boolean
  readonly value: string
  readonly isFixed: boolean
  readonly problem: string
  readonly onChange: (mobile: string) => void
}

function MobileField({ isInternational, value, isFixed, problem, onChange }: MobileFieldProps) {
  const id = useId()
  return (
    <>
      <Field
        label={inCurrentLanguage(texts.mobile)}
        name="mobile"
        inputMode="tel"
        autoComplete={isInternational ? 'tel' : 'tel-national'}
        maxLength={24}
        {...(isInternational ? { placeholder: '+1 415 555 0101', describedBy: id } : {})}
        value={value}
        readOnly={isFixed}
        problem={problem}
        onChange={onChange}
      />
      {isInternational && !isFixed ? (
        <p id={id} className="l-note">
          {inCurrentLanguage(texts.mobileAbroad)}
        </p>
      ) : null}
    </>
  )
}

interface StartFormProps {
  readonly kind: ApplicationKind
  readonly invite: string
  readonly isSandbox: boolean
  /** The version of the terms at /Clause. */
  readonly clauseVersion: string
  readonly onTicket: (ticket: string) => void
}

interface RequestedCode {
  readonly ask: string
  readonly resendSeconds: number
}

/** A mobile number, its code, and the agreement to the terms: starts or resumes an application. */
export function StartForm({ kind, invite, isSandbox, clauseVersion, onTicket }: StartFormProps) {
  const id = useId()
  const [mobile, setMobile] = useState('')
  const [requested, setRequested] = useState<RequestedCode | null>(null)
  const [code, setCode] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const { isBusy, failure, attempt } = useCall()
  const secondsLeft = useResendCountdown(requested)
  const isInternational = kind === 'international'
  const isMobile = parseMobile(mobile, isInternational) !== null
  const isComplete = /^\d{6}$/.test(code)
  const send = () =>
    void attempt(async () => {
      const sentCode = await api.applications.message({ type: 'sms', mobile, purpose: kind })
      if ('ask' in sentCode) setRequested({ ask: sentCode.ask, resendSeconds: sentCode.resend })
      setCode('')
      setSubmitted(false)
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!isMobile) return
    if (!requested) return send()
    if (!isComplete || !isAgreed) return
    void attempt(async () => {
      const started = await api.applications.begin({ ask: requested.ask, code, clauseVersion, ...(invite ? { invite } : {}) })
      onTicket(started.ticket)
    })
  }
  return (
    <form onSubmit={submit} noValidate>
      <MobileField
        isInternational={isInternational}
        value={mobile}
        isFixed={requested !== null}
        problem={isSubmitted && !isMobile ? inCurrentLanguage(mobile.trim() ? validationTexts.mobileFormat : validationTexts.mobileEmpty) : ''}
        onChange={setMobile}
      />
      {requested ? (
        <>
          <Field
            label={inCurrentLanguage(texts.code)}
            name="code"
            className="l-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={code}
            problem={isSubmitted && !isComplete ? inCurrentLanguage(texts.needCode) : ''}
            onChange={(typed) => setCode(typed.replace(/\D/g, ''))}
          />
          <CodeLinks wait={secondsLeft} isBusy={isBusy} onResend={send} onOther={() => setRequested(null)} />
          <TermsAgreement id={id} isAgreed={isAgreed} isMissing={isSubmitted && !isAgreed} onChange={setAgreed} />
        </>
      ) : null}
      <p role="alert" className="l-failure">
        {failure}
      </p>
      <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
        {inCurrentLanguage(isBusy ? texts.busy : requested ? texts.begin : texts.getCode)}
      </button>
      {requested ? <p className="l-note">{fillTemplate(inCurrentLanguage(texts.sent), { mobile })}</p> : null}
      {requested && isSandbox ? <SandboxText ask={requested.ask} /> : null}
    </form>
  )
}
