import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { consentNames } from '#/api/agreements/contracts.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useResendCountdown } from '#/web/kernel/useResendCountdown.ts'
import { SignatureBox, type SignatureInput } from './SignatureBox.tsx'
import { texts } from './texts.ts'
import { useSigningCall } from './ticket.ts'

type SigningFacts = OutputOf<typeof api.signing.facts>

/** The ticket and the pass of this browser. */
export interface SigningPass {
  readonly ticket: string
  readonly pass: string
}

type SandboxMessage = OutputOf<typeof api.signing.sandbox>['messages'][number]

/** In the demo, shows the message that would have been sent. */
function SandboxNote({ inside, round }: { readonly inside: SigningPass; readonly round: number }) {
  const [message, setMessage] = useState<SandboxMessage | null>(null)
  const { ticket, pass } = inside
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new code has its own message.
  useEffect(() => {
    let isCancelled = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async (remaining: number) => {
      const answer = await api.signing.sandbox({ ticket, pass }, { isQuiet: true }).catch(() => null)
      if (isCancelled) return
      setMessage(answer?.messages[0] ?? null)
      if (remaining > 0) timer = setTimeout(() => void poll(remaining - 1), 1000)
    }
    void poll(12)
    return () => {
      isCancelled = true
      clearTimeout(timer)
    }
  }, [ticket, pass, round])
  return (
    <section className="g-sandbox" aria-label={inCurrentLanguage(texts.sandbox)}>
      <h2>{inCurrentLanguage(texts.sandbox)}</h2>
      <p role="status">{message ? message.text : inCurrentLanguage(texts.loading)}</p>
    </section>
  )
}

interface StepProps {
  readonly inside: SigningPass
  readonly facts: SigningFacts
  readonly onDone: () => void
}

interface CodeFieldProps {
  /** Id prefix of the form's elements. */
  readonly id: string
  readonly field: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly isWrong: boolean
  readonly onChange: (digits: string) => void
}

function CodeField({ id, field, value, isWrong, onChange }: CodeFieldProps) {
  return (
    <div className="g-field">
      <label htmlFor={`${id}code`}>{inCurrentLanguage(texts.code)}</label>
      <input
        ref={field}
        id={`${id}code`}
        className="g-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={value}
        aria-invalid={isWrong}
        aria-describedby={`${id}problem`}
        onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
      />
      <small id={`${id}problem`} className="g-problem">
        {isWrong ? inCurrentLanguage(texts.needCode) : ''}
      </small>
    </div>
  )
}

/** Confirms the signer's identity and intent by a code in a text message. */
export function CodeStep({ inside, facts, isSandbox, onSent, onDone }: StepProps & { readonly isSandbox: boolean; readonly onSent: () => void }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [round, setRound] = useState(0)
  const [isSubmitted, setSubmitted] = useState(false)
  const [sent, setSent] = useState<{ readonly resendSeconds: number } | null>(null)
  const countdown = useResendCountdown(sent)
  const { isBusy, failure, run } = useSigningCall()
  const isComplete = /^\d{6}$/.test(code)
  const requestCode = () =>
    void run(async () => {
      setSent(await api.signing.code(inside))
      setCode('')
      setSubmitted(false)
      setRound((before) => before + 1)
      onSent()
      setTimeout(() => field.current?.focus())
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (!isComplete) return field.current?.focus()
    void run(async () => {
      try {
        await api.signing.confirm({ ...inside, code })
        onDone()
      } catch (cause) {
        setCode('')
        setSubmitted(false)
        field.current?.focus()
        throw cause
      }
    })
  }
  return (
    <form className="g-step" onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{inCurrentLanguage(texts.stepCode)}</h2>
      {round === 0 ? (
        <button type="button" className="g-main-button" aria-disabled={isBusy} onClick={requestCode}>
          {inCurrentLanguage(texts.sendCode)} {facts.mobile}
        </button>
      ) : (
        <>
          <p className="g-soft">
            {inCurrentLanguage(texts.sentTo)} <b>{facts.mobile}</b>
          </p>
          <CodeField id={id} field={field} value={code} isWrong={isSubmitted && !isComplete} onChange={setCode} />
          <button type="submit" className="g-main-button" aria-disabled={isBusy}>
            {inCurrentLanguage(texts.confirm)}
          </button>
          <button type="button" className="g-link" disabled={countdown > 0 || isBusy} onClick={requestCode}>
            {inCurrentLanguage(texts.resend)}
            {countdown > 0 ? ` (${countdown})` : ''}
          </button>
        </>
      )}
      <p role="alert" className="g-failure">
        {failure}
      </p>
      {isSandbox && round > 0 ? <SandboxNote inside={inside} round={round} /> : null}
    </form>
  )
}

/** The signature, and the consents it includes. */
export function SignStep({ inside, facts, onDone }: StepProps) {
  const id = useId()
  const readSignature = useRef<(() => Promise<SignatureInput | null>) | null>(null)
  const [agreed, setAgreed] = useState<readonly string[]>([])
  const [isSubmitted, setSubmitted] = useState(false)
  const { isBusy, failure, run } = useSigningCall()
  const isAgreed = facts.consents.every((kind) => agreed.includes(kind))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    void run(async () => {
      const signatureInput = await readSignature.current?.()
      if (!signatureInput) throw new Error(inCurrentLanguage(texts.signHere))
      if (!isAgreed) return
      await api.signing.sign({ ...inside, sha256: facts.sha256, way: signatureInput.way, consents: [...facts.consents], image: signatureInput.image })
      onDone()
    })
  }
  return (
    <form className="g-step" onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{inCurrentLanguage(texts.stepSign)}</h2>
      <SignatureBox signer={facts.signer} isByHand={facts.isByHand} read={readSignature} />
      {facts.consents.length > 0 ? (
        <fieldset className="g-consents">
          <legend>{inCurrentLanguage(texts.iAgree)}</legend>
          {facts.consents.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={agreed.includes(kind)}
                aria-invalid={isSubmitted && !agreed.includes(kind)}
                onChange={(event) => setAgreed((before) => (event.target.checked ? [...before, kind] : before.filter((each) => each !== kind)))}
              />
              {inCurrentLanguage(consentNames[kind])}
            </label>
          ))}
        </fieldset>
      ) : null}
      <button type="submit" className="g-main-button" aria-disabled={isBusy} aria-busy={isBusy}>
        {inCurrentLanguage(isBusy ? texts.signing : texts.sign)}
      </button>
      <p role="alert" className="g-failure">
        {failure || (isSubmitted && !isAgreed ? inCurrentLanguage(texts.needConsent) : '')}
      </p>
    </form>
  )
}

/** Refuses to sign, with a reason. */
export function RefuseStep({ inside, onDone, onBack }: { readonly inside: SigningPass; readonly onDone: () => void; readonly onBack: () => void }) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const { isBusy, failure, run } = useSigningCall()
  const isShort = reason.trim().length < 2
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isShort) return
    void run(async () => {
      await api.signing.refuse({ ...inside, reason: reason.trim() })
      onDone()
    })
  }
  return (
    <form className="g-step" onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{inCurrentLanguage(texts.refuse)}</h2>
      <div className="g-field">
        <label htmlFor={`${id}reason`}>{inCurrentLanguage(texts.reason)}</label>
        <textarea
          id={`${id}reason`}
          rows={3}
          maxLength={200}
          value={reason}
          aria-invalid={isSubmitted && isShort}
          aria-describedby={`${id}problem`}
          onChange={(event) => setReason(event.target.value)}
        />
        <small id={`${id}problem`} className="g-problem">
          {isSubmitted && isShort ? inCurrentLanguage(texts.needReason) : ''}
        </small>
      </div>
      <button type="submit" className="g-main-button g-danger" aria-disabled={isBusy}>
        {inCurrentLanguage(texts.refuseNow)}
      </button>
      <button type="button" className="g-link" onClick={onBack}>
        {inCurrentLanguage(texts.back)}
      </button>
      <p role="alert" className="g-failure">
        {failure}
      </p>
    </form>
  )
}
