import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { acceptedText } from '#/domain/base/validation.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { ApiError } from '#/web/kernel/wire.ts'
import { showSignInFailure, signInWithSecondFactor } from './entry.ts'
import { texts } from './texts.ts'
import { useFailure } from './useFailure.ts'

interface SecondStepProps {
  readonly ticket: string
  /** Options of the account's passkeys as JSON; empty without one. */
  readonly passkey: string
  readonly onEntered: (path: string) => void
  /** Returns to the password step, with a message when the ticket has expired. */
  readonly onBack: (failure: string) => void
}

const codeDigits = 6

interface CodeFieldProps {
  readonly id: string
  readonly field: RefObject<HTMLInputElement | null>
  readonly isRecovery: boolean
  readonly value: string
  readonly isWrong: boolean
  readonly onType: (typed: string) => void
}

function CodeField({ id, field, isRecovery, value, isWrong, onType }: CodeFieldProps) {
  return (
    <div className="l-field">
      <label htmlFor={`${id}code`}>{inCurrentLanguage(isRecovery ? texts.recoveryCode : texts.code)}</label>
      <input
        ref={field}
        id={`${id}code`}
        name={isRecovery ? 'recovery-code' : 'one-time-code'}
        className="l-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize={isRecovery ? 'characters' : 'none'}
        spellCheck={false}
        maxLength={isRecovery ? 40 : 20}
        value={value}
        aria-invalid={isWrong}
        aria-describedby={`${id}failure`}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  )
}

function Failure({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <p id={`${id}failure`} role="alert" className="l-failure">
      {text}
    </p>
  )
}

interface PasskeyProps {
  readonly options: string
  readonly isBusy: boolean
  readonly onShow: (show: () => Promise<{ passkey: string }>) => void
}

function PasskeyButton({ options, isBusy, onShow }: PasskeyProps) {
  const presentPasskey = async () => {
    const { createAssertion: passkeyAnswer } = await import('#/web/parts/factor/passkey.ts')
    return { passkey: await passkeyAnswer(options).catch(() => Promise.reject(new Error(inCurrentLanguage(texts.passkeyCancelled)))) }
  }
  return options ? (
    <button type="button" className="l-submit" aria-disabled={isBusy} onClick={() => onShow(presentPasskey)}>
      {inCurrentLanguage(texts.usePasskey)}
    </button>
  ) : null
}

interface OtherWaysProps {
  readonly isRecovery: boolean
  readonly onToggle: () => void
  readonly onBack: () => void
}

/** The links to the other kind of code and to the password step. */
function OtherWays({ isRecovery, onToggle, onBack }: OtherWaysProps) {
  return (
    <p className="l-links">
      <button type="button" className="l-link" onClick={onToggle}>
        {inCurrentLanguage(isRecovery ? texts.useApp : texts.useRecoveryCode)}
      </button>
      <button type="button" className="l-link" onClick={onBack}>
        {inCurrentLanguage(texts.backToPassword)}
      </button>
    </p>
  )
}

/** The second step of a sign-in: the code of the authenticator app, a recovery code or a passkey. */
export function SecondFactorStep({ ticket, passkey, onEntered, onBack }: SecondStepProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isRecovery, setRecovery] = useState(false)
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useFailure()
  // biome-ignore lint/correctness/useExhaustiveDependencies: switching replaces the field.
  useEffect(() => field.current?.focus(), [isRecovery])
  const send = async (typed: string) => {
    if (isBusy) return
    if (typed.trim() === '' || (!isRecovery && typed.length < codeDigits)) {
      setFailure(inCurrentLanguage(isRecovery ? texts.needRecoveryCode : texts.needCode))
      field.current?.focus()
      return
    }
    await submitFactor(async () => (isRecovery ? { recoveryCode: typed } : { code: typed }))
  }
  const submitFactor = async (show: () => Promise<Parameters<typeof signInWithSecondFactor>[1]>) => {
    setBusy(true)
    setFailure('')
    try {
      onEntered(await signInWithSecondFactor(ticket, await show()))
    } catch (cause) {
      const message = showSignInFailure(cause)
      if (cause instanceof ApiError && cause.error === 'ticketOver') return onBack(message)
      setFailure(message)
      setText('')
      setBusy(false)
      field.current?.focus()
    }
  }
  const changeCode = (typed: string) => {
    if (isRecovery) return setText(typed)
    const digits = acceptedText('digits', typed).slice(0, codeDigits)
    setText(digits)
    if (digits.length === codeDigits && digits !== text) void send(digits)
  }
  const toggleRecovery = () => {
    setRecovery(!isRecovery)
    setText('')
    setFailure('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send(text)
  }
  return (
    <form onSubmit={submit} noValidate aria-labelledby={`${id}title`}>
      <h1 id={`${id}title`}>{inCurrentLanguage(texts.secondStep)}</h1>
      <p className="l-lead">{inCurrentLanguage(isRecovery ? texts.recoveryLead : texts.codeLead)}</p>
      <CodeField
        key={isRecovery ? 'recovery' : 'code'}
        id={id}
        field={field}
        isRecovery={isRecovery}
        value={text}
        isWrong={failure !== ''}
        onType={changeCode}
      />
      <Failure id={id} text={failure} />
      <button type="submit" className="l-submit" aria-disabled={isBusy} aria-busy={isBusy}>
        {inCurrentLanguage(isBusy ? texts.signingIn : texts.verify)}
      </button>
      <PasskeyButton options={passkey} isBusy={isBusy} onShow={(show) => void (isBusy || submitFactor(show))} />
      <OtherWays isRecovery={isRecovery} onToggle={toggleRecovery} onBack={() => onBack('')} />
    </form>
  )
}
